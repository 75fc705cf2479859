import type { StepTexts } from "@vedette/contract/api-monitors/api-step-texts.ts";
import type { ApiMonitorId, JourneyId, MonitorId, OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import type { MonitorDefinition } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { TemplatedTexts } from "@vedette/contract/variables/templated-texts.ts";
import type { VariableListQuery, VariableType } from "@vedette/contract/variables/variables.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type VariableRow = {
  id: string;
  org_id: OrgId;
  name: string;
  type: VariableType;
  value: string | null;
  encrypted_value: Buffer | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, type, value, encrypted_value, version, created_at, updated_at`;

export const listVariables = (
  db: Db,
  orgId: OrgId,
  { query, position, limit }: { query: VariableListQuery; position: CursorPosition | null; limit: number },
) => {
  const { after, order } = keyset(
    query.sort,
    { at: sql`created_at`, name: sql`name`, id: sql`id` },
    position,
  );
  const byType = query.type ? sql` and type = ${query.type}` : sql``;
  return db.rows<VariableRow>(
    sql`select ${COLUMNS} from variable where org_id = ${orgId}${byType}${after}${order} limit ${limit}`,
  );
};

export const findVariable = (db: Db, orgId: OrgId, id: string) =>
  db.find<VariableRow>(sql`select ${COLUMNS} from variable where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends: changes of the variable and new references to it wait. */
export const findVariableForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<VariableRow>(
    sql`select ${COLUMNS} from variable where org_id = ${orgId} and id = ${id} for update`,
  );

/** Inserts nothing if the name is taken. */
export const insertVariable = (db: Db, orgId: OrgId, row: VariableRow) =>
  db.run(sql`
    insert into variable (id, org_id, name, type, value, encrypted_value, version, created_at, updated_at)
    values (${row.id}, ${orgId}, ${row.name}, ${row.type}, ${row.value}, ${row.encrypted_value}, ${row.version},
      ${row.created_at}, ${row.updated_at})
    on conflict (org_id, name) do nothing`);

export const updateVariable = (db: Db, orgId: OrgId, row: VariableRow) =>
  db.run(sql`
    update variable set name = ${row.name}, type = ${row.type}, value = ${row.value}, encrypted_value = ${row.encrypted_value},
      version = ${row.version}, updated_at = ${row.updated_at}
    where org_id = ${orgId} and id = ${row.id}`);

/** Targets in the trash do not keep a variable: they need it again to be restored. */
export const deleteVariable = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    with freed as (
      delete from variable_reference u using stored_target t
      where t.org_id = ${orgId} and u.variable_id = ${id} and t.id = u.target_id and t.deleted_at is not null
    )
    delete from variable where org_id = ${orgId} and id = ${id}`);

/**
 * Deletes the stored responses of create requests, which are kept for a day for idempotency, when a value
 * becomes secret. Scans them all, because that is rare.
 */
export const deleteResponses = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    delete from idempotency_key
    where response -> 'data' ->> 'org_id' = ${orgId} and response -> 'data' ->> 'id' = ${id}`);

/** Monitors that use a variable are of a kind with templated fields. */
export type MonitorUserRow = MonitorDefinition & { id: MonitorId; name: string; config: TemplatedTexts };

/** The monitors that reference a variable, in batches. */
export const listMonitorUsers = (
  db: Db,
  orgId: OrgId,
  { id, after, limit }: { id: string; after: MonitorId | null; limit: number },
) =>
  db.rows<MonitorUserRow>(sql`
    select t.id, t.name, t.locations, t.tags, m.type, m.config
    from variable_reference u join target t on t.id = u.target_id join monitor m on m.id = t.id
    where t.org_id = ${orgId} and u.variable_id = ${id}
      and (${after}::uuid is null or u.target_id > ${after}::uuid)
    order by u.target_id limit ${limit}`);

export type UserRow = { kind: TargetKind; name: string };

/** The first targets that reference a variable, by kind. */
export const listUsers = (db: Db, orgId: OrgId, { id, limit }: { id: string; limit: number }) =>
  db.rows<UserRow>(sql`
    select t.kind, t.name from variable_reference u join target t on t.id = u.target_id
    where t.org_id = ${orgId} and u.variable_id = ${id}
    order by t.kind desc, t.id limit ${limit}`);

export const countUsers = async (db: Db, orgId: OrgId, id: string): Promise<number> => {
  const row = await db.find<{ users: number }>(sql`
    select count(*)::int4 as users from variable_reference u join target t on t.id = u.target_id
    where t.org_id = ${orgId} and u.variable_id = ${id}`);
  return row?.users ?? 0;
};

/** Notifies the schedulers, at the commit, to reload the targets that reference a variable. */
export const touchUsers = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    with held as materialized (
      select id from target
      where org_id = ${orgId} and id in (select target_id from variable_reference where variable_id = ${id})
      order by id for no key update
    ), touched as (
      update target t set revision = t.revision + 1 from held where t.id = held.id returning t.id, t.shard
    )
    select pg_notify('target_changed', shard || ':' || id) from touched`);

export type ApiMonitorTextsRow = {
  id: ApiMonitorId;
  variables: Record<string, string>;
  steps: StepTexts[];
};

/** API monitors whose steps contain a name, as a variable or by chance, in batches. */
export const listApiMonitorsWith = (
  db: Db,
  orgId: OrgId,
  { name, after, limit }: { name: string; after: ApiMonitorId | null; limit: number },
) =>
  db.rows<ApiMonitorTextsRow>(sql`
    select t.id, m.variables, m.steps from target t join api_monitor m on m.id = t.id
    where t.org_id = ${orgId} and strpos(m.steps::text, ${name}) > 0
      and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}`);

export type JourneyTextsRow = { id: JourneyId; steps: JourneyStep[] | null; script: string | null };

/** The same for journeys, including their scripts. */
export const listJourneysWith = (
  db: Db,
  orgId: OrgId,
  { name, after, limit }: { name: string; after: JourneyId | null; limit: number },
) =>
  db.rows<JourneyTextsRow>(sql`
    select t.id, j.steps, j.script from target t join journey j on j.id = t.id
    where t.org_id = ${orgId} and (strpos(j.steps::text, ${name}) > 0 or strpos(j.script, ${name}) > 0)
      and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}`);

export const addUsers = (
  db: Db,
  orgId: OrgId,
  { id, targetIds }: { id: string; targetIds: readonly TargetId[] },
) =>
  db.run(sql`
    insert into variable_reference (variable_id, target_id)
    select v.id, t.id from variable v join target t on t.org_id = v.org_id
    where v.org_id = ${orgId} and v.id = ${id} and t.id = any(${textArray(targetIds)}::uuid[])
    on conflict do nothing`);
