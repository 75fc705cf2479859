import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import type { Db } from "../../storage/database.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import type { CountedResults, StoredRollup } from "../folding/rollup.ts";
import type { StatsPlan } from "./window.ts";

export type MonitorFacts = {
  created_at: Date;
  status: MonitorStatus;
  interval_ms: number;
  /** Before it all is folded; null when nothing is. Only ever moves forward. */
  folded_to: Date | null;
  series: { key: number; location: string; active: boolean }[];
};

export const findMonitorFacts = (db: Db, orgId: string, monitorId: string, location: string | null) =>
  db.find<MonitorFacts>(sql`
    select m.created_at, m.status, m.interval_ms, (select hour from rollup_progress) as folded_to,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('key', l.series_key, 'location', l.location, 'active', l.active)
          order by l.location)
        from monitor_location l
        where l.monitor_id = m.id and (${location}::text is null or l.location = ${location})
      ), '[]') as series
    from monitor m
    where m.org_id = ${orgId} and m.id = ${monitorId}`);

/** Changes of status since `since`, and the one before it, oldest first. */
export const listStatusChanges = (db: Db, orgId: string, monitorId: string, since: Date) =>
  db.rows<{ at: Date; status: MonitorStatus; previous_status: MonitorStatus }>(sql`
    select c.at, c.status, c.previous_status
    from monitor m
    join monitor_state_change c on c.monitor_id = m.id
    where m.org_id = ${orgId} and m.id = ${monitorId}
      and c.at >= coalesce((
        select max(earlier.at) from monitor_state_change earlier
        where earlier.monitor_id = ${monitorId} and earlier.at <= ${since}
      ), '-infinity')
    order by c.at`);

/** Part of a series: a rollup, or results counted, of which `measured` is null. */
export type StatsCell = { series_key: number; at_ms: number } & (
  | (StoredRollup & { response_us: null })
  | (CountedResults & { measured: null })
);

/**
 * Everything of the window in one statement, and so in one snapshot: folding that goes on meanwhile
 * moves results into rollups, and each is seen in exactly one of the two. `unfoldedFrom` is an instant
 * before which all was folded a moment ago; it is there so that the planner leaves out the days before.
 *
 * `offset 0` keeps each lateral a loop over the index. Flattened into a join, the planner read the hours of
 * all monitors: 30 days took 27 ms instead of 4, with no more than 55 of them.
 */
export const listStatsCells = (
  db: Db,
  orgId: string,
  monitorId: string,
  { plan, unfoldedFrom, location }: { plan: StatsPlan; unfoldedFrom: Date; location: string | null },
) =>
  db.rows<StatsCell>(sql`
    with series as (
      select l.series_key,
        coalesce((
          select case when l.series_key <= p.series_key then p.hour + interval '1 hour' else p.hour end
          from rollup_progress p
        ), '-infinity') as folded_to
      from monitor m
      join monitor_location l on l.monitor_id = m.id
      where m.org_id = ${orgId} and m.id = ${monitorId}
        and (${location}::text is null or l.location = ${location})
    )
    select d.series_key, ${epochMs(sql`d.at`)} as at_ms, d.total, d.failed, null::bytea as response_us,
      d.measured, d.response_us_sum, d.response_us_min, d.response_us_max, d.sketch
    from series s
    cross join lateral (
      select * from result_rollup_day
      where series_key = s.series_key
        and at >= ${new Date(plan.daysFromMs)} and at < ${new Date(plan.daysToMs)}
        and at + interval '24 hours' <= s.folded_to
      offset 0
    ) d
    union all
    select h.series_key, ${epochMs(sql`h.at`)}, h.total, h.failed, null,
      h.measured, h.response_us_sum, h.response_us_min, h.response_us_max, h.sketch
    from series s
    cross join lateral (
      select * from result_rollup_hour
      where series_key = s.series_key
        and at >= ${new Date(plan.hoursFromMs)} and at < ${new Date(plan.hoursToMs)} and at < s.folded_to
        and not (
          at >= ${new Date(plan.daysFromMs)} and at < ${new Date(plan.daysToMs)}
          and date_trunc('day', at, 'UTC') + interval '24 hours' <= s.folded_to
        )
      offset 0
    ) h
    union all
    ${countedCells(plan, sql`r.slot >= ${new Date(plan.fromMs)} and r.slot < ${new Date(plan.hoursFromMs)}`)}
    union all
    ${countedCells(
      plan,
      sql`r.slot >= ${unfoldedFrom} and r.slot < ${new Date(plan.toMs)}
        and r.slot >= greatest(
          ${new Date(plan.hoursFromMs)}, least(${new Date(plan.hoursToMs)}, s.folded_to))`,
    )}`);

/** Counted by the points of the series to come: fewer groups are not needed, more would cost. */
function countedCells(plan: StatsPlan, condition: Sql) {
  return sql`
    select s.series_key, c.*, null, null, null, null, null
    from series s
    cross join lateral (
      select ${epochMs(sql`date_bin(
          ${plan.bucketMs}::float8 * interval '1 millisecond', r.slot, timestamptz 'epoch')`)} as at_ms,
        count(*)::integer as total,
        (count(*) filter (where r.status = 'd'))::integer as failed,
        string_agg(int4send(r.response_us), ''::bytea) as response_us
      from check_result r
      where r.series_key = s.series_key and ${condition}
      group by 1
    ) c`;
}

function epochMs(instant: Sql) {
  return sql`(extract(epoch from ${instant}) * 1000)::float8`;
}

/** Slots without a result in the window; of a gap that crosses its border the slots within. */
export const countGapSlots = (
  db: Db,
  orgId: string,
  monitorId: string,
  { from, to, location }: { from: Date; to: Date; location: string | null },
) =>
  db.rows<{ kind: "missed" | "skipped"; slots: number }>(sql`
    select g.kind, sum(g.slots)::integer as slots
    from monitor m
    join monitor_location l on l.monitor_id = m.id
    cross join lateral (
      select kind, sum(greatest(0,
          least(slots, ceil(round(extract(epoch from ${to}::timestamptz - from_slot) / step_seconds, 6)))
          - greatest(0, ceil(round(extract(epoch from ${from}::timestamptz - from_slot) / step_seconds, 6)))
        )) as slots
      from slot_gap
      -- A gap of one slot has no step; any will do.
      cross join lateral (
        select coalesce(extract(epoch from to_slot - from_slot) / nullif(slots - 1, 0), 1) as step_seconds
      ) step
      where series_key = l.series_key and from_slot < ${to} and to_slot >= ${from}
      group by kind
    ) g
    where m.org_id = ${orgId} and m.id = ${monitorId}
      and (${location}::text is null or l.location = ${location})
    group by g.kind`);
