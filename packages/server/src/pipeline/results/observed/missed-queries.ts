import type { TargetId } from "@vedette/contract/common/ids.ts";
import type { MissedChecks } from "@vedette/contract/targets/observed/missed-checks.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { type Interval, missedEverywhere } from "./missed-time.ts";

/** Longer gaps come first; beyond this, the shortest ones are left out. */
const GAPS_MAX = 50_000;

/**
 * The end of a gap `g` of a target `t`: a slot is missing until the next one. Heartbeats have no interval; a single
 * expected ping counts as a minute, the least time between two.
 */
export const missedUntil: Sql = sql`g.to_slot + coalesce(
  t.interval_ms * interval '1 millisecond', (g.to_slot - g.from_slot) / nullif(g.slots - 1, 0), interval '1 minute')`;

/** Number of locations of a target `t` that must miss its checks. Heartbeats have none, but one series. */
export const missedLocations: Sql = sql`greatest(1, cardinality(t.locations))`;

type MissedRequest = { ids: readonly string[]; fromMs: number; toMs: number };

/** Returns when each of these targets was not observed at any location within a time; others are left out. */
export async function readMissed(
  db: Db,
  orgId: string,
  { ids, fromMs, toMs }: MissedRequest,
): Promise<Map<string, Interval[]>> {
  const rows = await listMissedGaps(db, orgId, { ids, from: new Date(fromMs), to: new Date(toMs) });
  const byTarget = Map.groupBy(rows, ({ target_id }) => target_id as string);
  return new Map(
    Array.from(byTarget, ([id, ofTarget]) => {
      const bySeries = Map.groupBy(ofTarget, ({ series_key }) => series_key);
      const gaps = Array.from(bySeries.values(), (ofSeries) =>
        ofSeries.map(({ from, to }) => ({ fromMs: from.getTime(), toMs: to.getTime() })),
      );
      return [id, missedEverywhere(gaps, ofTarget[0]?.locations ?? 1)];
    }),
  );
}

type GapRow = { target_id: TargetId; series_key: number; from: Date; to: Date; locations: number };

/** The longest gaps of missed checks of some targets, also of deleted ones, that overlap a time. */
const listMissedGaps = (
  db: Db,
  orgId: string,
  { ids, from, to }: { ids: readonly string[]; from: Date; to: Date },
) =>
  db.rows<GapRow>(sql`
    select t.id as target_id, s.series_key, g.from_slot as "from", ${missedUntil} as "to",
      ${missedLocations} as locations
    from stored_target t
    join series s on s.target_id = t.id and s.step is null
    join slot_gap g on g.series_key = s.series_key
    where t.org_id = ${orgId} and ${isOneOf(sql`t.id`, ids, sql`uuid[]`)} and g.kind = 'missed'
      and g.from_slot < ${to} and ${missedUntil} > ${from}
    order by g.to_slot - g.from_slot desc, g.from_slot desc
    limit ${GAPS_MAX}`);

export type MissedRow = { location: string; from: Date; to: Date; slots: number; reason: string };

export function toMissedChecks({ location, from, to, slots, reason }: MissedRow): MissedChecks {
  return { location, from: from.toISOString(), to: to.toISOString(), checks: slots, reason };
}

/** The newest gaps of missed checks of each of some targets since a time, newest first. */
export const listRecentMissed = (
  db: Db,
  orgId: string,
  { ids, since, limit }: { ids: readonly string[]; since: Date; limit: number },
) =>
  db.rows<MissedRow & { target_id: TargetId }>(sql`
    select t.id as target_id, recent.*
    from target t
    cross join lateral (
      select s.location, g.from_slot as "from", ${missedUntil} as "to", g.slots, g.reason
      from series s
      join slot_gap g on g.series_key = s.series_key
      where s.target_id = t.id and s.step is null and g.kind = 'missed' and g.from_slot >= ${since}
      order by g.from_slot desc
      limit ${limit}
    ) recent
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])
    order by recent."from" desc`);
