import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import type { TargetKind } from "@vedette/contract/target-fields.ts";
import type { Db } from "../../storage/database.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import { PHASE_SUMS } from "../folding/queries.ts";
import type { CountedResults, StoredRollup } from "../folding/rollup.ts";
import { type StatsPlan, unfoldedFromMs } from "./window.ts";

/** Where the targets of a kind are; what is read here every one of these tables has. */
const TABLES = {
  monitor: sql`monitor`,
  api_monitor: sql`api_monitor`,
  journey: sql`journey`,
} satisfies Record<TargetKind, Sql>;

/** Which target: one of another kind, or of another organization, is not found. */
export type TargetName = { kind: keyof typeof TABLES; id: string };

export type TargetFacts = {
  created_at: Date;
  status: MonitorStatus;
  /** Null: on demand only. */
  interval_ms: number | null;
  /** Before it all is folded; null when nothing is. Only ever moves forward. */
  folded_to: Date | null;
  /** The target's own series, without those of its steps. */
  series: { key: number; location: string; active: boolean }[];
};

export const findTargetFacts = (
  db: Db,
  orgId: string,
  { target, location }: { target: TargetName; location: string | null },
) =>
  db.find<TargetFacts>(sql`
    select t.created_at, t.status, t.interval_ms, (select hour from rollup_progress) as folded_to,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('key', s.series_key, 'location', s.location, 'active', s.active)
          order by s.location)
        from series s
        where s.target_id = t.id and s.step is null and (${location}::text is null or s.location = ${location})
      ), '[]') as series
    from ${TABLES[target.kind]} t
    where t.org_id = ${orgId} and t.id = ${target.id}`);

/**
 * The steps that an API monitor has now, in their order, with their series. A name that several share stands
 * once: their results are told apart by nothing else.
 */
export const listApiStepSeries = (
  db: Db,
  orgId: string,
  { apiMonitorId, location }: { apiMonitorId: string; location: string | null },
) =>
  db.rows<{ name: string; series_keys: number[] }>(sql`
    select step.name, array(
        select s.series_key from series s
        where s.target_id = m.id and s.step = step.name
          and (${location}::text is null or s.location = ${location})
      ) as series_keys
    from api_monitor m
    cross join lateral (
      select value ->> 'name' as name, min(ordinality) as nr
      from json_array_elements(m.steps) with ordinality
      group by 1
    ) step
    where m.org_id = ${orgId} and m.id = ${apiMonitorId}
    order by step.nr`);

/** A journey's script has the steps that its newest run of these shows, one that passed before others. */
const RECENT_RUNS = 50;

/** The same of a journey. What a script does is known from its runs alone. */
export const listJourneyStepSeries = (
  db: Db,
  orgId: string,
  { journeyId, location }: { journeyId: string; location: string | null },
) =>
  db.rows<{ name: string; series_keys: number[] }>(sql`
    with step as (
      select value ->> 'name' as name, min(ordinality) as nr
      from journey j cross join lateral json_array_elements(j.steps) with ordinality
      where j.org_id = ${orgId} and j.id = ${journeyId}
      group by 1
      union all
      select made.name, min(made.index) as nr
      from journey j
      cross join lateral (
        select recent.id, recent.attempt
        from (
          select id, attempt, status from run
          where target_id = j.id and stage is null
          order by id desc limit ${RECENT_RUNS}
        ) recent
        order by recent.status = 'passed' desc, recent.id desc limit 1
      ) newest
      join run_step made on made.run_id = newest.id and made.attempt = newest.attempt
      where j.org_id = ${orgId} and j.id = ${journeyId} and j.script is not null
      group by 1
    )
    select step.name, array(
        select s.series_key from series s
        where s.target_id = ${journeyId} and s.step = step.name
          and (${location}::text is null or s.location = ${location})
      ) as series_keys
    from step
    order by step.nr`);

/** Changes of status since `since`, and the one before it, oldest first. */
export const listStatusChanges = (db: Db, orgId: string, targetId: string, since: Date) =>
  db.rows<{ at: Date; status: MonitorStatus; previous_status: MonitorStatus }>(sql`
    select c.at, c.status, c.previous_status
    from target t
    join status_change c on c.target_id = t.id
    where t.org_id = ${orgId} and t.id = ${targetId}
      and c.at >= coalesce((
        select max(earlier.at) from status_change earlier
        where earlier.target_id = ${targetId} and earlier.at <= ${since}
      ), '-infinity')
    order by c.at`);

/** Part of a series: a rollup, or results counted, of which `measured` is null. */
export type StatsCell = { series_key: number; at_ms: number } & (
  | (StoredRollup & { response_us: null })
  | (CountedResults & { measured: null })
);

/**
 * Everything of the window in one statement, and so in one snapshot: folding that goes on meanwhile
 * moves results into rollups, and each is seen in exactly one of the two. `foldedTo` is how far it had
 * come a moment ago; it is there so that the planner leaves out the days before.
 *
 * `offset 0` keeps each lateral a loop over the index. Flattened into a join, the planner read the hours of
 * all monitors: 30 days took 27 ms instead of 4, with no more than 55 of them.
 */
export const listStatsCells = (
  db: Db,
  orgId: string,
  { seriesKeys, plan, foldedTo }: { seriesKeys: readonly number[]; plan: StatsPlan; foldedTo: Date | null },
) =>
  db.rows<StatsCell>(sql`
    with read as (
      select s.series_key,
        coalesce((
          select case when s.series_key <= p.series_key then p.hour + interval '1 hour' else p.hour end
          from rollup_progress p
        ), '-infinity') as folded_to
      from series s
      join target t on t.id = s.target_id
      where t.org_id = ${orgId} and s.series_key = any (${seriesKeys}::integer[])
    )
    select d.series_key, ${epochMs(sql`d.at`)} as at_ms, d.total, d.failed, d.retried, null::bytea as response_us,
      d.measured, d.response_us_sum, d.response_us_min, d.response_us_max, d.sketch,
      d.dns_us_sum, d.connect_us_sum, d.tls_us_sum, d.ttfb_us_sum
    from read s
    cross join lateral (
      select * from result_rollup_day
      where series_key = s.series_key
        and at >= ${new Date(plan.daysFromMs)} and at < ${new Date(plan.daysToMs)}
        and at + interval '24 hours' <= s.folded_to
      offset 0
    ) d
    union all
    select h.series_key, ${epochMs(sql`h.at`)}, h.total, h.failed, h.retried, null,
      h.measured, h.response_us_sum, h.response_us_min, h.response_us_max, h.sketch,
      h.dns_us_sum, h.connect_us_sum, h.tls_us_sum, h.ttfb_us_sum
    from read s
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
      sql`r.slot >= ${new Date(unfoldedFromMs(plan, foldedTo))} and r.slot < ${new Date(plan.toMs)}
        and r.slot >= greatest(
          ${new Date(plan.hoursFromMs)}, least(${new Date(plan.hoursToMs)}, s.folded_to))`,
    )}`);

/** Counted by the points of the series to come: fewer groups are not needed, more would cost. */
function countedCells(plan: StatsPlan, condition: Sql) {
  return sql`
    select s.series_key, c.at_ms, c.total, c.failed, c.retried, c.response_us, null, null, null, null, null,
      c.dns_us_sum, c.connect_us_sum, c.tls_us_sum, c.ttfb_us_sum
    from read s
    cross join lateral (
      select ${epochMs(sql`date_bin(
          ${plan.bucketMs}::float8 * interval '1 millisecond', r.slot, timestamptz 'epoch')`)} as at_ms,
        count(*)::integer as total,
        (count(*) filter (where r.status = 'd'))::integer as failed,
        (count(*) filter (where r.attempts > 1 and r.status <> 'd'))::integer as retried,
        string_agg(int4send(r.response_us), ''::bytea) as response_us, ${PHASE_SUMS}
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
  { seriesKeys, from, to }: { seriesKeys: readonly number[]; from: Date; to: Date },
) =>
  db.rows<{ kind: "missed" | "skipped"; slots: number }>(sql`
    select g.kind, sum(g.slots)::integer as slots
    from series s
    join target t on t.id = s.target_id
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
      where series_key = s.series_key and from_slot < ${to} and to_slot >= ${from}
      group by kind
    ) g
    where t.org_id = ${orgId} and s.series_key = any (${seriesKeys}::integer[])
    group by g.kind`);
