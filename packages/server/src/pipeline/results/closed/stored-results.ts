import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/*
 * Reads results, wherever they are stored: open ones are in check_result, those of closed days in closed_day. All statements that
 * can reach further back than `OPEN_DAYS` read results by this, each in one snapshot, so that a day that is closed meanwhile is
 * read once.
 */

/** Results that are younger than so many days are open. Days are closed a day later at the earliest (`CLOSE_DAYS_MIN`). */
export const OPEN_DAYS = 4;

/** All columns of check_result. */
export const RESULT_COLUMNS: Sql = sql`series_key, slot, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes, connection_key,
  late_ms, status_code, attempts, status, trigger, details`;

export type StoredResultsRequest = {
  /** The columns of check_result that the statement uses; others are not decoded. */
  columns: Sql;
  /** The key of one series: a value, or a column of an earlier item of the `from` clause. */
  seriesKey: unknown;
  /**
   * Bounds of the slots, both inclusive: which days are decoded. Left out for no bound. The statement must repeat its own, exact
   * condition.
   */
  from?: unknown;
  to?: unknown;
  /** The only statuses that the statement is about. */
  statuses?: readonly CheckStatus[] | null;
  /** The statement needs only so many results, from this end of the range, of those with these statuses. */
  closest?: { end: "newest" | "oldest"; results: number };
};

/**
 * Returns a subquery for a `from` clause: all results of a series that are open, and those of its closed days within bounds. The
 * statement must name it, compare its series_key, and read it laterally if the key is a column.
 */
export function storedResults(request: StoredResultsRequest): Sql {
  return sql`(
    select ${request.columns} from check_result
    union all
    select ${request.columns} from ${sourceOf(request)}
  )`;
}

/** The same for closed results only. */
export const closedResults = (request: StoredResultsRequest): Sql =>
  sql`(select ${request.columns} from ${sourceOf(request)})`;

/** The same for open results only, for a range that ends where all results are open. */
export const openResults = (columns: Sql): Sql => sql`(select ${columns} from check_result)`;

/** The newest slot of a series' closed results that the schedule started. */
export const newestClosedSlot = (seriesKey: Sql): Sql => sql`(
    select max(slot) from closed_result
    where series_key = ${seriesKey} and trigger = 's' and day = (
      select max(day) from closed_day where series_key = ${seriesKey} and scheduled > 0
    )
  )`;

/** Whether all results since that time are open. */
export const isOpenSince = (fromMs: number, nowMs: number): boolean =>
  nowMs - fromMs <= OPEN_DAYS * 86_400_000;

function sourceOf(request: StoredResultsRequest): Sql {
  const { seriesKey, closest, columns } = request;
  const results = sql`closed_result where series_key = ${seriesKey} and ${daysOf(request)} and ${countOf(request)} > 0`;
  if (closest === undefined) return results;
  const isNewest = closest.end === "newest";
  const [from, direction] = isNewest ? [sql`>=`, sql`desc`] : [sql`<=`, sql`asc`];
  const count = sql`${closest.results + BOUNDARY_RESULTS}::bigint`;
  // First the day from which on there are enough, then the slot from which on there are, which decodes slots only.
  return sql`(
      select ${isNewest ? sql`max(day)` : sql`min(day)`} as last_day
      from (
        select day, sum(${isWithin(request)} * ${countOf(request)}) over (order by day ${direction} rows unbounded preceding) as total
        from closed_day where series_key = ${seriesKey} and ${daysOf(request)} and ${countOf(request)} > 0
      ) counted
      where total >= ${count}
    ) last
    cross join lateral (
      select ${isNewest ? sql`min(slot)` : sql`max(slot)`} as last_slot
      from (
        select slot from ${results} and (last_day is null or day ${from} last_day) and ${isAskedFor(request)}
        order by slot ${direction} limit ${count}
      ) nearest
    ) edge
    cross join lateral (
      select ${columns} from ${results}
        and day ${isNewest ? sql`> last_slot - interval '24 hours'` : sql`<= last_slot`}
        and slot ${from} last_slot and ${isAskedFor(request)}
      -- Keeps the order of the three: the planner would find the slot again for each day.
      offset 0
    ) closed`;
}

/** The statement may leave out the results at both bounds of its slots. */
const BOUNDARY_RESULTS = 2;

/** The days that a range touches. A slot of a day is less than 24 hours after its start. */
function daysOf({ from, to }: StoredResultsRequest): Sql {
  const since = from === undefined ? sql`true` : sql`day > ${from}::timestamptz - interval '24 hours'`;
  return to === undefined ? since : sql`${since} and day <= ${to}::timestamptz`;
}

/** 1 for a day all of whose results are in the range. */
function isWithin({ from, to }: StoredResultsRequest): Sql {
  const since = from === undefined ? sql`true` : sql`day >= ${from}::timestamptz`;
  const until = to === undefined ? sql`true` : sql`day + interval '24 hours' <= ${to}::timestamptz`;
  return sql`(${since} and ${until})::integer`;
}

/** Whether a result is in the range and has one of the statuses. */
function isAskedFor({ from, to, statuses }: StoredResultsRequest): Sql {
  const since = from === undefined ? sql`true` : sql`slot >= ${from}::timestamptz`;
  const until = to === undefined ? sql`true` : sql`slot <= ${to}::timestamptz`;
  const letters = statuses?.map((status) => COUNTS[status].letter).join(",");
  return letters === undefined
    ? sql`${since} and ${until}`
    : sql`${since} and ${until} and status = any (${`{${letters}}`}::"char"[])`;
}

/** The letter of a status, and the number of results of a day that have it. */
const COUNTS: Record<CheckStatus, { letter: string; count: Sql }> = {
  up: { letter: "u", count: sql`(results - degraded - down - errors)` },
  degraded: { letter: "g", count: sql`degraded` },
  down: { letter: "d", count: sql`down` },
  error: { letter: "e", count: sql`errors` },
};

/** The number of results of a day that the statement is about. */
function countOf({ statuses }: StoredResultsRequest): Sql {
  if (!statuses) return sql`results`;
  const [first = sql`0`, ...others] = statuses.map((status) => COUNTS[status].count);
  return sql`(${others.reduce((sum, count) => sql`${sum} + ${count}`, first)})`;
}
