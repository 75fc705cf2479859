import { upsertConnectionFacts } from "../../packages/server/src/pipeline/results/recording/queries.ts";
import { ensurePartitionsOf } from "../../packages/server/src/pipeline/results/retention/partitions.ts";
import { saveProgress } from "../../packages/server/src/pipeline/results/rollups/queries.ts";
import { rollUpNextChunk } from "../../packages/server/src/pipeline/results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../packages/server/src/pipeline/results/rollups/rollup.ts";
import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import {
  backdateMonitors,
  fillResults,
  fillStatusChanges,
  listSeriesToFill,
  seedRandom,
} from "./history-queries.ts";

/** The kind of the results of a day. It differs between days, so that sizes can be compared. */
export type DayKind = "HTTP" | "HTTPS" | "HTTPS with an assertion";
export type FilledDay = { day: string; kind: DayKind; results: number };
export type History = { days: FilledDay[]; results: number; loadMs: number };

/** The index of the day on which all checks have an assertion. */
const ASSERTING_DAY = 4;

/** Stores results of these monitors from `fromMs` to `toMs`, every `intervalMs`. */
export async function loadHistory(
  database: Database,
  { monitorIds, fromMs, toMs, intervalMs }: HistoryPlan,
): Promise<History> {
  await backdateMonitors(database, monitorIds, { since: new Date(fromMs), until: new Date(toMs) });
  await saveProgress(database, { hourMs: Math.floor(fromMs / HOUR_MS) * HOUR_MS, seriesKey: 0 });
  const found = await listSeriesToFill(database, monitorIds);
  const connectionKeys = {
    HTTP: await createConnectionFacts(database, found.length, null),
    HTTPS: [] as number[],
  };
  connectionKeys.HTTPS = await createConnectionFacts(database, found.length, toMs + 60 * DAY_MS);
  const startedMs = performance.now();
  const days: FilledDay[] = [];
  for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs < toMs; dayMs += DAY_MS) {
    const kind = kindOf(days.length);
    const keys = kind === "HTTP" ? connectionKeys.HTTP : connectionKeys.HTTPS;
    const series = found.map(({ series_key, monitor_id }, index) => {
      const phase = phaseMs(monitor_id, intervalMs);
      return { seriesKey: series_key, phaseMs: phase, connectionKey: keys[index] ?? 0 };
    });
    await ensurePartitionsOf(database, [dayMs]);
    const results = await database.transaction(async (db) => {
      await seedRandom(db);
      return fillResults(db, {
        series,
        intervalMs,
        fromMs: Math.max(dayMs, fromMs),
        toMs: Math.min(dayMs + DAY_MS, toMs),
        isTls: kind !== "HTTP",
        hasAssertion: kind === "HTTPS with an assertion",
      });
    });
    days.push({ day: new Date(dayMs).toISOString().slice(0, 10), kind, results });
  }
  const loadMs = performance.now() - startedMs;
  await fillStatusChanges(database, monitorIds);
  return { days, results: days.reduce((sum, { results }) => sum + results, 0), loadMs };
}

export type HistoryPlan = {
  monitorIds: readonly string[];
  fromMs: number;
  toMs: number;
  intervalMs: number;
};

/** Rolls up all results, without the pauses that the product makes for recorders. */
export async function rollUpHistory(database: Database): Promise<{ results: number; rollUpMs: number }> {
  const startedMs = performance.now();
  let results = 0;
  for (;;) {
    const step = await rollUpNextChunk(database, Date.now());
    results += step.results;
    if (step.caughtUp) return { results, rollUpMs: performance.now() - startedMs };
  }
}

function kindOf(dayNumber: number): DayKind {
  if (dayNumber === ASSERTING_DAY) return "HTTPS with an assertion";
  return dayNumber % 2 === 0 ? "HTTPS" : "HTTP";
}

/** Stores connection facts with a different address for each monitor and returns their keys. */
function createConnectionFacts(
  database: Database,
  count: number,
  tlsExpiresAtMs: number | null,
): Promise<number[]> {
  const tls = {
    tlsExpiresAtMs,
    tlsIssuer: tlsExpiresAtMs === null ? null : "Example CA",
    tlsProtocol: tlsExpiresAtMs === null ? null : "TLSv1.3",
  };
  const connectionKeys = Array.from({ length: count }, (_, index) => {
    return { runner: "bench", ip: `10.0.${index >> 8}.${index & 255}`, ...tls };
  });
  return upsertConnectionFacts(database, connectionKeys);
}
