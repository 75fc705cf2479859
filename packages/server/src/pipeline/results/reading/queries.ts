import type { CheckStatus, CheckTrigger } from "@vedette/contract/checks/check-run.ts";
import { RECENT_RESULTS } from "@vedette/contract/targets/monitor-list.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { openResults, RESULT_COLUMNS, storedResults } from "../closed/stored-results.ts";
import { STATUS_CODE, type StoredDetails } from "../recording/queries.ts";

/** A stored result with its keys resolved. */
export type ResultRow = {
  /** Microseconds since the epoch: slots of manual checks have this precision. */
  slot_us: number;
  series_key: number;
  monitor_id: string;
  location: string;
  runner: string;
  trigger: "s" | "m";
  status: "u" | "g" | "d" | "e";
  late_ms: number;
  response_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
  status_code: number | null;
  ip: string | null;
  tls_expires_at: Date | null;
  tls_issuer: string | null;
  tls_protocol: string | null;
  body_bytes: number | null;
  attempts: number;
  details: StoredDetails | null;
};

export const STATUS_OF: Record<ResultRow["status"], CheckStatus> = {
  u: "up",
  g: "degraded",
  d: "down",
  e: "error",
};
export const TRIGGER_OF: Record<ResultRow["trigger"], CheckTrigger> = { s: "schedule", m: "manual" };

/** A position in the order of results: by slot, then by series. */
export type ResultPosition = { slotUs: number; seriesKey: number };

export type ResultListRequest = {
  monitorId: string;
  /** Slots from `fromUs` (inclusive) to `toUs` (exclusive). */
  fromUs: number;
  toUs: number;
  /** The last result of the previous page; the list continues after it. */
  after: ResultPosition | null;
  location: string | null;
  /** Null for all. */
  statuses: readonly CheckStatus[] | null;
  order: "newest" | "oldest";
  limit: number;
  /** All results of the range are open. */
  isOpen: boolean;
};

/**
 * Lists results of a monitor in order. Reads each series from its own end of the index and only as far as the
 * page needs; days without a matching slot are not read.
 */
export function listResultRows(db: Db, orgId: string, request: ResultListRequest): Promise<ResultRow[]> {
  const { after, location, statuses, limit, order } = request;
  const isNewest = order === "newest";
  const [from, to] = [instant(request.fromUs), instant(request.toUs)];
  const source = request.isOpen
    ? openResults(RESULT_COLUMNS)
    : storedResults({
        ...{ columns: RESULT_COLUMNS, seriesKey: sql`s.series_key`, from, to, statuses },
        closest: { end: order, results: limit },
      });
  const direction = isNewest ? sql`desc` : sql`asc`;
  const bound = after && instant(after.slotUs);
  const follows =
    after === null
      ? sql`true`
      : isNewest
        ? sql`r.slot <= ${bound} and (r.slot < ${bound} or s.series_key < ${after.seriesKey})`
        : sql`r.slot >= ${bound} and (r.slot > ${bound} or s.series_key > ${after.seriesKey})`;
  return db.rows<ResultRow>(sql`
    select ${COLUMNS}
    from (
      select s.series_key, s.target_id as monitor_id, s.location
      from target m
      join series s on s.target_id = m.id
      where m.org_id = ${orgId} and m.id = ${request.monitorId}
        and (${location}::text is null or s.location = ${location})
    ) s
    cross join lateral (
      select r.* from ${source} r
      where r.series_key = s.series_key and r.slot >= ${from} and r.slot < ${to}
        and ${follows}
        and ${ofStatuses(statuses)}
      order by r.slot ${direction}
      limit ${limit}
    ) r
    join check_connection p on p.connection_key = r.connection_key
    order by r.slot ${direction}, s.series_key ${direction}
    limit ${limit}`);
}

export type BodyRow = { headers: Record<string, string>; body: string | null; body_truncated: boolean };

/** The kept response of a result of this monitor. */
export const findBody = (
  db: Db,
  { orgId, monitorId }: { orgId: string; monitorId: string },
  { slotUs, seriesKey }: ResultPosition,
) =>
  db.find<BodyRow>(sql`
    select b.headers, b.body, b.body_truncated
    from target m
    join series s on s.target_id = m.id
    join result_body b on b.series_key = s.series_key
    where m.org_id = ${orgId} and m.id = ${monitorId} and s.series_key = ${seriesKey}
      and b.slot = ${instant(slotUs)}`);

/** `<> 'u'` matches the partial index check_result_not_up, which contains all results except successes. */
function ofStatuses(statuses: readonly CheckStatus[] | null): Sql {
  if (statuses === null) return sql`true`;
  const codes = statuses.map((status) => STATUS_CODE[status]);
  const isOneOf = sql`r.status = any (${`{${codes.join(",")}}`}::"char"[])`;
  return statuses.includes("up") ? isOneOf : sql`r.status <> 'u' and ${isOneOf}`;
}

type NewestRequest = { from: Date; to?: Date; isOpen: boolean; limit: number };

const newestOf = (columns: Sql, { from, to, isOpen, limit }: NewestRequest): Sql =>
  isOpen
    ? openResults(columns)
    : storedResults({
        ...{ columns, seriesKey: sql`s.series_key`, from, ...(to && { to }) },
        closest: { end: "newest", results: limit },
      });

const COLUMNS = sql`(extract(epoch from r.slot) * 1000000)::float8 as slot_us, s.series_key, s.monitor_id,
  s.location, p.runner, r.trigger, r.status, r.late_ms, r.response_us, r.dns_us, r.connect_us, r.tls_us,
  r.ttfb_us, r.status_code, host(p.ip) as ip, p.tls_expires_at, p.tls_issuer, p.tls_protocol, r.body_bytes,
  r.attempts, r.details`;

/**
 * `to_timestamp` is immutable, so the planner can exclude days at once; epoch plus an interval is not. It
 * rounds to the microsecond, and a double is more precise than that until the year 2255.
 */
function instant(us: number) {
  return sql`to_timestamp(${us}::float8 / 1000000)`;
}

/** The creation time of a monitor: it has no earlier results. */
export const findCreatedAt = (db: Db, orgId: string, monitorId: string) =>
  db.find<{ created_at: Date }>(sql`
    select created_at from target where org_id = ${orgId} and id = ${monitorId}`);

export type LatestResultRow = {
  monitor_id: string;
  slot: Date;
  late_ms: number;
  response_us: number | null;
  tls_expires_at: Date | null;
  location: string;
  /** The failure, for a location that is still active. */
  message: string | null;
};

/**
 * The newest result of each series of these monitors since `from` and before `to`. Both bounds exclude partitions: the
 * statement looks into each other one for each series, and there are partitions of the next days.
 */
export const listLatestRows = (
  db: Db,
  orgId: string,
  { monitorIds, from, to, isOpen }: { monitorIds: readonly string[]; from: Date; to: Date; isOpen: boolean },
) =>
  db.rows<LatestResultRow>(sql`
    select s.target_id as monitor_id, r.slot, r.late_ms, r.response_us, p.tls_expires_at, s.location,
      case when s.active then r.details -> 'error' ->> 'message' end as message
    from target m
    join series s on s.target_id = m.id
    cross join lateral (
      select * from ${newestOf(sql`series_key, slot, late_ms, response_us, connection_key, details`, { from, to, isOpen, limit: 1 })} r
      where series_key = s.series_key and slot >= ${from} and slot < ${to}
      order by slot desc
      limit 1
    ) r
    join check_connection p on p.connection_key = r.connection_key
    where m.org_id = ${orgId} and ${isOneOf(sql`m.id`, monitorIds, sql`uuid[]`)}
    order by r.slot desc`);

export type RecentRow = {
  monitor_id: string;
  /**
   * Newest first, `RECENT_BYTES` each: slot in µs (int8), response time in µs or −1 (int4), late_ms (int2),
   * status (int2).
   */
  results: Buffer;
  /** The location of each result, separated by commas, which no location contains. */
  locations: string;
  /** The failures of some results, by their index. */
  messages: Record<string, string> | null;
};
export const RECENT_BYTES = 16;

/**
 * The newest results of each of these monitors, none older than `since`. One row per monitor: for 200
 * monitors, one row per result (6,000 rows) took 18 ms longer.
 */
export const listRecentRows = (
  db: Db,
  orgId: string,
  { monitorIds, since, isOpen }: { monitorIds: readonly string[]; since: Date; isOpen: boolean },
) =>
  db.rows<RecentRow>(sql`
    select m.id as monitor_id, r.results, r.locations, r.messages
    from target m
    cross join lateral (
      select string_agg(
          int8send((extract(epoch from slot) * 1000000)::bigint) || int4send(coalesce(response_us, -1))
          || int2send(late_ms) || int2send(status::integer::smallint),
          ''::bytea order by nr) as results,
        string_agg(location, ',' order by nr) as locations,
        json_object_agg(nr - 1, message) filter (where message is not null) as messages
      from (
        select own.*, s.location, own.details -> 'error' ->> 'message' as message,
          row_number() over (order by own.slot desc, s.series_key desc) as nr
        from series s
        cross join lateral (
          select * from ${newestOf(sql`series_key, slot, late_ms, status, response_us, details`, { from: since, isOpen, limit: RECENT_RESULTS })} r
          where series_key = s.series_key and slot >= ${since}
          order by slot desc
          limit ${RECENT_RESULTS}
        ) own
        where s.target_id = m.id
        order by nr
        limit ${RECENT_RESULTS}
      ) newest
    ) r
    where m.org_id = ${orgId} and m.id = any (${monitorIds}::uuid[]) and r.results is not null`);
