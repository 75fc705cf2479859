import { createHash } from "node:crypto";

/** Parts into which the monitors are divided, so that several schedulers can share them. */
export const SHARDS = 64;

/** The shard of a monitor, 0 to 63; spread evenly by a hash of its id. */
export function shardOf(monitorId: string): number {
  return createHash("sha256").update(monitorId).digest().readUInt16BE(6) % SHARDS;
}
