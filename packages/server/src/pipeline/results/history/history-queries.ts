import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../closed/stored-results.ts";
import { type MissedRow, missedUntil } from "../observed/missed-queries.ts";

export type OutageRow = {
  at: Date;
  ended_at: Date | null;
  next_status: MonitorStatus | null;
  error: { code: string; message: string } | null;
  location: string | null;
  series_key: number | null;
  slot_us: number | null;
  run_id: string | null;
};

export type OutageRequest = {
  targetId: string;
  from: Date | null;
  to: Date;
  /** Only outages that started before it. */
  before: Date | null;
  limit: number;
};

/**
 * The outages of a target that overlap a time, newest first, each with the failed result that started it: the last
 * one of any location when the status changed. The partial index check_result_not_up finds it.
 */
export const listOutageRows = (db: Db, orgId: string, { targetId, from, to, before, limit }: OutageRequest) =>
  db.rows<OutageRow>(sql`
    select c.at, n.at as ended_at, n.status as next_status, coalesce(f.error, r.error) as error, f.location,
      f.series_key, f.slot_us, r.id as run_id
    from (
      select c.target_id, c.at from target t join status_change c on c.target_id = t.id
      where t.org_id = ${orgId} and t.id = ${targetId} and c.status = 'down' and c.previous_status <> 'down'
        and c.at < ${to} and (${before}::timestamptz is null or c.at < ${before})
        -- The last change before the time may be the start of an outage that goes on in it.
        and c.at >= coalesce((
          select max(earlier.at) from status_change earlier
          where earlier.target_id = ${targetId} and earlier.at <= ${from}
        ), '-infinity')
      order by c.at desc limit ${limit}
    ) c
    left join lateral (
      select at, status from status_change where target_id = c.target_id and at > c.at order by at limit 1
    ) n on true
    ${FIRST_FAILURE}
    order by c.at desc`);

/**
 * Joins the failed result that started the outage `c` of a target: `f` is the last one of any location, and `r` its run. The
 * error is in one of them.
 */
export const FIRST_FAILURE: Sql = sql`
  left join lateral (
    select s.location, s.series_key, found.slot, found.error,
      (extract(epoch from found.slot) * 1000000)::float8 as slot_us
    from series s
    cross join lateral (
      select slot, case when details ? 'error' then jsonb_build_object(
          'code', details -> 'error' -> 'code', 'message', details -> 'error' -> 'message') end as error
      from ${storedResults({
        ...{
          columns: sql`series_key, slot, status, details`,
          seriesKey: sql`s.series_key`,
          statuses: ["down"],
        },
        ...{ from: sql`(c.at - interval '1 day')`, to: sql`c.at` },
      })} r
      where series_key = s.series_key and status <> 'u' and status = 'd'
        and slot <= c.at and slot > c.at - interval '1 day'
      order by slot desc limit 1
    ) found
    where s.target_id = c.target_id and s.step is null
    order by found.slot desc limit 1
  ) f on true
  left join lateral (
    select id, case when error is not null then
        jsonb_build_object('code', error -> 'code', 'message', error -> 'message') end as error
    from run where target_id = c.target_id and location = f.location and slot = f.slot
  ) r on true`;

export const findTargetKind = (db: Db, orgId: string, id: string) =>
  db.find<{ kind: TargetKind }>(sql`select kind from target where org_id = ${orgId} and id = ${id}`);

/** The longest gaps of missed slots that overlap a time. */
export const listMissedRows = (
  db: Db,
  orgId: string,
  { targetId, from, to, limit }: { targetId: string; from: Date; to: Date; limit: number },
) =>
  db.rows<MissedRow>(sql`
    select s.location, g.from_slot as "from", ${missedUntil} as "to", g.slots, g.reason
    from target t
    join series s on s.target_id = t.id and s.step is null
    join slot_gap g on g.series_key = s.series_key
    where t.org_id = ${orgId} and t.id = ${targetId} and g.kind = 'missed'
      and g.from_slot < ${to} and ${missedUntil} > ${from}
    order by g.to_slot - g.from_slot desc, g.from_slot desc
    limit ${limit}`);
