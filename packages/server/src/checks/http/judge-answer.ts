import type { CheckError } from "@vedette/contract/check-errors.ts";
import type { HttpCheckSpec } from "@vedette/contract/check-run.ts";
import type { Clock } from "../../kernel/clock.ts";
import { maskerOf } from "../../kernel/mask.ts";
import { assertionError } from "../assertion-verdict.ts";
import { type AssertionFacts, evaluateAssertions } from "../assertions/evaluate.ts";
import type { CheckTry } from "../check-try.ts";
import type { BodyReader } from "./body-reader.ts";
import { bodyText, decodeBody } from "./decode-body.ts";
import type { ResponseHead } from "./exchange.ts";

type Answer = Pick<CheckTry, "error" | "ip" | "tls" | "timings" | "responseUs"> & {
  head: ResponseHead | null;
  /** Null where no body was read: after a failure, or at a redirect. */
  body: BodyReader | null;
};

const DAY_MS = 86_400_000;

/** Turns what came into what a try found. At once, unless an assertion needs the text of an answer. */
export function judgeAnswer(spec: HttpCheckSpec, clock: Clock, answer: Answer): CheckTry | Promise<CheckTry> {
  const { error, head, body } = answer;
  if (error !== null || head === null) return found(answer, { error });
  if (spec.assertions.length === 0) return found(answer, { error: statusError(head.statusCode) });
  const needsText = spec.assertions.some(({ type }) => type === "body" || type === "json_path");
  if (!needsText || body === null) return judgeFacts(spec, answer, factsOf(answer, head, clock));
  return judgeText(spec, answer, { ...factsOf(answer, head, clock), body });
}

async function judgeText(
  spec: HttpCheckSpec,
  answer: Answer,
  { body, ...facts }: AssertionFacts & { body: BodyReader },
): Promise<CheckTry> {
  const decoded = await decodeBody(body.kept(), text(facts.headers["content-encoding"]));
  if ("code" in decoded) return found(answer, { error: decoded });
  facts.bodyText = bodyText(decoded, text(facts.headers["content-type"]));
  return { ...judgeFacts(spec, answer, facts), bodyBytes: decoded.length };
}

function judgeFacts(spec: HttpCheckSpec, answer: Answer, facts: AssertionFacts): CheckTry {
  const assertions = evaluateAssertions(spec.assertions, facts, maskerOf(spec.mask));
  return { ...found(answer, { error: assertionError(assertions) }), assertions };
}

function found(
  { ip, tls, timings, responseUs, head, body }: Answer,
  { error }: { error: CheckError | null },
): CheckTry {
  return {
    responseUs,
    timings,
    statusCode: head?.statusCode ?? null,
    ip,
    tls,
    bodyBytes: body?.wireBytes ?? null,
    assertions: [],
    error,
  };
}

function factsOf({ responseUs, tls }: Answer, head: ResponseHead, clock: Clock): AssertionFacts {
  const expiresAtMs = tls?.expiresAtMs ?? null;
  return {
    statusCode: head.statusCode,
    responseMs: (responseUs ?? 0) / 1_000,
    headers: head.headers,
    bodyText: null,
    sslDaysLeft: expiresAtMs === null ? null : Math.floor((expiresAtMs - clock.now()) / DAY_MS),
  };
}

/** What holds where no assertion is given. Source: decisions.md, section 3. */
function statusError(statusCode: number): CheckError | null {
  if (statusCode >= 200 && statusCode <= 399) return null;
  const message = `expected a status from 200 to 399, got ${statusCode}`;
  return { code: "ASSERTION_FAILED", message, phase: "assertion" };
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
