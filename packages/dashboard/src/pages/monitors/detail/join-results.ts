import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { type Joined, joinEqual } from "../../../features/history/join-equal.ts";

/** Joins consecutive results with the same status and cause. Pure. */
export function joinResults(results: readonly CheckResult[]): Joined<CheckResult>[] {
  return joinEqual(results, keyOf);
}

/** Times and addresses may differ; what the result says may not. */
function keyOf({ status, status_code: code, error, trigger, assertions }: CheckResult): string {
  const failed = assertions.filter(({ passed }) => !passed).map(({ actual: _, ...assertion }) => assertion);
  return JSON.stringify([status, code, error?.code ?? null, error?.phase ?? null, trigger, failed]);
}
