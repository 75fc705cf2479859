import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { MonitorId, OrgId } from "@vedette/contract/common/ids.ts";
import type { MonitorListQuery } from "@vedette/contract/targets/monitor-list.ts";
import type { METHODS, MONITOR_TYPES } from "@vedette/contract/targets/monitor-rules.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { andOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller can write, as stored. */
export type MonitorFields = {
  name: string;
  type: (typeof MONITOR_TYPES)[number];
  url: string | null;
  method: (typeof METHODS)[number] | null;
  host: string | null;
  port: number | null;
  interval_ms: number;
  timeout_ms: number;
  locations: string[];
  headers: Record<string, string>;
  assertions: Assertion[];
  enabled: boolean;
  retries: number;
  follow_redirects: boolean;
  verify_tls: boolean;
  body: string | null;
  degraded_after_ms: number | null;
  tags: string[];
  parents: string[];
};

export const MONITOR_FIELDS = [
  "name",
  "type",
  "url",
  "method",
  "host",
  "port",
  "interval_ms",
  "timeout_ms",
  "locations",
  "headers",
  "assertions",
  "enabled",
  "retries",
  "follow_redirects",
  "verify_tls",
  "body",
  "degraded_after_ms",
  "tags",
  "parents",
] as const satisfies readonly (keyof MonitorFields)[];

export type MonitorRow = MonitorFields & {
  id: MonitorId;
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

const COLUMNS = sql`id, org_id, name, type, url, method, host, port, interval_ms, timeout_ms, locations, headers,
  assertions, enabled, retries, follow_redirects, verify_tls, body, degraded_after_ms, tags, status, status_since,
  status_reason, paused_reason, schedule_since, shard, created_at, updated_at, ${PARENTS}`;

export const findMonitor = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`select ${COLUMNS} from monitor where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends, so concurrent changes are serialized. */
export const findMonitorForUpdate = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`select ${COLUMNS} from monitor where org_id = ${orgId} and id = ${id} for update`);

export const listMonitors = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: MonitorListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<MonitorRow>(sql`
    select ${COLUMNS} from monitor where org_id = ${orgId}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

const NOTHING = sql``;

function filters({ status, type, tag, q, ids }: MonitorListQuery): Sql {
  const byType = type ? sql` and type = ${type}` : NOTHING;
  const byTag = tag ? sql` and ${tag} = any(tags)` : NOTHING;
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const byText = q
    ? sql` and (name ilike ${pattern} or url ilike ${pattern} or host ilike ${pattern})`
    : NOTHING;
  const byIds = ids ? sql` and id = any (${ids}::uuid[])` : NOTHING;
  return sql`${andOneOf(sql`status`, status)}${byType}${byTag}${byText}${byIds}`;
}

export const insertMonitor = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    status,
    shard,
    now,
  }: {
    id: MonitorId;
    fields: MonitorFields;
    status: MonitorStatus;
    shard: number;
    now: Date;
  },
) =>
  db.find<MonitorRow>(sql`
    with made_target as (insert into target (id, org_id, kind) values (${id}, ${orgId}, 'monitor'))
    insert into monitor (id, org_id, name, type, url, method, host, port, interval_ms, timeout_ms, locations,
      headers, assertions, enabled, retries, follow_redirects, verify_tls, body, degraded_after_ms, tags,
      status, status_since, schedule_since, shard, created_at, updated_at)
    values (${id}, ${orgId}, ${fields.name}, ${fields.type}, ${fields.url}, ${fields.method}, ${fields.host},
      ${fields.port}, ${fields.interval_ms}, ${fields.timeout_ms}, ${textArray(fields.locations)}::text[],
      ${JSON.stringify(fields.headers)}::jsonb, ${JSON.stringify(fields.assertions)}::jsonb, ${fields.enabled},
      ${fields.retries}, ${fields.follow_redirects}, ${fields.verify_tls}, ${fields.body},
      ${fields.degraded_after_ms}, ${textArray(fields.tags)}::text[],
      ${status}, ${now}, ${now}, ${shard}, ${now}, ${now})
    returning ${COLUMNS}`);

/** The type is left out because it never changes. */
export const updateMonitor = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    lifecycle,
    now,
  }: {
    id: MonitorId;
    fields: MonitorFields;
    lifecycle: Pick<MonitorRow, "status" | "status_since" | "schedule_since">;
    now: Date;
  },
) =>
  db.find<MonitorRow>(sql`
    update monitor set name = ${fields.name}, url = ${fields.url}, method = ${fields.method},
      host = ${fields.host}, port = ${fields.port}, interval_ms = ${fields.interval_ms},
      timeout_ms = ${fields.timeout_ms}, locations = ${textArray(fields.locations)}::text[],
      headers = ${JSON.stringify(fields.headers)}::jsonb, assertions = ${JSON.stringify(fields.assertions)}::jsonb,
      enabled = ${fields.enabled},
      paused_reason = case when not ${fields.enabled} then paused_reason end, retries = ${fields.retries}, follow_redirects = ${fields.follow_redirects},
      verify_tls = ${fields.verify_tls}, body = ${fields.body}, degraded_after_ms = ${fields.degraded_after_ms},
      tags = ${textArray(fields.tags)}::text[], status = ${lifecycle.status},
      status_since = ${lifecycle.status_since}, schedule_since = ${lifecycle.schedule_since}, updated_at = ${now}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}
    returning ${COLUMNS}`);

/**
 * Deletes the target with its dependents. The monitor row is locked first, like in every other write: the
 * cascade locks it last, which could deadlock with a concurrent change.
 */
export const deleteMonitor = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`
    with held as materialized (
      select * from monitor where org_id = ${orgId} and id = ${id} for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'monitor' and target.id = held.id
    )
    select ${COLUMNS} from held`);

/** Notifies the schedulers of each deleted monitor, like `notifyTargetChanged`. */
export const deleteAllMonitors = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with held as materialized (
      select id, shard from monitor where org_id = ${orgId} order by id for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'monitor' and target.id = held.id
    )
    select pg_notify('monitor_changed', shard || ':' || id) from held`);
