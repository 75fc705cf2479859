import type { Assertion } from "@vedette/contract/assertions.ts";
import type { MonitorId, OrgId } from "@vedette/contract/ids.ts";
import type { METHODS, MONITOR_TYPES } from "@vedette/contract/monitor-rules.ts";
import type { MonitorListQuery, MonitorStatus } from "@vedette/contract/monitors.ts";
import type { Place } from "../../kernel/keyset.ts";
import { textArray } from "../../storage/array-literal.ts";
import type { Db } from "../../storage/database.ts";
import { keyset } from "../../storage/keyset.ts";
import { type Sql, sql } from "../../storage/sql.ts";

/** What a caller may write, as it is stored. */
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
};

export const WRITABLE_FIELDS = [
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
] as const satisfies readonly (keyof MonitorFields)[];

export type MonitorRow = MonitorFields & {
  id: MonitorId;
  org_id: OrgId;
  status: MonitorStatus;
  status_since: Date;
  schedule_since: Date;
  shard: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, type, url, method, host, port, interval_ms, timeout_ms, locations, headers,
  assertions, enabled, retries, follow_redirects, verify_tls, body, degraded_after_ms, tags, status, status_since,
  schedule_since, shard, created_at, updated_at`;

export const findMonitor = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`select ${COLUMNS} from monitor where org_id = ${orgId} and id = ${id}`);

/** Held until the transaction ends, so that two changes at once follow one another. */
export const findMonitorForUpdate = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`select ${COLUMNS} from monitor where org_id = ${orgId} and id = ${id} for update`);

export const listMonitors = (
  db: Db,
  orgId: OrgId,
  { query, place }: { query: MonitorListQuery; place: Place | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, place);
  return db.rows<MonitorRow>(sql`
    select ${COLUMNS} from monitor where org_id = ${orgId}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

const NOTHING = sql``;

function filters({ status, type, tag, q }: MonitorListQuery): Sql {
  const byStatus = status ? sql` and status = ${status}` : NOTHING;
  const byType = type ? sql` and type = ${type}` : NOTHING;
  const byTag = tag ? sql` and ${tag} = any(tags)` : NOTHING;
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const byText = q
    ? sql` and (name ilike ${pattern} or url ilike ${pattern} or host ilike ${pattern})`
    : NOTHING;
  return sql`${byStatus}${byType}${byTag}${byText}`;
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

/** The type is left out: it never changes. */
export const updateMonitor = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    status,
    statusSince,
    scheduleSince,
    now,
  }: {
    id: MonitorId;
    fields: MonitorFields;
    status: MonitorStatus;
    statusSince: Date;
    scheduleSince: Date;
    now: Date;
  },
) =>
  db.find<MonitorRow>(sql`
    update monitor set name = ${fields.name}, url = ${fields.url}, method = ${fields.method},
      host = ${fields.host}, port = ${fields.port}, interval_ms = ${fields.interval_ms},
      timeout_ms = ${fields.timeout_ms}, locations = ${textArray(fields.locations)}::text[],
      headers = ${JSON.stringify(fields.headers)}::jsonb, assertions = ${JSON.stringify(fields.assertions)}::jsonb,
      enabled = ${fields.enabled}, retries = ${fields.retries}, follow_redirects = ${fields.follow_redirects},
      verify_tls = ${fields.verify_tls}, body = ${fields.body}, degraded_after_ms = ${fields.degraded_after_ms},
      tags = ${textArray(fields.tags)}::text[], status = ${status}, status_since = ${statusSince},
      schedule_since = ${scheduleSince}, updated_at = ${now}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}
    returning ${COLUMNS}`);

export const deleteMonitor = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.find<MonitorRow>(sql`delete from monitor where org_id = ${orgId} and id = ${id} returning ${COLUMNS}`);

/** Tells schedulers of each, as `notifyChanged` does. */
export const deleteAllMonitors = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with deleted as (delete from monitor where org_id = ${orgId} returning id, shard)
    select pg_notify('monitor_changed', shard || ':' || id) from deleted`);

/** Adds locations, or takes them up again with a clean slate; those in use are left as they are. */
export const addLocations = (
  db: Db,
  orgId: OrgId,
  { id, locations, now }: { id: MonitorId; locations: readonly string[]; now: Date },
) =>
  db.run(sql`
    insert into monitor_location as l (monitor_id, location, status_since)
    select m.id, given.location, ${now}::timestamptz
    from monitor m cross join unnest(${textArray(locations)}::text[]) as given (location)
    where m.org_id = ${orgId} and m.id = ${id}
    on conflict (monitor_id, location) do update
      set active = true, status = 'pending', status_since = excluded.status_since, consecutive_failures = 0
      where not l.active`);

/** The history of a location that is dropped stays. */
export const dropOtherLocations = (
  db: Db,
  orgId: OrgId,
  { id, locations }: { id: MonitorId; locations: readonly string[] },
) =>
  db.run(sql`
    update monitor_location l set active = false
    from monitor m
    where m.org_id = ${orgId} and m.id = ${id} and l.monitor_id = m.id and l.active
      and l.location <> all(${textArray(locations)}::text[])`);

/** What a location said before a pause says nothing about the time after it. */
export const resetLocations = (db: Db, orgId: OrgId, { id, now }: { id: MonitorId; now: Date }) =>
  db.run(sql`
    update monitor_location l set status = 'pending', status_since = ${now}, consecutive_failures = 0
    from monitor m where m.org_id = ${orgId} and m.id = ${id} and l.monitor_id = m.id and l.active`);

export type SeriesRow = { series_key: number; location: string };

export const listSeries = (db: Db, orgId: OrgId, id: MonitorId) =>
  db.rows<SeriesRow>(sql`
    select l.series_key, l.location from monitor_location l join monitor m on m.id = l.monitor_id
    where m.org_id = ${orgId} and m.id = ${id} and l.active
    order by l.series_key`);

export const insertStateChange = (
  db: Db,
  orgId: OrgId,
  change: { id: MonitorId; at: Date; status: MonitorStatus; previousStatus: MonitorStatus },
) =>
  db.run(sql`
    insert into monitor_state_change (monitor_id, at, status, previous_status)
    select id, ${change.at}::timestamptz, ${change.status}, ${change.previousStatus}
    from monitor where org_id = ${orgId} and id = ${change.id}`);

/** Tells schedulers; heard when the transaction commits. */
export const notifyChanged = (db: Db, { shard, id }: { shard: number; id: MonitorId }) =>
  db.run(sql`select pg_notify('monitor_changed', ${`${shard}:${id}`})`);
