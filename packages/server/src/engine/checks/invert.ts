import { type CheckError, isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTry } from "./check-try.ts";

/** Swaps passed and failed. A try without a verdict stays without one. */
export function inverted(found: CheckTry): CheckTry {
  if (found.error !== null && isNotJudged(found.error.code)) return found;
  const message = "the check passed, and it is expected to fail because it is inverted";
  const error: CheckError = { code: "ASSERTION_FAILED", message, phase: "assertion" };
  const { isDegraded: _, ...rest } = found;
  return { ...rest, error: found.error === null ? error : null };
}
