import type { ApiMonitorListQuery } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import type { ApiMonitorId, OrgId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { andOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller may write, as stored. */
export type ApiMonitorFields = {
  name: string;
  description: string;
  interval_ms: number;
  timeout_ms: number;
  locations: string[];
  enabled: boolean;
  max_retries: number;
  tags: string[];
  parents: string[];
  variables: Record<string, string>;
  steps: ApiStep[];
};

export const API_MONITOR_FIELDS = [
  "name",
  "description",
  "interval_ms",
  "timeout_ms",
  "locations",
  "enabled",
  "max_retries",
  "tags",
  "parents",
  "variables",
  "steps",
] as const satisfies readonly (keyof ApiMonitorFields)[];

export type ApiMonitorRow = ApiMonitorFields & {
  id: ApiMonitorId;
  org_id: OrgId;
  status: MonitorStatus;
  status_since: Date;
  status_reason: string | null;
  paused_reason: "plan" | null;
  schedule_since: Date;
  shard: number;
  created_at: Date;
  updated_at: Date;
};

const PARENTS = sql`array(
  select p.parent_id::text from target_parent p where p.child_id = id order by p.parent_id
) as parents`;

const COLUMNS = sql`id, org_id, name, description, interval_ms, timeout_ms, locations, enabled, max_retries, tags,
  variables, steps, status, status_since, status_reason, paused_reason, schedule_since, shard, created_at, updated_at,
  ${PARENTS}`;

export const findApiMonitor = (db: Db, orgId: OrgId, id: ApiMonitorId) =>
  db.find<ApiMonitorRow>(sql`select ${COLUMNS} from api_monitor where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends, so that concurrent updates are serialized. */
export const findApiMonitorForUpdate = (db: Db, orgId: OrgId, id: ApiMonitorId) =>
  db.find<ApiMonitorRow>(
    sql`select ${COLUMNS} from api_monitor where org_id = ${orgId} and id = ${id} for update`,
  );

export const listApiMonitors = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: ApiMonitorListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<ApiMonitorRow>(sql`
    select ${COLUMNS} from api_monitor
    where org_id = ${orgId}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

const NOTHING = sql``;

function filters({ status, tag, q }: ApiMonitorListQuery): Sql {
  const byTag = tag ? sql` and ${tag} = any(tags)` : NOTHING;
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const byText = q ? sql` and (name ilike ${pattern} or description ilike ${pattern})` : NOTHING;
  return sql`${andOneOf(sql`status`, status)}${byTag}${byText}`;
}

export const insertApiMonitor = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    status,
    shard,
    now,
  }: { id: ApiMonitorId; fields: ApiMonitorFields; status: MonitorStatus; shard: number; now: Date },
) =>
  db.find<ApiMonitorRow>(sql`
    with made_target as (insert into target (id, org_id, kind) values (${id}, ${orgId}, 'api_monitor'))
    insert into api_monitor (id, org_id, name, description, interval_ms, timeout_ms, locations, enabled,
      max_retries, tags, variables, steps, status, status_since, schedule_since, shard, created_at, updated_at)
    values (${id}, ${orgId}, ${fields.name}, ${fields.description}, ${fields.interval_ms}, ${fields.timeout_ms},
      ${textArray(fields.locations)}::text[], ${fields.enabled}, ${fields.max_retries},
      ${textArray(fields.tags)}::text[], ${JSON.stringify(fields.variables)}::jsonb,
      ${JSON.stringify(fields.steps)}::json, ${status}, ${now}, ${now}, ${shard}, ${now}, ${now})
    returning ${COLUMNS}`);

export const updateApiMonitor = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    lifecycle,
    now,
  }: {
    id: ApiMonitorId;
    fields: ApiMonitorFields;
    lifecycle: Pick<ApiMonitorRow, "status" | "status_since" | "schedule_since">;
    now: Date;
  },
) =>
  db.find<ApiMonitorRow>(sql`
    update api_monitor set name = ${fields.name}, description = ${fields.description},
      interval_ms = ${fields.interval_ms}, timeout_ms = ${fields.timeout_ms},
      locations = ${textArray(fields.locations)}::text[], enabled = ${fields.enabled},
      paused_reason = case when not ${fields.enabled} then paused_reason end,
      max_retries = ${fields.max_retries}, tags = ${textArray(fields.tags)}::text[],
      variables = ${JSON.stringify(fields.variables)}::jsonb, steps = ${JSON.stringify(fields.steps)}::json,
      status = ${lifecycle.status}, status_since = ${lifecycle.status_since}, schedule_since = ${lifecycle.schedule_since},
      updated_at = ${now}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}
    returning ${COLUMNS}`);

/** Locks the row before its target, like `deleteMonitor`. */
export const deleteApiMonitor = (db: Db, orgId: OrgId, id: ApiMonitorId) =>
  db.find<ApiMonitorRow>(sql`
    with held as materialized (
      select * from api_monitor where org_id = ${orgId} and id = ${id} for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'api_monitor' and target.id = held.id
    )
    select ${COLUMNS} from held`);

/** Notifies schedulers of each deleted API monitor. */
export const deleteAllApiMonitors = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with held as materialized (
      select id, shard from api_monitor where org_id = ${orgId} order by id for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'api_monitor' and target.id = held.id
    )
    select pg_notify('monitor_changed', shard || ':' || id) from held`);
