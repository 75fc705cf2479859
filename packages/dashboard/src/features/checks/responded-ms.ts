import type { CheckResult } from "@vedette/contract/checks/check-results.ts";

type Result = Pick<CheckResult, "error" | "status_code" | "response_time_ms">;

/**
 * The response time of a target that responded, expected or not; null for one that refused or was silent, whose
 * result has the time that was spent. The server counts the same times.
 */
export function respondedMs({ error, status_code: code, response_time_ms: ms }: Result): number | null {
  return error === null || code !== null || error.phase === "assertion" ? ms : null;
}
