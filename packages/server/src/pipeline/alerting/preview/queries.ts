import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { closedResults, storedResults } from "../../results/closed/stored-results.ts";

/*
 * Statements read many series at once. What they return of a series is one byte string: a row per hour or per
 * result costs more than its numbers. Series keys are those of `listPreviewSeries`, which checks the organization.
 */

export type PreviewSeriesRow = { target_id: string; series_key: number; location: string; active: boolean };

export const listPreviewSeries = (db: Db, orgId: OrgId, targetIds: readonly string[]) =>
  db.rows<PreviewSeriesRow>(sql`
    select s.target_id, s.series_key, s.location, s.active from target t join series s on s.target_id = t.id
    where t.org_id = ${orgId} and t.id = any(${textArray(targetIds)}::uuid[]) and s.step is null
    order by s.target_id, s.series_key`);

/** Counts the stored results of these series since that time, up to `countMax`. */
export async function countStoredResults(
  db: Db,
  { seriesKeys, since, countMax }: { seriesKeys: readonly number[]; since: Date; countMax: number },
): Promise<number> {
  const row = await db.find<{ stored: number }>(sql`
    select count(*)::int4 as stored from (
      select from unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)
      join lateral ${storedResults({ columns: sql`series_key, slot`, seriesKey: sql`s.series_key`, from: since })} r
        on r.series_key = s.series_key and r.slot >= ${since}
      limit ${countMax}
    ) counted`);
  return row?.stored ?? 0;
}

export type HoursOfSeries = { seriesKeys: readonly number[]; fromMs: number; toMs: number };

/** Bytes of an hour in `encoded`, before its sketch. */
export const ENCODED_HOUR_BYTES = 40;

/**
 * The rollups of whole hours. An hour is its number since the epoch, total, failed, errors and measured (4 bytes
 * each), the sum of its response times (8), their minimum and maximum or −1 (4 each), the length of the sketch (4)
 * and the sketch. Sketches are returned for hours with a response time above `sketchAboveUs`.
 */
export const listEncodedRollups = (
  db: Db,
  { seriesKeys, fromMs, toMs, sketchAboveUs }: HoursOfSeries & { sketchAboveUs: number },
) =>
  db.rows<{ series_key: number; encoded: Buffer }>(sql`
    select s.series_key, h.encoded
    from unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)
    cross join lateral (
      select string_agg(
        int4send((extract(epoch from at) / 3600)::int4) || int4send(total) || int4send(failed) || int4send(errors)
          || int4send(measured) || int8send(response_us_sum) || int4send(coalesce(response_us_min, -1))
          || int4send(coalesce(response_us_max, -1))
          || case when sketch is not null and response_us_max > ${sketchAboveUs}::float8
            then int4send(octet_length(sketch)) || sketch else int4send(0) end,
        ''::bytea) as encoded
      from result_rollup_hour
      where series_key = s.series_key and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}
    ) h
    where h.encoded is not null`);

/** The same, without sketches, counted from the results: for hours that are not rolled up yet. */
export const countEncodedHours = (db: Db, { seriesKeys, fromMs, toMs }: HoursOfSeries) =>
  db.rows<{ series_key: number; encoded: Buffer }>(sql`
    select s.series_key, h.encoded
    from unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)
    cross join lateral (
      select string_agg(
        int4send(hour) || int4send(total) || int4send(failed) || int4send(0) || int4send(measured)
          || int8send(response_us_sum) || int4send(response_us_min) || int4send(response_us_max) || int4send(0),
        ''::bytea) as encoded
      from (
        select floor(extract(epoch from slot) / 3600)::int4 as hour, count(*)::int4 as total,
          (count(*) filter (where status = 'd'))::int4 as failed, count(response_us)::int4 as measured,
          coalesce(sum(response_us), 0)::int8 as response_us_sum,
          coalesce(min(response_us), -1) as response_us_min, coalesce(max(response_us), -1) as response_us_max
        from ${storedResults({
          columns: sql`series_key, slot, status, response_us`,
          ...{ seriesKey: sql`s.series_key`, from: new Date(fromMs), to: new Date(toMs) },
        })} r
        where series_key = s.series_key and slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)} and status <> 'e'
        group by 1
      ) counted
    ) h
    where h.encoded is not null`);

const JUDGED = ["up", "degraded", "down"] as const;

/** Bytes of one result in `results`, and of one slot and one other result in the columns of `listEncodedStatuses`. */
export const ENCODED_BYTES = { result: 16, slot: 8, other: 9 };

export type ResultRange = { seriesKey: number; fromMs: number; toMs: number };

const resultRows = (ranges: readonly ResultRange[]) => sql`unnest(
    ${intArray(ranges.map((range) => range.seriesKey))}::int4[],
    ${intArray(ranges.map((range) => range.fromMs))}::float8[],
    ${intArray(ranges.map((range) => range.toMs))}::float8[]
  ) with ordinality as g (series_key, from_ms, to_ms, nr)`;

/** The bounds of all ranges are repeated, so that the planner excludes partitions of other days. */
const inRange = (ranges: readonly ResultRange[]) => sql`series_key = g.series_key
  and slot >= to_timestamp(g.from_ms / 1000) and slot < to_timestamp(g.to_ms / 1000)
  and slot >= ${new Date(Math.min(...ranges.map((range) => range.fromMs)))}
  and slot < ${new Date(Math.max(...ranges.map((range) => range.toMs)))}`;

const resultsOfRange = (columns: Sql, statuses: readonly CheckStatus[] | null = null): Sql =>
  storedResults({
    ...{ columns, statuses, seriesKey: sql`g.series_key` },
    ...{ from: sql`to_timestamp(g.from_ms / 1000)`, to: sql`to_timestamp(g.to_ms / 1000)` },
  });

/**
 * The results of series in time ranges that have a verdict, in slot order. A result is its slot in microseconds since
 * 2000 (8 bytes), its response time or −1 (4), and the key of its connection facts (4).
 */
export const listEncodedResults = (db: Db, ranges: readonly ResultRange[]) =>
  db.rows<{ nr: number; results: Buffer }>(sql`
    select g.nr::int4 as nr, r.results
    from ${resultRows(ranges)}
    cross join lateral (
      select string_agg(timestamptz_send(slot) || int4send(coalesce(response_us, -1)) || int4send(connection_key),
        ''::bytea order by slot) as results
      from ${resultsOfRange(sql`series_key, slot, status, response_us, connection_key`)} r
      where ${inRange(ranges)} and status <> 'e'
    ) r
    where r.results is not null`);

/**
 * The slots of series in time ranges, and which of them are not up: slot and letter of the status. Reads the indexes
 * only, but for results that are not up: a fifth of the time of `listEncodedResults`.
 */
export const listEncodedStatuses = (db: Db, ranges: readonly ResultRange[]) =>
  db.rows<{ nr: number; slots: Buffer; others: Buffer | null }>(sql`
    select g.nr::int4 as nr, r.slots, n.others
    from ${resultRows(ranges)}
    cross join lateral (
      select string_agg(timestamptz_send(slot), ''::bytea order by slot) as slots
      from ${resultsOfRange(sql`series_key, slot`)} r where ${inRange(ranges)}
    ) r
    left join lateral (
      select string_agg(timestamptz_send(slot) || charsend(status), ''::bytea order by slot) as others
      from ${resultsOfRange(sql`series_key, slot, status`, ["degraded", "down", "error"])} r
      where ${inRange(ranges)} and status <> 'u'
    ) n on true
    where r.slots is not null`);

export type TargetRange = { targetId: string; fromMs: number; toMs: number };

const rangeRows = (ranges: readonly TargetRange[]) => sql`unnest(
    ${textArray(ranges.map((range) => range.targetId))}::uuid[],
    ${intArray(ranges.map((range) => range.fromMs))}::float8[],
    ${intArray(ranges.map((range) => range.toMs))}::float8[]
  ) as g (target_id, from_ms, to_ms)`;

/** The visual differences of runs with a comparison. */
export const listDiffs = (db: Db, orgId: OrgId, ranges: readonly TargetRange[]) =>
  db.rows<{ id: string; target_id: string; location: string; slot_us: number; percent: number }>(sql`
    select r.id, r.target_id, r.location, (extract(epoch from r.slot) * 1000000)::float8 as slot_us,
      r.visual_diff_percent::float8 as percent
    from ${rangeRows(ranges)}
    join run r on r.target_id = g.target_id and r.slot >= to_timestamp(g.from_ms / 1000)
      and r.slot < to_timestamp(g.to_ms / 1000)
    where r.org_id = ${orgId} and r.finished_at is not null and r.visual_diff_percent is not null`);

export type SparseHourRow = { series_key: number; hour: number; min: number; max: number; newest: number };

/** The visual differences of each hour with a comparison. */
export const listDiffHours = (
  db: Db,
  orgId: OrgId,
  { targetIds, fromMs, toMs }: { targetIds: readonly string[]; fromMs: number; toMs: number },
) =>
  db.rows<SparseHourRow>(sql`
    select s.series_key, floor(extract(epoch from r.slot) / 3600)::int4 as hour,
      min(r.visual_diff_percent)::float8 as min, max(r.visual_diff_percent)::float8 as max,
      ((array_agg(r.visual_diff_percent order by r.slot desc))[1])::float8 as newest
    from unnest(${textArray(targetIds)}::uuid[]) as g (target_id)
    join series s on s.target_id = g.target_id and s.step is null
    join run r on r.target_id = g.target_id and r.location = s.location
      and r.slot >= ${new Date(fromMs)} and r.slot < ${new Date(toMs)}
    where r.org_id = ${orgId} and r.finished_at is not null and r.visual_diff_percent is not null
    group by 1, 2`);

/**
 * Certificate expiries of these connection facts, if they have one. Connection facts belong to no
 * organization.
 */
export const listExpiries = (db: Db, connectionKeys: readonly number[]) =>
  db.rows<{ connection_key: number; expires_at: Date }>(sql`
    select connection_key, tls_expires_at as expires_at from check_connection
    where connection_key = any(${intArray(connectionKeys)}::int4[]) and tls_expires_at is not null`);

/** Whether any certificate expires before that time. */
export const hasExpiryBefore = async (db: Db, before: Date): Promise<boolean> => {
  const row = await db.find<{ found: boolean }>(
    sql`select exists (select from check_connection where tls_expires_at <= ${before}) as found`,
  );
  return row?.found ?? false;
};

/**
 * The expiries of the certificates of the first and the last result in each step of some hours, in this order. Open results are
 * found by an index, step by step; each closed day is decoded once.
 */
export const sampleExpiries = (
  db: Db,
  { seriesKeys, fromMs, toMs, stepHours }: HoursOfSeries & { stepHours: number },
) => {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const step = sql`make_interval(hours => ${stepHours}::int4)`;
  const series = sql`unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)`;
  const inStep = sql`series_key = s.series_key and status <> 'e' and slot >= h.at and slot < h.at + ${step}
    -- Repeated, so that the planner excludes partitions of other days.
    and slot >= ${from} and slot < ${to}`;
  return db.rows<{ series_key: number; hour: number; expires_at_ms: number }>(sql`
    with closed as materialized (
      select s.series_key, date_bin(${step}, r.slot, ${from}::timestamptz) as at, min(r.slot) as first_slot,
        max(r.slot) as last_slot, (array_agg(r.connection_key order by r.slot))[1] as first_key,
        (array_agg(r.connection_key order by r.slot desc))[1] as last_key
      from ${series}
      cross join lateral ${closedResults({
        columns: sql`slot, status, connection_key`,
        ...{ seriesKey: sql`s.series_key`, from, to, statuses: JUDGED },
      })} r
      where r.status <> 'e' and r.slot >= ${from} and r.slot < ${to}
      group by 1, 2
    )
    select s.series_key, (extract(epoch from h.at) / 3600)::int4 as hour,
      (extract(epoch from c.tls_expires_at) * 1000)::float8 as expires_at_ms
    from ${series}
    cross join generate_series(${from}::timestamptz, ${new Date(toMs - 1)}::timestamptz, ${step}) as h (at)
    left join closed on closed.series_key = s.series_key and closed.at = h.at
    cross join lateral (
      (select 1 as nr, connection_key from (
          (select slot, connection_key from check_result where ${inStep} order by slot limit 1)
          union all
          select closed.first_slot, closed.first_key where closed.first_slot is not null
        ) first order by slot limit 1)
      union all
      (select 2, connection_key from (
          (select slot, connection_key from check_result where ${inStep} order by slot desc limit 1)
          union all
          select closed.last_slot, closed.last_key where closed.last_slot is not null
        ) last order by slot desc limit 1)
    ) r
    join check_connection c on c.connection_key = r.connection_key and c.tls_expires_at is not null
    order by s.series_key, h.at, r.nr`);
};

/** Enough for the largest threshold of a rule. */
const STREAK_MAX = 200;

const newestBefore = (before: Date, results: number): Sql =>
  storedResults({
    columns: sql`series_key, slot, status`,
    ...{ seriesKey: sql`s.series_key`, to: before, statuses: JUDGED, closest: { end: "newest", results } },
  });

/** The number of failures in a row just before that time, up to `STREAK_MAX`; without series that have no result. */
export const listFailureStreaks = (db: Db, seriesKeys: readonly number[], before: Date) =>
  db.rows<{ series_key: number; failures: number }>(sql`
    select s.series_key, case when last.status = 'd' then r.failures else 0 end as failures
    from unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)
    cross join lateral (
      select status from ${newestBefore(before, 1)} r
      where series_key = s.series_key and slot < ${before} and status <> 'e'
      order by slot desc limit 1
    ) last
    left join lateral (
      select count(*)::int4 as failures
      from (
        select count(*) filter (where status <> 'd') over (order by slot desc) as successes
        from (
          select slot, status from ${newestBefore(before, STREAK_MAX)} r
          where series_key = s.series_key and slot < ${before} and status <> 'e'
          order by slot desc limit ${STREAK_MAX}
        ) newest
      ) counted
      where successes = 0
    ) r on last.status = 'd'`);

export type NewestValueRow = { series_key: number; value: number };
type BeforeStart = { seriesKeys: readonly number[]; since: Date; before: Date };

/** The expiry of the newest certificate of each series in that time. */
export const listExpiriesBefore = (db: Db, { seriesKeys, since, before }: BeforeStart) =>
  db.rows<NewestValueRow>(sql`
    select s.series_key, (extract(epoch from r.tls_expires_at) * 1000)::float8 as value
    from unnest(${intArray(seriesKeys)}::int4[]) as s (series_key)
    cross join lateral (
      select c.tls_expires_at
      from ${storedResults({
        columns: sql`series_key, slot, status, connection_key`,
        ...{ seriesKey: sql`s.series_key`, from: since, to: before },
      })} r
      join check_connection c on c.connection_key = r.connection_key
      where r.series_key = s.series_key and r.slot >= ${since} and r.slot < ${before} and c.tls_expires_at is not null
        and r.status <> 'e'
      order by r.slot desc limit 1
    ) r`);

/** The visual difference of the newest comparison of each series in that time. */
export const listDiffsBefore = (db: Db, { seriesKeys, since, before }: BeforeStart) =>
  db.rows<NewestValueRow>(sql`
    select s.series_key, r.visual_diff_percent::float8 as value
    from series s
    cross join lateral (
      select visual_diff_percent from run
      where target_id = s.target_id and location = s.location and slot >= ${since} and slot < ${before}
        and finished_at is not null and visual_diff_percent is not null
      order by slot desc limit 1
    ) r
    where s.series_key = any(${intArray(seriesKeys)}::int4[])`);
