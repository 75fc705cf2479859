import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MONITOR_TYPES } from "@vedette/contract/targets/monitor-rules.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { TargetListQuery } from "@vedette/contract/targets/targets.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { andOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/* These queries cover the series of targets. Series of steps belong to the module that records steps. */

/** Adds locations, or reactivates them with a reset status; active ones are left unchanged. */
export const addLocations = (
  db: Db,
  orgId: OrgId,
  { id, locations, now }: { id: TargetId; locations: readonly string[]; now: Date },
) =>
  db.run(sql`
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
export const resetLocations = (db: Db, orgId: OrgId, { id, now }: { id: TargetId; now: Date }) =>
  db.run(sql`
    update series s set status = 'pending', status_since = ${now}, consecutive_failures = 0,
      consecutive_errors = 0
    from target t
    where t.org_id = ${orgId} and t.id = ${id} and s.target_id = t.id and s.step is null and s.active`);

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

/**
 * Returns those of the ids that are targets of the organization, and keeps these rows until the transaction
 * ends.
 */
export const lockTargets = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from target where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[]) order by id for key share`);

/** Serializes changes of dependencies in an organization until the transaction ends. */
export const lockParents = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`parents of ${orgId}`}, 0))`);

/** Returns those of the targets that depend on `id`, directly or indirectly. */
export const listDependents = (db: Db, orgId: OrgId, { id, ids }: { id: TargetId; ids: readonly string[] }) =>
  db.rows<{ id: string }>(sql`
    with recursive below (id) as (
      select t.id from target t where t.org_id = ${orgId} and t.id = ${id}
      union
      select p.child_id from below b join target_parent p on p.parent_id = b.id
    )
    select id from below where id = any(${textArray(ids)}::uuid[]) order by id`);

export const setParents = (
  db: Db,
  orgId: OrgId,
  { id, parents }: { id: TargetId; parents: readonly string[] },
) =>
  db.run(sql`
    with dropped as (
      delete from target_parent where child_id = ${id} and parent_id <> all(${textArray(parents)}::uuid[])
    )
    insert into target_parent (child_id, parent_id)
    select c.id, p.id from target c join target p on p.org_id = c.org_id
    where c.org_id = ${orgId} and c.id = ${id} and p.id = any(${textArray(parents)}::uuid[])
    on conflict do nothing`);

/** Notifies the schedulers when the transaction commits. */
export const notifyTargetChanged = (db: Db, { shard, id }: { shard: number; id: TargetId }) =>
  db.run(sql`select pg_notify('monitor_changed', ${`${shard}:${id}`})`);

const TABLES: Record<TargetKind, Sql> = {
  monitor: sql`monitor`,
  api_monitor: sql`api_monitor`,
  journey: sql`journey`,
};

export type SwitchedRow = { id: TargetId; name: string; previous_status: MonitorStatus; status_since: Date };

/**
 * Pauses targets because of the plan, or resumes those that it paused, and notifies the schedulers of each.
 */
export const switchTargets = (
  db: Db,
  orgId: OrgId,
  {
    kind,
    ids,
    status,
    now,
  }: { kind: TargetKind; ids: readonly TargetId[]; status: "paused" | "pending"; now: Date },
) => {
  const isResumed = status === "pending";
  const table = TABLES[kind];
  return db.rows<SwitchedRow>(sql`
    with held as materialized (
      select id, status, status_since from ${table}
      where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
        and case when ${isResumed} then paused_reason = 'plan' else enabled end
      order by id for update
    ), switched as (
      update ${table} t set enabled = ${isResumed}, paused_reason = ${isResumed ? null : "plan"}, status = ${status},
        status_since = greatest(${now}::timestamptz, held.status_since + interval '1 millisecond'),
        schedule_since = case when ${isResumed} then ${now} else t.schedule_since end,
        updated_at = ${now}, revision = t.revision + 1
      from held where t.id = held.id
      returning t.id, t.name, t.shard, t.status_since, held.status as previous_status
    ), logged as (
      insert into status_change (target_id, at, status, previous_status)
      select id, status_since, ${status}, previous_status from switched
    )
    select id, name, previous_status, status_since, pg_notify('monitor_changed', shard || ':' || id) from switched`);
};

/** Like `resetLocations`, for several targets. */
export const resetLocationsOf = (
  db: Db,
  orgId: OrgId,
  { ids, now }: { ids: readonly TargetId[]; now: Date },
) =>
  db.run(sql`
    update series s set status = 'pending', status_since = ${now}, consecutive_failures = 0,
      consecutive_errors = 0
    from target t
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[]) and s.target_id = t.id and s.step is null
      and s.active`);

export type ListedTargetRow = {
  id: TargetId;
  kind: TargetKind;
  name: string;
  type: (typeof MONITOR_TYPES)[number] | null;
  address: string | null;
  status: MonitorStatus;
  status_since: Date;
  status_reason: string | null;
  enabled: boolean;
  paused_reason: "plan" | null;
  tags: string[];
  created_at: Date;
};

/** An IPv6 address is put in brackets, to separate it from the port. */
const ADDRESS = sql`coalesce(url, case when host like '%:%' then '[' || host || ']' else host end || ':' || port)`;

const LISTED = sql`name, status, status_since, status_reason, enabled, paused_reason, tags, created_at`;

export const listTargets = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: TargetListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, LISTED_BY, position);
  const kinds = textArray(query.kind ?? TARGET_KINDS);
  return db.rows<ListedTargetRow>(sql`
    select * from (
      select id, 'monitor' as kind, type, ${ADDRESS} as address, ${LISTED} from monitor where org_id = ${orgId}
      union all
      select id, 'api_monitor', null, null, ${LISTED} from api_monitor where org_id = ${orgId}
      union all
      select id, 'journey', null, null, ${LISTED} from journey where org_id = ${orgId}
    ) as t
    where kind = any (${kinds}::text[])${andOneOf(sql`status`, query.status)}${after}${order} limit ${query.limit + 1}`);
};

const LISTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };
