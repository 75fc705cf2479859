import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isOneOf } from "../../../platform/storage/one-of.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../closed/stored-results.ts";

/** Identifies a target by kind and id; a target of another kind or organization is not found. */
export type TargetName = { kind: TargetKind; id: string };

export type TargetFacts = {
  created_at: Date;
  status: MonitorStatus;
  /** Null for on-demand targets. */
  interval_ms: number | null;
  /** Everything before it is rolled up; null if nothing is. It only moves forward. */
  folded_to: Date | null;
  /** Whether it has history that was imported from another tool. */
  is_imported: boolean;
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
      exists (select from imported_history i where i.target_id = t.id) as is_imported,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('key', s.series_key, 'location', s.location, 'active', s.active)
          order by s.location)
        from series s
        where s.target_id = t.id and s.step is null and (${location}::text is null or s.location = ${location})
      ), '[]') as series
    from target t
    where t.org_id = ${orgId} and t.id = ${target.id} and t.kind = ${target.kind}`);

/**
 * The current steps of an API monitor, in order, with their series. A shared name is listed once because
 * nothing else distinguishes the results.
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
    from target t join api_monitor m on m.id = t.id
    cross join lateral (
      select value ->> 'name' as name, min(ordinality) as nr
      from json_array_elements(m.steps) with ordinality
      group by 1
    ) step
    where t.org_id = ${orgId} and t.id = ${apiMonitorId}
    order by step.nr`);

/** A journey script has the steps of its newest run among this many; passed runs are preferred. */
const RECENT_RUNS = 50;

/** The same for a journey. The steps of a script are known only from its runs. */
export const listJourneyStepSeries = (
  db: Db,
  orgId: string,
  { journeyId, location }: { journeyId: string; location: string | null },
) =>
  db.rows<{ name: string; series_keys: number[] }>(sql`
    with step as (
      select value ->> 'name' as name, min(ordinality) as nr
      from target t join journey j on j.id = t.id
      cross join lateral json_array_elements(j.steps) with ordinality
      where t.org_id = ${orgId} and t.id = ${journeyId}
      group by 1
      union all
      select made.name, min(made.index) as nr
      from target t join journey j on j.id = t.id
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
      where t.org_id = ${orgId} and t.id = ${journeyId} and j.script is not null
      group by 1
    )
    select step.name, array(
        select s.series_key from series s
        where s.target_id = ${journeyId} and s.step = step.name
          and (${location}::text is null or s.location = ${location})
      ) as series_keys
    from step
    order by step.nr`);

/** The status changes since `since`, and the one before it, oldest first. */
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

/** The slot of the first stored result since then; null if there is none. */
export const findFirstResultSlot = (
  db: Db,
  orgId: string,
  { seriesKeys, since }: { seriesKeys: readonly number[]; since: Date },
) =>
  db.find<{ slot: Date | null }>(sql`
    select min(first.slot) as slot
    from series s
    join target t on t.id = s.target_id
    cross join lateral (
      select slot from ${storedResults({
        ...{ columns: sql`series_key, slot`, seriesKey: sql`s.series_key`, from: since },
        closest: { end: "oldest", results: 1 },
      })} r
      where series_key = s.series_key and slot >= ${since}
      order by slot limit 1
    ) first
    where t.org_id = ${orgId} and ${isOneOf(sql`s.series_key`, seriesKeys, sql`integer[]`)}`);

/** Slots without a result in the window. For a gap that crosses the boundary, only the slots inside. */
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
      -- A gap of one slot has no step; any value works.
      cross join lateral (
        select coalesce(extract(epoch from to_slot - from_slot) / nullif(slots - 1, 0), 1) as step_seconds
      ) step
      where series_key = s.series_key and from_slot < ${to} and to_slot >= ${from}
      group by kind
    ) g
    where t.org_id = ${orgId} and ${isOneOf(sql`s.series_key`, seriesKeys, sql`integer[]`)}
    group by g.kind`);
