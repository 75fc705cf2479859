import { type MonitorDefinitionRow, toCheckSpec } from "@vedette/contract/check-spec.ts";
import type { MonitorStatus } from "@vedette/contract/monitors.ts";
import type { Db } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import type { Definition, SeriesDefinition } from "./definition.ts";

type MonitorRow = MonitorDefinitionRow & {
  id: string;
  org_id: string;
  name: string;
  shard: number;
  enabled: boolean;
  interval_ms: number;
  schedule_since: Date;
  revision: number;
  status: MonitorStatus;
  status_since: Date;
};

type SeriesRow = {
  series_key: number;
  monitor_id: string;
  location: string;
  active: boolean;
  status: SeriesDefinition["status"];
  status_since: Date;
  consecutive_failures: number;
  last_result: Date | null;
  last_gap: Date | null;
};

/** The monitors of some shards, whole. Schedulers serve every organization, hence no organization id. */
export async function listDefinitions(db: Db, shards: readonly number[]): Promise<Definition[]> {
  const monitors = await db.rows<MonitorRow>(sql`
    select id, org_id, name, shard, enabled, interval_ms, schedule_since, revision, status, status_since,
      type, url, method, host, port, timeout_ms, headers, assertions, retries, follow_redirects, verify_tls,
      body, degraded_after_ms
    from monitor where shard = any(${shards}::smallint[])`);
  return withSeries(db, monitors);
}

/** Some monitors, whole; those that are gone are left out. */
export async function findDefinitions(db: Db, monitorIds: readonly string[]): Promise<Definition[]> {
  const monitors = await db.rows<MonitorRow>(sql`
    select id, org_id, name, shard, enabled, interval_ms, schedule_since, revision, status, status_since,
      type, url, method, host, port, timeout_ms, headers, assertions, retries, follow_redirects, verify_tls,
      body, degraded_after_ms
    from monitor where id = any(${monitorIds}::uuid[])`);
  return withSeries(db, monitors);
}

/** Id and revision of every monitor of some shards: what a scheduler compares its memory with. */
export function listRevisions(
  db: Db,
  shards: readonly number[],
): Promise<{ id: string; revision: number }[]> {
  return db.rows(sql`select id, revision from monitor where shard = any(${shards}::smallint[])`);
}

/** The monitors that these series belong to; a series that is gone has none. */
export async function listMonitorIds(db: Db, seriesKeys: readonly number[]): Promise<string[]> {
  const rows = await db.rows<{ monitor_id: string }>(sql`
    select distinct monitor_id from monitor_location where series_key = any(${seriesKeys}::int4[])`);
  return rows.map((row) => row.monitor_id);
}

async function withSeries(db: Db, monitors: readonly MonitorRow[]): Promise<Definition[]> {
  const rows = await listSeries(
    db,
    monitors.map((monitor) => monitor.id),
  );
  const byMonitor = Map.groupBy(rows, (row) => row.monitor_id);
  return monitors.map((monitor) => toDefinition(monitor, byMonitor.get(monitor.id) ?? []));
}

function listSeries(db: Db, monitorIds: readonly string[]): Promise<SeriesRow[]> {
  return db.rows<SeriesRow>(sql`
    select series_key, monitor_id, location, active, status, status_since, consecutive_failures,
      (select slot from check_result r
        where r.series_key = l.series_key and r.trigger = 's' order by slot desc limit 1) as last_result,
      (select to_slot from slot_gap g
        where g.series_key = l.series_key order by from_slot desc limit 1) as last_gap
    from monitor_location l where monitor_id = any(${monitorIds}::uuid[])`);
}

function toDefinition(row: MonitorRow, series: readonly SeriesRow[]): Definition {
  return {
    monitorId: row.id,
    orgId: row.org_id,
    name: row.name,
    shard: row.shard,
    enabled: row.enabled,
    intervalMs: row.interval_ms,
    scheduleSinceMs: row.schedule_since.getTime(),
    revision: row.revision,
    status: row.status,
    statusSinceMs: row.status_since.getTime(),
    spec: toCheckSpec(row),
    series: series.map(toSeries),
  };
}

function toSeries(row: SeriesRow): SeriesDefinition {
  const accountedMs = Math.max(row.last_result?.getTime() ?? 0, row.last_gap?.getTime() ?? 0);
  return {
    seriesKey: row.series_key,
    location: row.location,
    active: row.active,
    status: row.status,
    statusSinceMs: row.status_since.getTime(),
    consecutiveFailures: row.consecutive_failures,
    accountedMs: accountedMs === 0 ? null : accountedMs,
  };
}
