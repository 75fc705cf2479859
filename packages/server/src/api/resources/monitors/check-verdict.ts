import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { combinedStatus } from "../../../pipeline/results/recording/target-state.ts";

/** By the rule that makes a monitor's status out of its locations': those that were judged decide. Null without a result. */
export function checkVerdict(
  results: readonly { location: string; status: CheckStatus }[],
): CheckStatus | null {
  const judged = results.flatMap(({ location, status }) =>
    status === "error" ? [] : [{ location, status }],
  );
  const status = combinedStatus(
    judged.map((result, seriesKey) => ({
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
