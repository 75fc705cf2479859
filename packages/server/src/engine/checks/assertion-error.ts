import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";
import { describeCostly, describeFailure } from "./assertions/describe-failure.ts";
import type { Evaluation } from "./assertions/evaluate.ts";

/**
 * Returns the error for the assertions that did not pass: describes the first one and counts the others. A
 * failed assertion takes precedence: the response counts as not evaluated only if all others passed and one
 * costs too much.
 */
export function assertionError({ outcomes, costlyAt }: Evaluation): CheckError | null {
  const failed = outcomes.filter(({ passed }, index) => !passed && !costlyAt.includes(index));
  const [first] = failed;
  if (first !== undefined) {
    return {
      code: "ASSERTION_FAILED",
      message: describeFailure(first) + others(failed, "failed"),
      phase: "assertion",
    };
  }
  const costly = outcomes.filter((_, index) => costlyAt.includes(index));
  const [tooCostly] = costly;
  if (tooCostly === undefined) return null;
  return {
    code: "ASSERTION_TOO_COSTLY",
    message: describeCostly(tooCostly) + others(costly, "were not evaluated"),
    phase: "assertion",
  };
}

function others({ length }: readonly AssertionOutcome[], what: string): string {
  return length === 1 ? "" : ` (and ${length - 1} more ${what})`;
}
