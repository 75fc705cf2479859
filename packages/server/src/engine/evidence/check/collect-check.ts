import type { CheckOutcome, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { maskOutcome } from "../../checks/mask-outcome.ts";
import { runCheck } from "../../checks/registry.ts";
import type { CollectContext } from "../collect-context.ts";
import { factText } from "../fact-text.ts";
import type { Deadline } from "../within-deadline.ts";
import { milliseconds, responseFactsOf } from "./response-facts-of.ts";

/** Time for the report of a check that takes its whole timeout. */
const MARGIN_MS = 1_000;

/** Makes the check once more, without retries. Null if it did not end in time. */
export async function collectCheck(
  spec: CheckSpec,
  ctx: CollectContext,
  deadline: Deadline,
): Promise<CheckFacts | null> {
  const { firstWaitMs: _, ...unwaited } = spec;
  const once: CheckSpec = {
    ...unwaited,
    retries: 0,
    timeoutMs: Math.max(1, Math.min(spec.timeoutMs, deadline.leftMs() - MARGIN_MS)),
    ...(spec.kind === "url" && { keepBody: "always" as const }),
  };
  try {
    const { clock, egress } = ctx;
    const outcome = await runCheck(once, { clock, egress, signal: deadline.signal });
    return checkFactsOf(maskOutcome(outcome, spec), spec);
  } catch (error) {
    if (deadline.signal.aborted) return null;
    throw error;
  }
}

function checkFactsOf(outcome: CheckOutcome, { kind }: CheckSpec): CheckFacts {
  const { status, error, ip, statusCode } = outcome;
  const failed = outcome.assertions.find(({ passed }) => !passed);
  return {
    status,
    error: error && {
      code: error.code,
      phase: error.phase,
      message: factText(error.message),
      reason: error.reason ?? null,
    },
    failed_assertion: failed?.type ?? null,
    response_ms: milliseconds(outcome.responseUs),
    address: ip,
    response: kind === "url" && statusCode !== null ? responseFactsOf(outcome) : null,
  };
}
