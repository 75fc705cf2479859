import type { HeartbeatStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type TargetStatsRequest, targetStats } from "./target-stats.ts";

/** Throws not-found if the organization has no such heartbeat. */
export async function heartbeatStats(
  db: Db,
  { heartbeatId, ...request }: Omit<TargetStatsRequest, "kind" | "targetId"> & { heartbeatId: string },
): Promise<HeartbeatStats> {
  const { response } = await targetStats(db, { ...request, kind: "heartbeat", targetId: heartbeatId });
  return { heartbeat_id: heartbeatId, ...response };
}
