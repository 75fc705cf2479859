import type { CheckError } from "@vedette/contract/check-errors.ts";
import type { AssertionOutcome } from "@vedette/contract/check-run.ts";
import { describeFailure } from "./assertions/describe-failure.ts";

/** What the failed assertions come to: the first is described, the others are counted. */
export function assertionError(outcomes: readonly AssertionOutcome[]): CheckError | null {
  const failed = outcomes.filter((outcome) => !outcome.passed);
  const [first] = failed;
  if (first === undefined) return null;
  const others = failed.length === 1 ? "" : ` (and ${failed.length - 1} more failed)`;
  return { code: "ASSERTION_FAILED", message: `${describeFailure(first)}${others}`, phase: "assertion" };
}
