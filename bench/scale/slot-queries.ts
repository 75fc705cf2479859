import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../packages/server/src/platform/storage/connection.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";

/** Numbers of slots by their records, read from the tables. */
export type SlotCounts = {
  /** Slots between `fromMs` and `toMs`. */
  result: number;
  missed: number;
  skipped: number;
  /** All slots up to `toMs` that have more than one record, or none. */
  doubled: number;
  lost: number;
  failedChecks: number;
  alerts: number;
  /** Missed and skipped slots by their reason. */
  reasons: Record<string, number>;
};

/** The number of records by slot. */
type RecordCounts = Map<number, number>;
type Gap = { id: string; from: number; to: number; kind: "missed" | "skipped"; reason: string };

export async function countSlots(
  connection: SocketConnection,
  span: { monitors: ReadonlyMap<string, number>; fromMs: number; toMs: number },
): Promise<SlotCounts> {
  const options = { connection, log: silentLogger, maxConnections: 2, statementTimeoutMs: 20_000 };
  const database = await openDatabase(options);
  try {
    const [results, gaps] = [await listSlots(database), await listGaps(database)];
    const { failed, alerts } = await countFailures(database);
    return { ...countBySlot({ results, gaps }, span), failedChecks: failed, alerts };
  } finally {
    await database.close();
  }
}

function countBySlot(
  { results, gaps }: { results: { id: string; ms: number }[]; gaps: Gap[] },
  { monitors, fromMs, toMs }: { monitors: ReadonlyMap<string, number>; fromMs: number; toMs: number },
): Omit<SlotCounts, "failedChecks" | "alerts"> {
  const counts = {
    result: 0,
    missed: 0,
    skipped: 0,
    doubled: 0,
    lost: 0,
    reasons: {} as Record<string, number>,
  };
  const resultsByMonitor = Map.groupBy(results, ({ id }) => id);
  const gapsByMonitor = Map.groupBy(gaps, ({ id }) => id);
  const add = (records: RecordCounts, slotMs: number, kind: "result" | Gap["kind"], reason?: string) => {
    records.set(slotMs, (records.get(slotMs) ?? 0) + 1);
    if (slotMs < fromMs || slotMs > toMs) return;
    counts[kind] += 1;
    if (reason !== undefined) counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
  };
  for (const [id, intervalMs] of monitors) {
    const phase = phaseMs(id, intervalMs);
    const firstSlotAfter = (ms: number) => Math.ceil((ms - phase) / intervalMs) * intervalMs + phase;
    const records: RecordCounts = new Map();
    // The first check starts at once and is not on the grid.
    for (const { ms } of resultsByMonitor.get(id) ?? [])
      if (firstSlotAfter(ms) === ms) add(records, ms, "result");
    for (const { from, to, kind, reason } of gapsByMonitor.get(id) ?? []) {
      for (let slotMs = firstSlotAfter(from); slotMs <= to; slotMs += intervalMs)
        add(records, slotMs, kind, reason);
    }
    for (let slotMs = Math.min(...records.keys()); slotMs <= toMs; slotMs += intervalMs) {
      if (!records.has(slotMs)) counts.lost += 1;
    }
    counts.doubled += [...records.values()].filter((times) => times > 1).length;
  }
  return counts;
}

function listSlots(database: Database): Promise<{ id: string; ms: number }[]> {
  return database.rows(sql`
    select series.target_id as id, (extract(epoch from slot) * 1000)::float8 as ms
    from check_result join series using (series_key) where trigger = 's'`);
}

function listGaps(database: Database): Promise<Gap[]> {
  return database.rows(sql`
    select series.target_id as id, kind, reason, (extract(epoch from from_slot) * 1000)::float8 as from,
      (extract(epoch from to_slot) * 1000)::float8 as to
    from slot_gap join series using (series_key)`);
}

async function countFailures(database: Database): Promise<{ failed: number; alerts: number }> {
  const row = await database.find<{ failed: number; alerts: number }>(sql`
    select (select count(*) from check_result where status = 'd')::int4 as failed,
      (select count(*) from alert)::int4 as alerts`);
  if (row === null) throw new Error("a count has one row");
  return row;
}
