import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { ProcessLife, Stall } from "./interruptions.ts";

/* Processes belong to the installation, so that these statements have no organization id. */

export const renewProcess = (
  db: Db,
  { id, version, startedAt, now }: { id: string; version: string; startedAt: Date; now: Date },
) =>
  db.run(sql`
    insert into scheduler_process (id, version, started_at, renewed_at)
    values (${id}, ${version}, ${startedAt}, ${now})
    on conflict (id) do update set renewed_at = excluded.renewed_at`);

export const endProcess = (db: Db, id: string, now: Date) =>
  db.run(sql`update scheduler_process set renewed_at = ${now}, stopped_at = ${now} where id = ${id}`);

export const insertStalls = (db: Db, id: string, stalls: readonly Stall[]) =>
  db.run(sql`
    insert into scheduler_stall (process_id, from_at, to_at, reason)
    select ${id}, s.*
    from unnest(
      ${textArray(stalls.map(({ fromMs }) => new Date(fromMs).toISOString()))}::timestamptz[],
      ${textArray(stalls.map(({ toMs }) => new Date(toMs).toISOString()))}::timestamptz[],
      ${textArray(stalls.map(({ reason }) => reason))}::text[]) s
    on conflict do nothing`);

/** A process without a sign for this long has crashed: three renewals. */
const SILENT_MS = 6_000;
/** A process that restarts every minute for a week. */
const PROCESSES_MAX = 10_000;

/** The versions of the processes that run now, and of the one that ran last. */
export async function findProcessVersions(
  db: Db,
  nowMs: number,
): Promise<{ running: string[]; last: string | null }> {
  const rows = await db.rows<{ version: string; is_running: boolean }>(sql`
    select version, stopped_at is null and renewed_at > ${new Date(nowMs - SILENT_MS)} as is_running
    from scheduler_process order by renewed_at desc limit ${VERSIONS_READ_MAX}`);
  const running = rows.filter((row) => row.is_running).map((row) => row.version);
  return { running: [...new Set(running)].sort(), last: rows[0]?.version ?? null };
}

/** More schedulers than a fleet has. */
const VERSIONS_READ_MAX = 1_000;

/** The processes that ran at or after a time, and the one before them, in order of their start. */
export async function listProcesses(
  db: Db,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<ProcessLife[]> {
  const since = new Date(sinceMs);
  const rows = await db.rows<{
    started_at: Date;
    renewed_at: Date;
    stopped_at: Date | null;
    stalls: { from_ms: number; to_ms: number; reason: Stall["reason"] }[];
  }>(sql`
    select p.started_at, p.renewed_at, p.stopped_at, coalesce((
        select jsonb_agg(jsonb_build_object('from_ms', extract(epoch from s.from_at) * 1000,
          'to_ms', extract(epoch from s.to_at) * 1000, 'reason', s.reason) order by s.from_at)
        from scheduler_stall s where s.process_id = p.id and s.to_at > ${since}
      ), '[]') as stalls
    from scheduler_process p
    where p.renewed_at >= coalesce(
      (select max(renewed_at) from scheduler_process where renewed_at < ${since}), '-infinity')
    order by p.started_at desc
    limit ${PROCESSES_MAX}`);
  return rows.reverse().map(({ started_at, renewed_at, stopped_at, stalls }) => {
    const isRunning = stopped_at === null && nowMs - renewed_at.getTime() < SILENT_MS;
    return {
      startedMs: started_at.getTime(),
      endMs: isRunning ? nowMs : (stopped_at ?? renewed_at).getTime(),
      end: isRunning ? "running" : stopped_at === null ? "crashed" : "stopped",
      stalls: stalls.map(({ from_ms, to_ms, reason }) => ({ fromMs: from_ms, toMs: to_ms, reason })),
    };
  });
}

/** The first start of a process that is known. */
export const findFirstProcessStart = (db: Db) =>
  db.find<{ at: Date | null }>(sql`select min(started_at) as at from scheduler_process`);
