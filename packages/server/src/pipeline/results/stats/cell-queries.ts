import type { Db } from "../../../platform/storage/database.ts";
import { isOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { CountedResults, StoredFacts } from "../rollups/rollup.ts";
import { notRolledUpFromMs, type StatsPlan } from "./window.ts";

/*
 * The summarized results of a window. Each statement uses one snapshot: a concurrent rollup moves results
 * into rollups, and each is seen in exactly one of the two. `rolledUpTo` is the rollup progress of a moment
 * ago; it lets the planner exclude the days before it.
 */

export type CellRequest = { seriesKeys: readonly number[]; plan: StatsPlan; rolledUpTo: Date | null };

/** Part of a series: a rollup, or counted results, with `measured` null. */
export type StatsCell = { series_key: number; at_ms: number } & (
  | (StoredFacts & { response_us: null })
  | (CountedResults & { measured: null })
);

/** `isImported` is whether the target has imported history: only then imported days are looked for. */
export const listStatsCells = (
  db: Db,
  orgId: string,
  { isImported, ...request }: CellRequest & { isImported: boolean },
) =>
  db.rows<StatsCell>(sql`
    ${readSeries(orgId, request)}
    select d.series_key, ${epochMs(sql`d.at`)} as at_ms, d.total, d.failed, d.errors, d.retried, null::bytea as response_us,
      d.measured, d.response_us_sum, d.response_us_min, d.response_us_max, d.sketch
    from ${days(request)} d
    union all
    select h.series_key, ${epochMs(sql`h.at`)}, h.total, h.failed, h.errors, h.retried, null,
      h.measured, h.response_us_sum, h.response_us_min, h.response_us_max, h.sketch
    from ${hours(request)} h
    union all
    ${isImported ? importedCells(request) : sql``}${notRolledUp(
      request,
      (condition) => sql`
      select s.series_key, c.*, null, null, null, null, null
      from read s
      cross join lateral (
        select ${epochMs(pointOf(sql`r.slot`, request.plan))} as at_ms,
          count(*)::integer as total,
          (count(*) filter (where r.status = 'd'))::integer as failed,
          (count(*) filter (where r.status = 'e'))::integer as errors,
          (count(*) filter (where r.attempts > 1 and r.status not in ('d', 'e')))::integer as retried,
          string_agg(int4send(r.response_us), ''::bytea) as response_us
        from check_result r
        where r.series_key = s.series_key and ${condition}
        group by 1
      ) c`,
    )}`);

export type PhasePoint = {
  at_ms: number;
  /**
   * The number of results with known phases, and the sums of their times; a sum is null if no result reached
   * the phase.
   */
  known: number;
  response_us: number;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
};

/** The phases of each point of the window over all these series; points without known phases are left out. */
export const listPhasePoints = (db: Db, orgId: string, request: CellRequest) =>
  db.rows<PhasePoint>(sql`
    ${readSeries(orgId, request)}, part as (
      select d.at, d.measured, d.response_us_sum, ${ROLLUP_PHASES} from ${days(request)} d
      union all
      select h.at, h.measured, h.response_us_sum, ${ROLLUP_PHASES} from ${hours(request)} h
      union all
      ${notRolledUp(
        request,
        (condition) => sql`
        select c.*
        from read s
        cross join lateral (
          select ${pointOf(sql`r.slot`, request.plan)} as at, count(*) as measured,
            sum(r.response_us) as response_us_sum, sum(r.dns_us) as dns_us_sum, sum(r.connect_us) as connect_us_sum,
            sum(r.tls_us) as tls_us_sum, sum(r.ttfb_us) as ttfb_us_sum
          from check_result r
          where r.series_key = s.series_key and ${condition} and r.response_us is not null
          group by 1
        ) c`,
      )}
    )
    select ${epochMs(pointOf(sql`at`, request.plan))} as at_ms, sum(measured)::float8 as known,
      sum(response_us_sum)::float8 as response_us, sum(dns_us_sum)::float8 as dns_us,
      sum(connect_us_sum)::float8 as connect_us, sum(tls_us_sum)::float8 as tls_us, sum(ttfb_us_sum)::float8 as ttfb_us
    from part
    where num_nonnulls(dns_us_sum, connect_us_sum, tls_us_sum, ttfb_us_sum) > 0
    group by 1`);

const ROLLUP_PHASES = sql`dns_us_sum, connect_us_sum, tls_us_sum, ttfb_us_sum`;

/** The series, as `read`, each with the instant before which it is rolled up. */
function readSeries(orgId: string, { seriesKeys }: CellRequest): Sql {
  return sql`
    with read as (
      select s.series_key,
        coalesce((
          select case when s.series_key <= p.series_key then p.hour + interval '1 hour' else p.hour end
          from rollup_progress p
        ), '-infinity') as folded_to
      from series s
      join target t on t.id = s.target_id
      where t.org_id = ${orgId} and ${isOneOf(sql`s.series_key`, seriesKeys, sql`integer[]`)}
    )`;
}

/**
 * `offset 0` keeps each lateral a loop over the index. Flattened into a join, the planner read the hours of
 * all monitors: 30 days took 27 ms instead of 4, with only 55 monitors.
 */
function days({ plan }: CellRequest): Sql {
  return sql`read s
    cross join lateral (
      select * from result_rollup_day
      where series_key = s.series_key
        and at >= ${new Date(plan.daysFromMs)} and at < ${new Date(plan.daysToMs)}
        and at + interval '24 hours' <= s.folded_to
      offset 0
    )`;
}

function hours({ plan }: CellRequest): Sql {
  return sql`read s
    cross join lateral (
      select * from result_rollup_hour
      where series_key = s.series_key
        and at >= ${new Date(plan.hoursFromMs)} and at < ${new Date(plan.hoursToMs)} and at < s.folded_to
        and not (
          at >= ${new Date(plan.daysFromMs)} and at < ${new Date(plan.daysToMs)}
          and date_trunc('day', at, 'UTC') + interval '24 hours' <= s.folded_to
        )
      offset 0
    )`;
}

/**
 * Days from another tool that has no hours of them: where hours are read, such a day is one cell at its start. Reads only
 * the partial index of imported days.
 */
function importedDays({ plan }: CellRequest): Sql {
  return sql`read s
    cross join lateral (
      select * from result_rollup_day d
      where d.series_key = s.series_key and d.imported
        and d.at >= ${new Date(plan.hoursFromMs)} and d.at < ${new Date(plan.hoursToMs)}
        and not (
          d.at >= ${new Date(plan.daysFromMs)} and d.at < ${new Date(plan.daysToMs)}
          and d.at + interval '24 hours' <= s.folded_to
        )
        and not exists (
          select from result_rollup_hour h
          where h.series_key = d.series_key and h.at >= d.at and h.at < d.at + interval '24 hours'
        )
      offset 0
    )`;
}

/** Followed by the next part of the union. Planning it takes a tenth of a millisecond, which most targets do not need. */
const importedCells = (request: CellRequest): Sql => sql`
    select i.series_key, ${epochMs(sql`i.at`)}, i.total, i.failed, i.errors, i.retried, null,
      i.measured, i.response_us_sum, i.response_us_min, i.response_us_max, i.sketch
    from ${importedDays(request)} i
    union all
    `;

/** The remaining results: before the first whole hour, and those not in a rollup yet. */
function notRolledUp({ plan, rolledUpTo }: CellRequest, select: (condition: Sql) => Sql): Sql {
  const before = sql`r.slot >= ${new Date(plan.fromMs)} and r.slot < ${new Date(plan.hoursFromMs)}`;
  const after = sql`r.slot >= ${new Date(notRolledUpFromMs(plan, rolledUpTo))} and r.slot < ${new Date(plan.toMs)}
    and r.slot >= greatest(${new Date(plan.hoursFromMs)}, least(${new Date(plan.hoursToMs)}, s.folded_to))`;
  return sql`${select(before)} union all ${select(after)}`;
}

/**
 * Results are counted by the points of the response's series: fewer groups are not needed, more would cost
 * time.
 */
function pointOf(instant: Sql, { bucketMs }: StatsPlan): Sql {
  return sql`date_bin(${bucketMs}::float8 * interval '1 millisecond', ${instant}, timestamptz 'epoch')`;
}

function epochMs(instant: Sql): Sql {
  return sql`(extract(epoch from ${instant}) * 1000)::float8`;
}
