import { readConfig, type StoredCheck, toCheckSpec } from "@vedette/contract/checks/check-config.ts";
import type { WantedStatus } from "@vedette/contract/checks/check-kind.ts";
import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import { newestClosedSlot } from "../results/closed/stored-results.ts";
import type { Definition, HeartbeatPlan, SeriesDefinition } from "./definition.ts";

type TargetRow = {
  id: string;
  org_id: string;
  name: string;
  tags: string[];
  group_id: GroupId | null;
  shard: number;
  enabled: boolean;
  /** Null: runs on demand only. */
  interval_ms: number | null;
  schedule_since: Date;
  revision: number;
  status: MonitorStatus;
  status_since: Date;
  status_reason: string | null;
};

type DefinitionRow = TargetRow & {
  kind: TargetKind;
  updated_at: Date;
  timeout_ms: number;
  max_retries: number;
  /** Of a monitor; null for other kinds. */
  type: StoredCheck["type"] | null;
  config: StoredCheck["config"] | null;
  baseline: string[] | null;
  set_status: WantedStatus | null;
  steps_total: number;
  /** Of a heartbeat; null for other kinds. */
  schedule: HeartbeatSchedule | null;
  grace_seconds: number | null;
  max_runtime_seconds: number | null;
};

type SeriesRow = {
  series_key: number;
  target_id: string;
  location: string;
  active: boolean;
  status: SeriesDefinition["status"];
  status_since: Date;
  consecutive_failures: number;
  consecutive_errors: number;
  last_result: Date | null;
  last_gap: Date | null;
  last_run: Date | null;
};

/**
 * The complete targets of some shards. Schedulers serve all organizations, so there is no organization id.
 */
export function listDefinitions(db: Db, shards: readonly number[]): Promise<Definition[]> {
  return readDefinitions(db, sql`t.shard = any(${shards}::smallint[])`);
}

/** Some complete targets; deleted ones are left out. */
export function findDefinitions(db: Db, targetIds: readonly string[]): Promise<Definition[]> {
  return readDefinitions(db, sql`t.id = any(${targetIds}::uuid[])`);
}

/** Id and revision of every target of some shards; schedulers compare their memory with them. */
export function listRevisions(
  db: Db,
  shards: readonly number[],
): Promise<{ id: string; revision: number }[]> {
  return db.rows(sql`
    select id, revision from target where shard = any(${shards}::smallint[])`);
}

/** The targets of these series; deleted series have none. */
export async function listTargetIds(db: Db, seriesKeys: readonly number[]): Promise<string[]> {
  const rows = await db.rows<{ target_id: string }>(sql`
    select distinct target_id from series where series_key = any(${seriesKeys}::int4[])`);
  return rows.map((row) => row.target_id);
}

/** Makes the schedulers that hold these targets' shards reload them. */
export function notifyChanged(
  db: Db,
  channel: string,
  targets: readonly { targetId: string; shard: number }[],
): Promise<number> {
  const payloads = targets.map(({ targetId, shard }) => `${shard}:${targetId}`);
  return db.run(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`);
}

async function readDefinitions(db: Db, which: Sql): Promise<Definition[]> {
  const targets = await db.rows<DefinitionRow>(sql`
    select t.id, t.org_id, t.kind, t.name, t.tags, t.group_id, t.shard, t.enabled, t.interval_ms, t.schedule_since, t.revision,
      t.status, t.status_since, t.status_reason, t.updated_at, t.timeout_ms, t.max_retries, m.type, m.config, b.records as baseline,
      (select jsonb_build_object('status', status, 'reason', reason) from set_status where target_id = m.id) as set_status,
      coalesce(json_array_length(a.steps), json_array_length(j.steps), 0) as steps_total, h.schedule, h.grace_seconds,
      h.max_runtime_seconds
    from target t left join monitor m on m.id = t.id
    left join monitor_baseline b on b.target_id = t.id and b.address = t.address
    left join api_monitor a on a.id = t.id
    left join journey j on j.id = t.id
    left join heartbeat h on h.id = t.id
    where ${which}`);
  const ids = targets.map(({ id }) => id);
  const series = Map.groupBy(await listSeries(db, ids), (row) => row.target_id);
  return targets.map((row) => ({
    ...common(row),
    spec: toSpec(row),
    series: (series.get(row.id) ?? []).map(toSeries),
  }));
}

/** The newest accounted slot of each series: its newest result, gap or run. */
function listSeries(db: Db, targetIds: readonly string[]): Promise<SeriesRow[]> {
  return db.rows<SeriesRow>(sql`
    select series_key, target_id, location, active, status, status_since, consecutive_failures, consecutive_errors,
      coalesce((select slot from check_result r
        where r.series_key = s.series_key and r.trigger = 's' order by slot desc limit 1),
        ${newestClosedSlot(sql`s.series_key`)}) as last_result,
      (select to_slot from slot_gap g
        where g.series_key = s.series_key order by from_slot desc limit 1) as last_gap,
      (select slot from run r
        where r.target_id = s.target_id and r.location = s.location and r.trigger = 'schedule'
        order by slot desc limit 1) as last_run
    from series s where target_id = any(${targetIds}::uuid[]) and step is null`);
}

function common(row: DefinitionRow) {
  return {
    kind: row.kind,
    targetId: row.id,
    orgId: row.org_id,
    name: row.name,
    type: row.type,
    tags: row.tags,
    groupId: row.group_id,
    shard: row.shard,
    enabled: row.enabled,
    intervalMs: row.interval_ms ?? ON_DEMAND_INTERVAL_MS,
    ...(row.interval_ms === null && { isOnDemand: true as const }),
    ...(row.config?.confirm_interval && { confirmIntervalMs: row.config.confirm_interval * 1_000 }),
    scheduleSinceMs: row.schedule_since.getTime(),
    revision: row.revision,
    status: row.status,
    statusSinceMs: row.status_since.getTime(),
    statusReason: row.status_reason,
  };
}

/** Never used: an on-demand target has no slots. */
const ON_DEMAND_INTERVAL_MS = 86_400_000;

function toSpec({ type, config, set_status: setStatus, ...row }: DefinitionRow): Definition["spec"] {
  if (type !== null && config !== null) {
    return toCheckSpec({ ...row, setStatus, type, config: readConfig(type, config) });
  }
  if (row.schedule !== null) return toHeartbeatPlan(row.schedule, row);
  return {
    kind: "run",
    timeoutMs: row.timeout_ms,
    retries: 0,
    maxAttempts: row.max_retries + 1,
    stepsTotal: row.steps_total,
    editedAtMs: row.updated_at.getTime(),
  };
}

function toHeartbeatPlan(
  schedule: HeartbeatSchedule,
  row: Pick<DefinitionRow, "grace_seconds" | "max_runtime_seconds">,
): HeartbeatPlan {
  const graceSeconds = row.grace_seconds ?? 0;
  return {
    ...{ kind: "heartbeat", timeoutMs: 0, retries: 0 },
    schedule,
    graceMs: graceSeconds * 1_000,
    maxRuntimeMs: (row.max_runtime_seconds ?? graceSeconds) * 1_000,
  };
}

function toSeries(row: SeriesRow): SeriesDefinition {
  const accountedMs = Math.max(
    ...[row.last_result, row.last_gap, row.last_run].map((instant) => instant?.getTime() ?? 0),
  );
  return {
    seriesKey: row.series_key,
    location: row.location,
    active: row.active,
    status: row.status,
    statusSinceMs: row.status_since.getTime(),
    consecutiveFailures: row.consecutive_failures,
    consecutiveErrors: row.consecutive_errors,
    accountedMs: accountedMs === 0 ? null : accountedMs,
  };
}
