import { intArray, textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import type { SlotGapRow } from "../queries.ts";

/**
 * Why a slot is missed although its check may have been made: the scheduler that started it stopped, or its report
 * did not come in time.
 */
const REPLACEABLE = ["stopped", "runner_lost"];

type Slot = { seriesKey: number; slotMs: number };

/** Locks the gaps of missed checks that contain one of these slots. */
export const lockMissedGaps = (db: Db, slots: readonly Slot[]) =>
  db.rows<SlotGapRow>(sql`
    select g.series_key as "seriesKey", (extract(epoch from g.from_slot) * 1000)::float8 as "fromMs",
      (extract(epoch from g.to_slot) * 1000)::float8 as "toMs", g.kind, g.reason, g.slots
    from slot_gap g
    where g.kind = 'missed' and g.reason = any(${textArray(REPLACEABLE)}::text[])
      and exists (
        select from unnest(${intArray(slots.map(({ seriesKey }) => seriesKey))}::int4[],
          ${intArray(slots.map(({ slotMs }) => Math.round(slotMs)))}::bigint[]) as u(series_key, slot_ms)
        where u.series_key = g.series_key
          and to_timestamp(u.slot_ms / 1000.0) between g.from_slot and g.to_slot)
      and g.series_key = any(${intArray(slots.map(({ seriesKey }) => seriesKey))}::int4[])
    order by g.series_key, g.from_slot
    for update of g`);

export const deleteGaps = (db: Db, gaps: readonly SlotGapRow[]) =>
  db.run(sql`
    delete from slot_gap g
    using unnest(${intArray(gaps.map(({ seriesKey }) => seriesKey))}::int4[],
      ${intArray(gaps.map(({ fromMs }) => Math.round(fromMs)))}::bigint[]) as u(series_key, from_ms)
    where g.series_key = u.series_key and g.from_slot = to_timestamp(u.from_ms / 1000.0)`);
