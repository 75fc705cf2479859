import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../../results/closed/stored-results.ts";
import { CHANGES_MAX } from "./status-changes.ts";

export type ChangesRequest = { targetId: string; fromMs: number };

export type ChangesRow = {
  /** Number of the request, from one. */
  nr: number;
  series_key: number;
  is_down: boolean;
  slot_ms: number;
  /** Newest first. */
  changes_ms: number[];
};

/** How far back to look for the result before the first one of the window. */
const BEFORE_MS = 2 * 86_400_000;

const CHANGES_SOURCE = {
  columns: sql`series_key, slot, status`,
  seriesKey: sql`s.series_key`,
  statuses: ["up", "degraded", "down"],
} as const;

/** The newest result of each series of these targets, and its changes between up and down since `fromMs`. */
export const listSeriesChanges = (db: Db, requests: readonly ChangesRequest[]) => {
  // A constant in addition to each window's own bound, so that the planner excludes older days.
  const oldestMs = Math.min(...requests.map((request) => request.fromMs)) - BEFORE_MS;
  return db.rows<ChangesRow>(sql`
    select g.nr::int4 as nr, s.series_key, r.is_down, r.slot_ms, r.changes_ms
    from unnest(
      ${textArray(requests.map((request) => request.targetId))}::uuid[],
      ${intArray(requests.map((request) => request.fromMs))}::float8[]
    ) with ordinality as g (target_id, from_ms, nr)
    join series s on s.target_id = g.target_id and s.step is null
    cross join lateral (
      select bool_or(is_down) filter (where is_newest) as is_down, max(slot_ms) as slot_ms,
        coalesce((array_agg(slot_ms order by slot_ms desc) filter (where is_change))[:${CHANGES_MAX}], '{}') as changes_ms
      from (
        select extract(epoch from slot)::float8 * 1000 as slot_ms, is_down,
          is_down <> lag(is_down) over by_slot as is_change, lead(slot) over by_slot is null as is_newest
        from (
          select slot, status = 'd' as is_down
          from ${storedResults({ ...CHANGES_SOURCE, from: sql`to_timestamp(g.from_ms / 1000)` })} r
          where series_key = s.series_key and status <> 'e'
            and slot >= to_timestamp(g.from_ms / 1000) and slot >= ${new Date(oldestMs)}
          union all
          (
            select slot, status = 'd'
            from ${storedResults({
              ...{ ...CHANGES_SOURCE, from: new Date(oldestMs), to: sql`to_timestamp(g.from_ms / 1000)` },
              closest: { end: "newest", results: 1 },
            })} r
            where series_key = s.series_key and status <> 'e'
              and slot < to_timestamp(g.from_ms / 1000) and slot >= ${new Date(oldestMs)}
            order by slot desc limit 1
          )
        ) near
        window by_slot as (order by slot)
      ) marked
    ) r
    where r.slot_ms is not null`);
};
