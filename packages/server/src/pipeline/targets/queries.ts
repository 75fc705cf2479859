import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Sort } from "@vedette/contract/common/paging.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { isOneOf } from "../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import { LISTED_TARGETS, type ListedTargetRow, matches, type TargetFilters } from "./target-filters.ts";
import { TARGET_COLUMNS, type TargetFields, type TargetRow } from "./target-row.ts";
import type { TargetTable } from "./target-type.ts";

const select = ({ table, columns }: TargetTable) =>
  sql`select ${TARGET_COLUMNS}, ${columns} from target t join ${table} c on c.id = t.id`;

export const findTargetRow = <Row>(db: Db, orgId: OrgId, child: TargetTable, id: TargetId) =>
  db.find<Row>(sql`${select(child)} where t.org_id = ${orgId} and t.kind = ${child.kind} and t.id = ${id}`);

/**
 * Locks targets until the transaction ends, in the order of their ids, so that concurrent changes are serialized
 * without a deadlock. Returns their revisions.
 */
export const lockTargetRows = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<Pick<TargetRow, "id" | "revision">>(sql`
    select id, revision from target where org_id = ${orgId} and ${isOneOf(sql`id`, ids, sql`uuid[]`)}
    order by id for update`);

export type TargetPageQuery = TargetFilters & { sort: Sort; limit: number };

type PageRequest = { query: TargetPageQuery; position: CursorPosition | null };

/** Returns one row more than the limit if there is a next page. */
export const listTargetRows = <Row>(
  db: Db,
  orgId: OrgId,
  child: TargetTable,
  { query, position }: PageRequest,
) => db.rows<Row>(sql`${select(child)}${where(orgId, { ...query, kind: [child.kind] }, position)}`);

/** The same for targets of all kinds. */
export const listAllTargetRows = (db: Db, orgId: OrgId, { query, position }: PageRequest) =>
  db.rows<ListedTargetRow>(sql`${LISTED_TARGETS}${where(orgId, query, position)}`);

const SORTED_BY = { at: sql`t.created_at`, name: sql`t.name`, id: sql`t.id` };

function where(
  orgId: OrgId,
  { sort, limit, ...filters }: TargetPageQuery,
  position: CursorPosition | null,
): Sql {
  const { after, order } = keyset(sort, SORTED_BY, position);
  return sql`
    where ${matches(orgId, filters)}${after}${order}
    limit ${limit + 1}`;
}

export type NewTarget = {
  id: TargetId;
  kind: TargetKind;
  fields: TargetFields;
  status: MonitorStatus;
  shard: number;
  now: Date;
};

export const insertTargetRow = (db: Db, orgId: OrgId, { id, kind, fields, status, shard, now }: NewTarget) =>
  db.defer(sql`
    insert into target (id, org_id, kind, name, description, runbook_url, owner, group_id, address, tags, interval_ms,
      timeout_ms, max_retries, locations, enabled, status, status_since, schedule_since, shard, created_at, updated_at)
    values (${id}, ${orgId}, ${kind}, ${fields.name}, ${fields.description}, ${fields.runbook_url},
      ${fields.owner}, ${fields.group_id}, ${fields.address}, ${textArray(fields.tags)}::text[], ${fields.interval_ms}, ${fields.timeout_ms}, ${fields.max_retries},
      ${textArray(fields.locations)}::text[], ${fields.enabled}, ${status}, ${now}, ${now}, ${shard}, ${now}, ${now})`);

/** The columns of a target that follow from a change. */
export type StateAfterUpdate = Pick<TargetRow, "status" | "status_since" | "schedule_since">;

/** Resuming a target clears the reason of its pause. */
export const updateTargetRow = (
  db: Db,
  orgId: OrgId,
  { id, fields, state, now }: { id: TargetId; fields: TargetFields; state: StateAfterUpdate; now: Date },
) =>
  db.defer(sql`
    update target set name = ${fields.name}, description = ${fields.description},
      runbook_url = ${fields.runbook_url}, owner = ${fields.owner}, group_id = ${fields.group_id}, address = ${fields.address},
      tags = ${textArray(fields.tags)}::text[], interval_ms = ${fields.interval_ms}, timeout_ms = ${fields.timeout_ms},
      max_retries = ${fields.max_retries}, locations = ${textArray(fields.locations)}::text[],
      enabled = ${fields.enabled}, paused_reason = case when not ${fields.enabled} then paused_reason end,
      status = ${state.status}, status_since = ${state.status_since}, schedule_since = ${state.schedule_since},
      updated_at = ${now}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}`);

/** Deletes all targets of an organization, those in the trash too, and notifies the schedulers of each. */
export const deleteAllTargetRows = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with held as materialized (
      select id, shard from stored_target where org_id = ${orgId} order by id for update
    ), deleted as (
      delete from stored_target t using held where t.org_id = ${orgId} and t.id = held.id
    )
    select pg_notify('target_changed', shard || ':' || id) from held`);

/**
 * Makes the schedulers load a target again when the transaction commits. They compare the revision too, in case the
 * notification gets lost.
 */
export const touchTarget = (db: Db, orgId: OrgId, id: TargetId) =>
  db.run(sql`
    with touched as (
      update target set revision = revision + 1 where org_id = ${orgId} and id = ${id} returning id, shard
    )
    select pg_notify('target_changed', shard || ':' || id) from touched`);

/** Notifies the schedulers when the transaction commits. */
export const notifyTargetChanged = (db: Db, { shard, id }: { shard: number; id: TargetId }) =>
  db.defer(sql`select pg_notify('target_changed', ${`${shard}:${id}`})`);

export type SwitchedRow = {
  id: TargetId;
  kind: TargetKind;
  name: string;
  previous_status: MonitorStatus;
  status_since: Date;
};

/**
 * Pauses targets because of the plan, or resumes those that it paused, and notifies the schedulers of each.
 */
export const switchTargets = (
  db: Db,
  orgId: OrgId,
  { ids, status, now }: { ids: readonly TargetId[]; status: "paused" | "pending"; now: Date },
) => {
  const isResumed = status === "pending";
  return db.rows<SwitchedRow>(sql`
    with held as materialized (
      select id, status, status_since from target
      where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
        and case when ${isResumed} then paused_reason = 'plan' else enabled end
      order by id for update
    ), switched as (
      update target t set enabled = ${isResumed}, paused_reason = ${isResumed ? null : "plan"}, status = ${status},
        status_since = greatest(${now}::timestamptz, held.status_since + interval '1 millisecond'),
        schedule_since = case when ${isResumed} then ${now} else t.schedule_since end,
        updated_at = ${now}, revision = t.revision + 1
      from held where t.id = held.id
      returning t.id, t.kind, t.name, t.shard, t.status_since, held.status as previous_status
    ), logged as (
      insert into status_change (target_id, at, status, previous_status)
      select id, status_since, ${status}, previous_status from switched
    )
    select id, kind, name, previous_status, status_since, pg_notify('target_changed', shard || ':' || id)
    from switched`);
};
