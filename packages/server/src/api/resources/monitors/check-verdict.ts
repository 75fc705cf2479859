import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { combinedStatus } from "../../../pipeline/results/recording/target-state.ts";

/**
 * Combines results by the same rule as the monitor status: only evaluated results count. Null without
 * results.
 */
export function checkVerdict(
  results: readonly { location: string; status: CheckStatus }[],
): CheckStatus | null {
  const evaluated = results.flatMap(({ location, status }) =>
    status === "error" ? [] : [{ location, status }],
  );
  const status = combinedStatus(
    evaluated.map((result, seriesKey) => ({
      seriesKey,
      location: result.location,
      active: true,
      status: result.status,
      statusSinceMs: 0,
      consecutiveFailures: 0,
      consecutiveErrors: 0,
    })),
  );
  if (status !== "pending" && status !== "unknown") return status;
  return results.length > 0 ? "error" : null;
}
