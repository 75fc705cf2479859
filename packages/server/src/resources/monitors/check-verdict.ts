import type { CheckStatus } from "@vedette/contract/check-run.ts";
import { combinedStatus } from "../../results/recording/target-state.ts";

/** By the rule that makes a monitor's status out of its locations'; null without a result. */
export function checkVerdict(
  results: readonly { location: string; status: CheckStatus }[],
): CheckStatus | null {
  const status = combinedStatus(
    results.map((result, seriesKey) => ({
      seriesKey,
      location: result.location,
      active: true,
      status: result.status,
      statusSinceMs: 0,
      consecutiveFailures: 0,
    })),
  );
  return status === "pending" ? null : status;
}
