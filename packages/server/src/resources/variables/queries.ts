import type { MonitorId, OrgId } from "@vedette/contract/ids.ts";
import type { MonitorDefinition } from "@vedette/contract/monitor-rules.ts";
import type { VariableListQuery, VariableType } from "@vedette/contract/variables.ts";
import type { Place } from "../../kernel/keyset.ts";
import type { Db } from "../../storage/database.ts";
import { keyset } from "../../storage/keyset.ts";
import { sql } from "../../storage/sql.ts";

export type VariableRow = {
  id: string;
  org_id: OrgId;
  name: string;
  type: VariableType;
  value: string | null;
  sealed: Buffer | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, type, value, sealed, version, created_at, updated_at`;

export const listVariables = (
  db: Db,
  orgId: OrgId,
  { query, place, limit }: { query: VariableListQuery; place: Place | null; limit: number },
) => {
  const { after, order } = keyset(query.sort, { at: sql`created_at`, name: sql`name`, id: sql`id` }, place);
  const byType = query.type ? sql` and type = ${query.type}` : sql``;
  return db.rows<VariableRow>(
    sql`select ${COLUMNS} from variable where org_id = ${orgId}${byType}${after}${order} limit ${limit}`,
  );
};

/** Held until the transaction ends: monitors that are to name it wait, and so does another change of it. */
export const findVariableForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<VariableRow>(
    sql`select ${COLUMNS} from variable where org_id = ${orgId} and id = ${id} for update`,
  );

/** One whose name is taken is not written. */
export const insertVariable = (db: Db, orgId: OrgId, row: VariableRow) =>
  db.run(sql`
    insert into variable (id, org_id, name, type, value, sealed, version, created_at, updated_at)
    values (${row.id}, ${orgId}, ${row.name}, ${row.type}, ${row.value}, ${row.sealed}, ${row.version},
      ${row.created_at}, ${row.updated_at})
    on conflict (org_id, name) do nothing`);

export const updateVariable = (db: Db, orgId: OrgId, row: VariableRow) =>
  db.run(sql`
    update variable set name = ${row.name}, type = ${row.type}, value = ${row.value}, sealed = ${row.sealed},
      version = ${row.version}, updated_at = ${row.updated_at}
    where org_id = ${orgId} and id = ${row.id}`);

export const deleteVariable = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from variable where org_id = ${orgId} and id = ${id}`);

/**
 * First answers of creates are kept for a day: that of a value which is secret from now on is not. Looks
 * through them all, for becoming secret is rare.
 */
export const forgetAnswers = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    delete from idempotency_key
    where answer -> 'data' ->> 'org_id' = ${orgId} and answer -> 'data' ->> 'id' = ${id}`);

export type UserRow = MonitorDefinition & { id: MonitorId; name: string };

/** The monitors that name a variable, some at a time. */
export const listUsers = (
  db: Db,
  orgId: OrgId,
  { id, after, limit }: { id: string; after: MonitorId | null; limit: number },
) =>
  db.rows<UserRow>(sql`
    select m.id, m.name, m.type, m.url, m.method, m.host, m.port, m.headers, m.body, m.locations, m.tags,
      m.assertions
    from variable_use u join monitor m on m.id = u.monitor_id
    where m.org_id = ${orgId} and u.variable_id = ${id}
      and (${after}::uuid is null or u.monitor_id > ${after}::uuid)
    order by u.monitor_id limit ${limit}`);

export const countUsers = async (db: Db, orgId: OrgId, id: string): Promise<number> => {
  const row = await db.find<{ users: number }>(sql`
    select count(*)::int4 as users from variable_use u join monitor m on m.id = u.monitor_id
    where m.org_id = ${orgId} and u.variable_id = ${id}`);
  return row?.users ?? 0;
};

/** Tells schedulers, once the transaction commits, to read the monitors that name a variable again. */
export const touchUsers = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    with used as materialized (
      select m.id from monitor m
      where m.org_id = ${orgId} and m.id in (select monitor_id from variable_use where variable_id = ${id})
      order by m.id for no key update
    ), touched as (
      update monitor m set revision = m.revision + 1 from used where m.id = used.id returning m.id, m.shard
    )
    select pg_notify('monitor_changed', shard || ':' || id) from touched`);
