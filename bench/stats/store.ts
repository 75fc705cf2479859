import { join } from "node:path";
import { resultJobs } from "../../packages/server/src/pipeline/results/result-jobs.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { startEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { type History, type HistoryPlan, loadHistory, rollUpHistory } from "./history.ts";
import { analyzeSmallTables, listTableSizes, type TableSize, vacuumTable } from "./history-queries.ts";

export type Stored = {
  history: History;
  rolledUp: { results: number; rollUpMs: number };
  before: TableSize[];
  after: TableSize[];
  compactMs: number;
};

/** One statement inserts a day of ten million results. */
const STATEMENT_TIMEOUT_MS = 1_800_000;
const CONNECTIONS_MAX = 4;
const RETENTION_DAYS = 90;

/** Fills the database of a stopped Vedette: results, rollups, and compacted indexes. */
export async function storeHistory(data: string, plan: HistoryPlan): Promise<Stored> {
  const log = createLogger("warn");
  const server = await startEmbedded({ dataDir: join(data, "postgres"), log, clock: systemClock });
  try {
    const database = await openDatabase({
      connection: server.connection,
      log,
      maxConnections: CONNECTIONS_MAX,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      const history = await loadHistory(database, plan);
      const rolledUp = await rollUpHistory(database);
      for (const each of await listTableSizes(database)) await vacuumTable(database, each);
      await analyzeSmallTables(database);
      const before = await listTableSizes(database);
      const compactMs = await compact(database);
      return { history, rolledUp, before, after: await listTableSizes(database), compactMs };
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

async function compact(database: Database): Promise<number> {
  const log = createLogger("warn");
  const jobs = resultJobs({ database, clock: systemClock, log, retentionDays: RETENTION_DAYS, closeDays: 0 });
  const startedMs = performance.now();
  await jobs["results.compact"]({ signal: new AbortController().signal });
  return performance.now() - startedMs;
}
