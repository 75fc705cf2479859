import type { HeartbeatStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { RESPONSE_US_MAX } from "../recording/response-limit.ts";
import { withLongDurations } from "./heartbeat-durations.ts";
import { type TargetStatsRequest, targetStats } from "./target-stats.ts";

/** Throws not-found if the organization has no such heartbeat. */
export async function heartbeatStats(
  db: Db,
  { heartbeatId, ...request }: Omit<TargetStatsRequest, "kind" | "targetId"> & { heartbeatId: string },
): Promise<HeartbeatStats> {
  const { orgId } = request;
  const { response, totals, plan } = await targetStats(db, {
    ...request,
    kind: "heartbeat",
    targetId: heartbeatId,
  });
  const stats = { heartbeat_id: heartbeatId, ...response };
  const isCut = totals.responseUsMax !== null && totals.responseUsMax >= RESPONSE_US_MAX;
  return isCut ? withLongDurations(db, stats, { orgId, plan }) : stats;
}
