import type { MonitorStats } from "@vedette/contract/stats.ts";
import type { Db } from "../../storage/database.ts";
import { type TargetStatsRequest, targetStats } from "./target-stats.ts";

export type MonitorStatsRequest = Omit<TargetStatsRequest, "kind" | "targetId"> & { monitorId: string };

/** Not found when the organization has no such monitor. */
export async function monitorStats(
  db: Db,
  { monitorId, ...request }: MonitorStatsRequest,
): Promise<MonitorStats> {
  const { answer } = await targetStats(db, { ...request, kind: "monitor", targetId: monitorId });
  return { monitor_id: monitorId, ...answer };
}
