import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { idTimeMs, lowestId } from "../../platform/kernel/ids.ts";
import { intArray, textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import type { EvaluatedPing } from "./advance-types.ts";
import { KIND_OF_CODE, type PingCode } from "./ping-codes.ts";
import type { HeartbeatProgress, PendingPing, PingOutage, StartedRun } from "./progress.ts";

/* The statements of the scheduler. It serves all organizations, so there is no organization id. */

type PendingRow = {
  id: string;
  heartbeat_id: string;
  kind: PingCode;
  rid: string | null;
  exit_status: number | null;
  duration_ms: number | null;
  metrics: Record<string, number> | null;
};

export type PingOfHeartbeat = PendingPing & { heartbeatId: string };

/** The oldest pings of these shards that are not evaluated, received since an instant. */
export async function listPendingPings(
  db: Db,
  { shards, sinceMs, limit }: { shards: readonly number[]; sinceMs: number; limit: number },
): Promise<PingOfHeartbeat[]> {
  const rows = await db.rows<PendingRow>(sql`
    select id, heartbeat_id, kind, rid, exit_status, duration_ms, metrics from heartbeat_ping
    where pending and shard = any(${intArray(shards)}::smallint[]) and id >= ${lowestId(sinceMs)}
    order by id limit ${limit}`);
  return rows.map(({ id, rid, metrics, ...row }) => ({
    ...{ id, rid, metrics },
    heartbeatId: row.heartbeat_id,
    kind: KIND_OF_CODE[row.kind],
    exitStatus: row.exit_status,
    durationMs: row.duration_ms,
    receivedMs: idTimeMs(id),
  }));
}

const timeOf = (milliseconds: Sql): Sql => sql`to_timestamp(${milliseconds} / 1000.0)`;

/** Marks pings as evaluated. Pings that another scheduler evaluated stay as they are. */
export const markEvaluated = (db: Db, pings: readonly EvaluatedPing[]) =>
  db.run(sql`
    update heartbeat_ping p set pending = false, duration_ms = coalesce(g.duration_ms, p.duration_ms),
      slot = ${timeOf(sql`g.slot_ms`)}
    from unnest(${textArray(pings.map(({ id }) => id))}::uuid[],
      ${intArray(pings.map(({ durationMs }) => durationMs))}::int4[],
      ${intArray(pings.map(({ slotMs }) => slotMs))}::bigint[]) as g(id, duration_ms, slot_ms)
    where p.id = g.id and p.pending
      -- Repeated for all rows, so that the planner excludes partitions of other days.
      and p.id between ${pings[0]?.id ?? ""} and ${pings.at(-1)?.id ?? ""}`);

type ProgressRow = {
  id: string;
  version: number;
  ping_count: number;
  last_ping_at: Date | null;
  last_success_at: Date | null;
  last_duration_ms: number | null;
  next_slot: Date | null;
  accounted_to: Date | null;
  runs: StartedRun[];
  last_end: HeartbeatProgress["lastEnd"];
  planned_schedule: HeartbeatSchedule | null;
  planned_since: Date | null;
};

export type StoredProgress = { progress: HeartbeatProgress; version: number };

/** What is stored of these heartbeats; those that were never pinged have nothing. */
export async function loadProgress(db: Db, ids: readonly string[]): Promise<Map<string, StoredProgress>> {
  const rows = await db.rows<ProgressRow>(sql`
    select id, version, ping_count::float8 as ping_count, last_ping_at, last_success_at, last_duration_ms, next_slot,
      accounted_to, runs, last_end, planned_schedule, planned_since
    from heartbeat_state where id = any(${textArray(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, { progress: toProgress(row), version: row.version }]));
}

function toProgress(row: ProgressRow): HeartbeatProgress {
  const { planned_schedule: schedule, planned_since: since } = row;
  return {
    pingCount: row.ping_count,
    lastPingMs: row.last_ping_at?.getTime() ?? null,
    lastSuccessMs: row.last_success_at?.getTime() ?? null,
    lastDurationMs: row.last_duration_ms,
    nextSlotMs: row.next_slot?.getTime() ?? null,
    accountedMs: row.accounted_to?.getTime() ?? null,
    runs: row.runs,
    lastEnd: row.last_end,
    planned: schedule && since && { schedule, sinceMs: since.getTime() },
  };
}

export type ProgressWrite = StoredProgress & { id: string };

/**
 * Stores progress as the next version of it. Returns the ids that were written: not if another scheduler wrote this
 * version, nor those of deleted heartbeats.
 */
export async function saveHeartbeatProgress(
  db: Db,
  writes: readonly ProgressWrite[],
): Promise<ReadonlySet<string>> {
  const each = <T>(pick: (progress: HeartbeatProgress) => T) => writes.map(({ progress }) => pick(progress));
  const instants = (pick: (progress: HeartbeatProgress) => number | null) => intArray(each(pick));
  const json = (pick: (progress: HeartbeatProgress) => unknown) =>
    textArray(each((progress) => (pick(progress) === null ? null : JSON.stringify(pick(progress)))));
  const rows = await db.rows<{ id: string }>(sql`
    insert into heartbeat_state as s (id, version, ping_count, last_ping_at, last_success_at, last_duration_ms, next_slot,
      accounted_to, runs, last_end, planned_schedule, planned_since)
    select h.id, g.version + 1, g.ping_count, ${timeOf(sql`g.last_ping`)}, ${timeOf(sql`g.last_success`)}, g.last_duration_ms,
      ${timeOf(sql`g.next_slot`)}, ${timeOf(sql`g.accounted`)}, g.runs::jsonb, g.last_end::jsonb, g.schedule::jsonb,
      ${timeOf(sql`g.since`)}
    from unnest(${textArray(writes.map(({ id }) => id))}::uuid[],
      ${intArray(writes.map(({ version }) => version))}::int4[], ${instants((p) => p.pingCount)}::bigint[],
      ${instants((p) => p.lastPingMs)}::bigint[], ${instants((p) => p.lastSuccessMs)}::bigint[],
      ${instants((p) => p.lastDurationMs)}::int4[], ${instants((p) => p.nextSlotMs)}::bigint[],
      ${instants((p) => p.accountedMs)}::bigint[], ${json((p) => p.runs)}::text[], ${json((p) => p.lastEnd)}::text[],
      ${json((p) => p.planned?.schedule ?? null)}::text[], ${instants((p) => p.planned?.sinceMs ?? null)}::bigint[]
    ) as g(id, version, ping_count, last_ping, last_success, last_duration_ms, next_slot, accounted, runs, last_end,
      schedule, since)
    -- It may be about to be deleted. In the order of ids, so that two writers cannot block each other.
    join heartbeat h on h.id = g.id
    order by h.id
    for key share of h
    on conflict (id) do update set version = excluded.version, ping_count = excluded.ping_count,
      last_ping_at = excluded.last_ping_at, last_success_at = excluded.last_success_at,
      last_duration_ms = excluded.last_duration_ms, next_slot = excluded.next_slot, accounted_to = excluded.accounted_to,
      runs = excluded.runs, last_end = excluded.last_end, planned_schedule = excluded.planned_schedule,
      planned_since = excluded.planned_since
      where s.version = excluded.version - 1
    returning s.id`);
  return new Set(rows.map(({ id }) => id));
}

/** A receiver that has not renewed its row for so long has died, or was cut off from the database. */
const RECEIVER_DEAD_AFTER_MS = 10_000;
/** More outages than this overlap no grace time that matters. */
const OUTAGES_MAX = 1_000;

export type Reception = {
  /** Every ping received before it is stored; null if there was never a receiver. */
  horizonMs: number | null;
  /** Oldest first. */
  outages: PingOutage[];
};

/** Returns until when pings are stored, and when none could be accepted. Both are read together: they belong together. */
export async function readReception(db: Db, nowMs: number): Promise<Reception> {
  const alive = new Date(nowMs - RECEIVER_DEAD_AFTER_MS);
  const row = await db.find<{ horizon: Date | null; outages: { from_ms: number; to_ms: number }[] }>(sql`
    select coalesce(min(committed_to) filter (where is_live and renewed_at > ${alive}), max(renewed_at)) as horizon,
      coalesce((select json_agg(json_build_object(
          'from_ms', extract(epoch from from_at) * 1000, 'to_ms', extract(epoch from to_at) * 1000) order by from_at)
        from (select * from ping_outage order by from_at desc limit ${OUTAGES_MAX}) as newest), '[]') as outages
    from ping_receiver`);
  return {
    horizonMs: row?.horizon?.getTime() ?? null,
    outages: (row?.outages ?? []).map(({ from_ms: fromMs, to_ms: toMs }) => ({ fromMs, toMs })),
  };
}
