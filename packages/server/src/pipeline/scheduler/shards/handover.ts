import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { SlotGap } from "../slot-ledger.ts";

/** A check in flight whose shard changes its scheduler: the next one receives its report. */
export type HandedOverCheck = {
  seriesKey: number;
  shard: number;
  slotMs: number;
  /** When it counts as lost. */
  lostAtMs: number;
  /** Slots after it that ended without a check while it ran; they are stored after its result. */
  gaps: SlotGap[];
  /** The retries at other locations so far. */
  retry?: OpenRetry;
};

/** The first failure of a check that is retried at other locations, and the number of retries sent. */
export type OpenRetry = { retries: number; failed: CheckReport & { outcome: CheckOutcome } };

/** The newest slot that is accounted for when the check and what waits for its end are. */
export function newestSlotOf({ slotMs, gaps }: Pick<HandedOverCheck, "slotMs" | "gaps">): number {
  return Math.max(slotMs, ...gaps.map(({ toMs }) => toMs));
}

/** Stores checks in flight for the next holders of their shards. */
export async function saveHandover(db: Db, checks: readonly HandedOverCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const byShard = Map.groupBy(checks, ({ shard }) => shard);
  const shards = [...byShard.keys()];
  const values = textArray(Array.from(byShard.values(), (some) => JSON.stringify(some)));
  await db.run(sql`
    insert into shard_handover (shard, checks)
    select * from unnest(${shards}::smallint[], ${values}::json[])
    on conflict (shard) do update set checks = excluded.checks`);
}

/** Returns the checks in flight that earlier holders of these shards left, once. */
export async function takeHandover(db: Db, shards: readonly number[]): Promise<HandedOverCheck[]> {
  const rows = await db.rows<{ checks: HandedOverCheck[] }>(sql`
    delete from shard_handover where shard = any(${shards}::smallint[]) returning checks`);
  return rows.flatMap(({ checks }) => checks);
}
