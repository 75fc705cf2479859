import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../packages/server/src/platform/storage/connection.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";

/** What became of slots, read from the tables themselves. */
export type Account = {
  /** Between the two instants. */
  result: number;
  missed: number;
  skipped: number;
  /** Of all up to `toMs`: slots with more than one fate, and with none. */
  doubled: number;
  lost: number;
  failedChecks: number;
  alerts: number;
  /** Missed and skipped slots by their reason. */
  reasons: Record<string, number>;
};

type Fates = Map<number, number>;
type Gap = { id: string; from: number; to: number; kind: "missed" | "skipped"; reason: string };

export async function accountOf(
  connection: SocketConnection,
  span: { monitors: ReadonlyMap<string, number>; fromMs: number; toMs: number },
): Promise<Account> {
  const options = { connection, log: silentLogger, maxConnections: 2, statementTimeoutMs: 20_000 };
  const database = await openDatabase(options);
  try {
    const [results, gaps] = [await listSlots(database), await listGaps(database)];
    const { failed, alerts } = await countBlame(database);
    return { ...tally({ results, gaps }, span), failedChecks: failed, alerts };
  } finally {
    await database.close();
  }
}

function tally(
  { results, gaps }: { results: { id: string; ms: number }[]; gaps: Gap[] },
  { monitors, fromMs, toMs }: { monitors: ReadonlyMap<string, number>; fromMs: number; toMs: number },
): Omit<Account, "failedChecks" | "alerts"> {
  const account = {
    result: 0,
    missed: 0,
    skipped: 0,
    doubled: 0,
    lost: 0,
    reasons: {} as Record<string, number>,
  };
  const resultsOf = Map.groupBy(results, ({ id }) => id);
  const gapsOf = Map.groupBy(gaps, ({ id }) => id);
  const count = (fates: Fates, slotMs: number, kind: "result" | Gap["kind"], reason?: string) => {
    fates.set(slotMs, (fates.get(slotMs) ?? 0) + 1);
    if (slotMs < fromMs || slotMs > toMs) return;
    account[kind] += 1;
    if (reason !== undefined) account.reasons[reason] = (account.reasons[reason] ?? 0) + 1;
  };
  for (const [id, intervalMs] of monitors) {
    const phase = phaseMs(id, intervalMs);
    const firstOf = (ms: number) => Math.ceil((ms - phase) / intervalMs) * intervalMs + phase;
    const fates: Fates = new Map();
    // The first check is made at once and not on the grid.
    for (const { ms } of resultsOf.get(id) ?? []) if (firstOf(ms) === ms) count(fates, ms, "result");
    for (const { from, to, kind, reason } of gapsOf.get(id) ?? []) {
      for (let slotMs = firstOf(from); slotMs <= to; slotMs += intervalMs) count(fates, slotMs, kind, reason);
    }
    for (let slotMs = Math.min(...fates.keys()); slotMs <= toMs; slotMs += intervalMs) {
      if (!fates.has(slotMs)) account.lost += 1;
    }
    account.doubled += [...fates.values()].filter((times) => times > 1).length;
  }
  return account;
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

async function countBlame(database: Database): Promise<{ failed: number; alerts: number }> {
  const row = await database.find<{ failed: number; alerts: number }>(sql`
    select (select count(*) from check_result where status = 'd')::int4 as failed,
      (select count(*) from alert)::int4 as alerts`);
  if (row === null) throw new Error("a count has one row");
  return row;
}
