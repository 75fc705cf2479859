import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* History from other monitoring tools: rollups and status changes that are marked as imported. */

export type TargetToFill = {
  series_key: number;
  /** When Vedette created the target, also if an earlier import moved its `created_at`. */
  target_created_at: Date;
  /** Its status at that time. */
  initial_status: MonitorStatus;
};

/** Locks the target. Null if the organization has no such target. */
export const findTargetToFill = (db: Db, orgId: OrgId, targetId: TargetId) =>
  db.find<TargetToFill>(sql`
    select s.series_key, coalesce(h.target_created_at, t.created_at) as target_created_at,
      coalesce((
        select c.previous_status from status_change c
        where c.target_id = t.id and not c.imported order by c.at limit 1
      ), t.status) as initial_status
    from target t
    cross join lateral (
      select series_key from series where target_id = t.id and step is null
      order by active desc, series_key limit 1
    ) s
    left join imported_history h on h.target_id = t.id
    where t.org_id = ${orgId} and t.id = ${targetId}
    for update of t`);

/** Deletes what an earlier import has stored. */
export async function deleteImported(
  db: Db,
  { targetId, seriesKey }: { targetId: TargetId; seriesKey: number },
): Promise<void> {
  await db.run(sql`delete from result_rollup_hour where series_key = ${seriesKey} and imported`);
  await db.run(sql`delete from result_rollup_day where series_key = ${seriesKey} and imported`);
  await db.run(sql`delete from status_change where target_id = ${targetId} and imported`);
}

/** A rollup of imported checks; times in microseconds, null if none was measured. */
export type ImportedRollup = {
  atMs: number;
  total: number;
  failed: number;
  measured: number;
  sumUs: number;
  minUs: number | null;
  maxUs: number | null;
};

const TABLES = { hour: sql`result_rollup_hour`, day: sql`result_rollup_day` };

/** Results of Vedette itself take precedence. */
export const insertImportedRollups = (
  db: Db,
  table: keyof typeof TABLES,
  { seriesKey, rollups }: { seriesKey: number; rollups: readonly ImportedRollup[] },
) =>
  db.run(sql`
    insert into ${TABLES[table]} (series_key, at, total, failed, measured, response_us_sum, response_us_min,
      response_us_max, imported)
    select ${seriesKey}, to_timestamp(at_ms / 1000.0), total, failed, measured, sum_us, min_us, max_us, true
    from unnest(
      ${intArray(rollups.map(({ atMs }) => atMs))}::bigint[],
      ${intArray(rollups.map(({ total }) => total))}::integer[],
      ${intArray(rollups.map(({ failed }) => failed))}::integer[],
      ${intArray(rollups.map(({ measured }) => measured))}::integer[],
      ${intArray(rollups.map(({ sumUs }) => sumUs))}::bigint[],
      ${intArray(rollups.map(({ minUs }) => minUs))}::integer[],
      ${intArray(rollups.map(({ maxUs }) => maxUs))}::integer[]
    ) as r (at_ms, total, failed, measured, sum_us, min_us, max_us)
    on conflict (series_key, at) do nothing`);

export type ImportedChange = { atMs: number; status: MonitorStatus; previousStatus: MonitorStatus };

export const insertImportedChanges = (db: Db, targetId: TargetId, changes: readonly ImportedChange[]) =>
  db.run(sql`
    insert into status_change (target_id, at, status, previous_status, imported)
    select ${targetId}, to_timestamp(at_ms / 1000.0), status, previous_status, true
    from unnest(
      ${intArray(changes.map(({ atMs }) => atMs))}::bigint[],
      ${textArray(changes.map(({ status }) => status))}::text[],
      ${textArray(changes.map(({ previousStatus }) => previousStatus))}::text[]
    ) as c (at_ms, status, previous_status)
    on conflict (target_id, at) do nothing`);

export type ImportedRange = {
  targetId: TargetId;
  source: string;
  from: Date;
  to: Date;
  targetCreatedAt: Date;
  now: Date;
};

/** The history of a target begins with what was imported: every reader of uptime starts at `created_at`. */
export async function saveImportedRange(db: Db, orgId: OrgId, range: ImportedRange): Promise<void> {
  const { targetId, source, from, to, targetCreatedAt, now } = range;
  await db.run(sql`
    insert into imported_history (target_id, org_id, source, from_at, to_at, target_created_at, imported_at)
    values (${targetId}, ${orgId}, ${source}, ${from}, ${to}, ${targetCreatedAt}, ${now})
    on conflict (target_id) do update set source = excluded.source, from_at = excluded.from_at,
      to_at = excluded.to_at, imported_at = excluded.imported_at`);
  await db.run(sql`
    update target set created_at = least(${from}::timestamptz, ${targetCreatedAt}::timestamptz)
    where org_id = ${orgId} and id = ${targetId}`);
}
