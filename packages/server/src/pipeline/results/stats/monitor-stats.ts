import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { seriesTimings } from "./series-timings.ts";
import { type TargetStatsRequest, targetStats } from "./target-stats.ts";

export type MonitorStatsRequest = Omit<TargetStatsRequest, "kind" | "targetId"> & {
  monitorId: string;
  /**
   * Adds the phases of each point of the series; a separate statement with about a third of the total cost.
   */
  withTimings?: boolean;
};

/** Throws not-found if the organization has no such monitor. */
export async function monitorStats(
  db: Db,
  { monitorId, withTimings = false, ...request }: MonitorStatsRequest,
): Promise<MonitorStats> {
  const found = await targetStats(db, { ...request, kind: "monitor", targetId: monitorId });
  const stats = { monitor_id: monitorId, ...found.response };
  if (!withTimings) return stats;
  const timings = await seriesTimings(db, { orgId: request.orgId, ...found });
  return {
    ...stats,
    series: stats.series.map((point) => ({ ...point, timings: timings.get(point.at) ?? null })),
  };
}
