import type { GroupId, OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

export type GroupRow = {
  id: GroupId;
  org_id: OrgId;
  parent_id: GroupId | null;
  name: string;
  description: string;
  position: number;
  rollup: GroupRollup;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, parent_id, name, description, position, rollup, created_at, updated_at`;

/** Serializes changes of the group tree of an organization until the transaction ends. */
export const lockGroups = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`groups of ${orgId}`}, 0))`);

/** All groups of an organization, in the order in which siblings are shown. */
export const listGroups = (db: Db, orgId: OrgId) =>
  db.rows<GroupRow>(sql`
    select ${COLUMNS} from target_group where org_id = ${orgId} order by position, name, id`);

/** Keeps the group until the transaction ends. */
export const lockGroup = (db: Db, orgId: OrgId, id: GroupId) =>
  db.find<{ id: GroupId }>(
    sql`select id from target_group where org_id = ${orgId} and id = ${id} for key share`,
  );

/** Inserts or updates a group. */
export const saveGroup = (db: Db, row: GroupRow) =>
  db.run(sql`
    insert into target_group (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.parent_id}, ${row.name}, ${row.description}, ${row.position},
      ${row.rollup}, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set parent_id = excluded.parent_id, name = excluded.name,
      description = excluded.description, position = excluded.position, rollup = excluded.rollup,
      updated_at = excluded.updated_at`);

/** Moves the targets of a group to another group, or out of all groups, and notifies the schedulers of each. */
export const moveTargetsOfGroup = (
  db: Db,
  orgId: OrgId,
  { from, to }: { from: GroupId; to: GroupId | null },
) =>
  db.run(sql`
    with held as materialized (
      select id from target where org_id = ${orgId} and group_id = ${from} order by id for no key update
    ), moved as (
      update target t set group_id = ${to}, revision = t.revision + 1 from held where t.id = held.id
      returning t.id, t.shard
    )
    select pg_notify('target_changed', shard || ':' || id) from moved`);

/** Notifies the schedulers to read the rules and maintenance windows that select groups again. */
export const touchGroupSelectors = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with rules as (
      update alert_rule set revision = revision + 1 where org_id = ${orgId} and selector ? 'groups' returning id
    ), windows as (
      update maintenance_window set updated_at = updated_at + interval '1 millisecond'
      where org_id = ${orgId} and selector ? 'groups' returning id
    )
    select pg_notify('alert_rules_changed', id::text) from rules
    union all select pg_notify('maintenance_windows_changed', id::text) from windows`);

export const moveGroupsOfGroup = (
  db: Db,
  orgId: OrgId,
  { from, to }: { from: GroupId; to: GroupId | null },
) => db.run(sql`update target_group set parent_id = ${to} where org_id = ${orgId} and parent_id = ${from}`);

export const deleteGroupRow = (db: Db, orgId: OrgId, id: GroupId) =>
  db.run(sql`delete from target_group where org_id = ${orgId} and id = ${id}`);

export type GroupedTargetRow = {
  id: TargetId;
  group_id: GroupId;
  status: MonitorStatus;
  created_at: Date;
};

export const listGroupedTargets = (db: Db, orgId: OrgId) =>
  db.rows<GroupedTargetRow>(sql`
    select id, group_id, status, created_at from target where org_id = ${orgId} and group_id is not null`);

/** The status changes of all grouped targets since `since`, and the one before it of each, oldest first. */
export const listGroupedChanges = (db: Db, orgId: OrgId, since: Date) =>
  db.rows<{ target_id: TargetId; at: Date; status: MonitorStatus; previous_status: MonitorStatus }>(sql`
    select c.target_id, c.at, c.status, c.previous_status
    from target t join status_change c on c.target_id = t.id
    where t.org_id = ${orgId} and t.group_id is not null and c.at >= coalesce((
        select max(earlier.at) from status_change earlier
        where earlier.target_id = t.id and earlier.at <= ${since}
      ), '-infinity')
    order by c.at`);
