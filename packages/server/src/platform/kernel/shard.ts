import { createHash } from "node:crypto";

/** Number of shards that monitors are divided into, so that several schedulers can share them. */
export const SHARDS = 64;

/** Returns the shard of a monitor, 0 to 63, evenly distributed by a hash of its ID. */
export function shardOf(monitorId: string): number {
  return createHash("sha256").update(monitorId).digest().readUInt16BE(6) % SHARDS;
}
