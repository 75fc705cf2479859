import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/* The series of targets. Series of steps belong to the module that records steps. */

/** Adds locations, or reactivates them with a reset status; active ones are left unchanged. */
export const addLocations = (
  db: Db,
  orgId: OrgId,
  { id, locations, now }: { id: TargetId; locations: readonly string[]; now: Date },
) =>
  db.defer(sql`
    insert into series as s (target_id, location, status_since)
    select t.id, given.location, ${now}::timestamptz
    from target t cross join unnest(${textArray(locations)}::text[]) as given (location)
    where t.org_id = ${orgId} and t.id = ${id}
    on conflict (target_id, location, step) do update
      set active = true, status = 'pending', status_since = excluded.status_since, consecutive_failures = 0,
      consecutive_errors = 0
      where not s.active`);

/** Deactivates a location and keeps its history. */
export const dropOtherLocations = (
  db: Db,
  orgId: OrgId,
  { id, locations }: { id: TargetId; locations: readonly string[] },
) =>
  db.run(sql`
    update series s set active = false
    from target t
    where t.org_id = ${orgId} and t.id = ${id} and s.target_id = t.id and s.step is null and s.active
      and s.location <> all(${textArray(locations)}::text[])`);

/** A status from before a pause is not valid after it. */
export const resetLocations = (db: Db, orgId: OrgId, { ids, now }: { ids: readonly TargetId[]; now: Date }) =>
  db.run(sql`
    update series s set status = 'pending', status_since = ${now}, consecutive_failures = 0,
      consecutive_errors = 0
    from target t
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[]) and s.target_id = t.id and s.step is null
      and s.active`);

export type SeriesRow = { series_key: number; location: string };

export const listSeries = (db: Db, orgId: OrgId, id: TargetId) =>
  db.rows<SeriesRow>(sql`
    select s.series_key, s.location from series s join target t on t.id = s.target_id
    where t.org_id = ${orgId} and t.id = ${id} and s.step is null and s.active
    order by s.series_key`);

export const insertStatusChange = (
  db: Db,
  orgId: OrgId,
  change: { id: TargetId; at: Date; status: MonitorStatus; previousStatus: MonitorStatus },
) =>
  db.run(sql`
    insert into status_change (target_id, at, status, previous_status)
    select id, ${change.at}::timestamptz, ${change.status}, ${change.previousStatus}
    from target where org_id = ${orgId} and id = ${change.id}`);
