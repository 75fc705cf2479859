import {
  CHECK_ERROR_CODES,
  CHECK_PHASES,
  TLS_REASONS,
} from "../../packages/contract/src/checks/check-errors.ts";
import { ERROR_STATUS, type ErrorCode } from "../../packages/contract/src/common/errors.ts";
import { OWN_RUN_ERROR_CODES } from "../../packages/contract/src/runs/run-errors.ts";
import { API_ERRORS, CHECK_ERRORS, PHASES, RUN_ERRORS, TLS } from "./error-meanings.ts";
import { generatedHeader, table } from "./markdown.ts";

/** Generates docs/reference/errors.md: the error codes of the API, and why checks fail. */
export function errorsPage(): string {
  const sources =
    "packages/contract/src/common/errors.ts, check-errors.ts and run-errors.ts, with scripts/docs/error-meanings.ts";
  return `${generatedHeader(sources)}

# Errors

## API errors

A failed request returns \`{"success": false, "error": {"code", "message", "details"?}}\`. Codes are never renamed:
branch on them, and show the message to users.

${table(["Code", "Status", "Meaning", "What to do"], (Object.keys(ERROR_STATUS) as ErrorCode[]).map(apiRow))}

## Why a check failed

\`error\` of a check result contains \`code\`, \`message\`, \`phase\`, and for TLS a \`reason\`. Internal errors of Vedette
(no free file handles, a lost runner) have no code here: such a check counts as missed.

${table(
  ["Code", "Meaning", "What to do"],
  CHECK_ERROR_CODES.map((code) => meaningRow(code, CHECK_ERRORS)),
)}

## Why a run failed

\`error\` of a run and of its steps contains \`code\` and \`message\`; that of a run also \`step_index\`. A step can fail with
each of the codes above, and with these:

${table(
  ["Code", "Meaning", "What to do"],
  OWN_RUN_ERROR_CODES.map((code) => meaningRow(code, RUN_ERRORS)),
)}

## Phases of a check

${table(
  ["Phase", "Activity"],
  CHECK_PHASES.map((phase) => [`\`${phase}\``, PHASES[phase]]),
)}

## TLS reasons

${table(
  ["Reason", "Meaning", "What to do"],
  TLS_REASONS.map((reason) => meaningRow(reason, TLS)),
)}
`;
}

function apiRow(code: ErrorCode): string[] {
  const { means, remedy } = API_ERRORS[code];
  return [`\`${code}\``, String(ERROR_STATUS[code]), means, remedy];
}

function meaningRow<Code extends string>(
  code: Code,
  meanings: Readonly<Record<Code, { means: string; remedy: string }>>,
): string[] {
  const { means, remedy } = meanings[code];
  return [`\`${code}\``, means, remedy];
}
