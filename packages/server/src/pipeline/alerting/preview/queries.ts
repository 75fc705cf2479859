import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type HistoryRange = { targetId: string; fromMs: number; toMs: number };

/** Bytes of one result in `encoded`. */
export const ENCODED_RESULT_BYTES = 18;

/**
 * A target's results in a time range, as one byte string per series: a row per result costs more than its
 * numbers. A result is its slot in microseconds (8 bytes), its response time or −1 (4), the key of its
 * connection facts (4) and its status: 0 up, 1 degraded, 2 down (2).
 */
export const listEncodedResults = (db: Db, orgId: OrgId, { targetId, fromMs, toMs }: HistoryRange) =>
  db.rows<{ series_key: number; encoded: Buffer }>(sql`
    select s.series_key, r.encoded
    from target t
    join series s on s.target_id = t.id and s.step is null
    cross join lateral (
      select string_agg(
        int8send((extract(epoch from slot) * 1000000)::int8) || int4send(coalesce(response_us, -1))
          || int4send(connection_key) || int2send(case status when 'd' then 2 when 'g' then 1 else 0 end::int2),
        ''::bytea order by slot) as encoded
      from check_result
      where series_key = s.series_key and slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)}
        -- Results without a verdict neither open nor resolve an alert.
        and status <> 'e'
    ) r
    where t.org_id = ${orgId} and t.id = ${targetId} and r.encoded is not null
    order by s.series_key`);

export const listPreviewSeries = (db: Db, orgId: OrgId, targetId: string) =>
  db.rows<{ series_key: number; location: string; active: boolean }>(sql`
    select s.series_key, s.location, s.active from target t join series s on s.target_id = t.id
    where t.org_id = ${orgId} and t.id = ${targetId} and s.step is null order by s.series_key`);

/**
 * Certificate expiries of these connection facts, if they have one. Connection facts belong to no
 * organization.
 */
export const listExpiries = (db: Db, connectionKeys: readonly number[]) =>
  db.rows<{ connection_key: number; expires_at: Date }>(sql`
    select connection_key, tls_expires_at as expires_at from check_connection
    where connection_key = any(${connectionKeys}::int4[]) and tls_expires_at is not null`);

/** The visual differences of runs with a comparison. */
export const listDiffs = (db: Db, orgId: OrgId, { targetId, fromMs, toMs }: HistoryRange) =>
  db.rows<{ id: string; location: string; slot_us: number; percent: number }>(sql`
    select id, location, (extract(epoch from slot) * 1000000)::float8 as slot_us,
      visual_diff_percent::float8 as percent
    from run
    where org_id = ${orgId} and target_id = ${targetId} and slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)}
      and finished_at is not null and visual_diff_percent is not null`);
