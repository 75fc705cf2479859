import type { ApiMonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listApiStepSeries } from "./queries.ts";
import { runStats } from "./run-stats.ts";
import type { TargetStatsRequest } from "./target-stats.ts";

export type ApiMonitorStatsRequest = Omit<TargetStatsRequest, "kind" | "targetId"> & { apiMonitorId: string };

/** Throws not-found if the organization has no such API monitor. */
export async function apiMonitorStats(
  db: Db,
  { apiMonitorId, ...request }: ApiMonitorStatsRequest,
): Promise<ApiMonitorStats> {
  const location = request.location ?? null;
  const stats = await runStats(db, { ...request, kind: "api_monitor", targetId: apiMonitorId }, () =>
    listApiStepSeries(db, request.orgId, { apiMonitorId, location }),
  );
  return { api_monitor_id: apiMonitorId, ...stats };
}
