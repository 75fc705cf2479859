import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDays } from "../packages/server/src/pipeline/results/closed/close-days.ts";
import { saveProgress } from "../packages/server/src/pipeline/results/rollups/queries.ts";
import { systemClock } from "../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../packages/server/src/platform/kernel/logger.ts";
import type { Database } from "../packages/server/src/platform/storage/database.ts";
import { startEmbedded } from "../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { migrate } from "../packages/server/src/platform/storage/migrate.ts";
import { openDatabase } from "../packages/server/src/platform/storage/pool.ts";
import { sql } from "../packages/server/src/platform/storage/sql.ts";
import { makeOrganization } from "../packages/server/test/builders.ts";
import { fillMix, makeMix } from "./closed-days/fill-mix.ts";
import { measureReads } from "./closed-days/measure-reads.ts";
import { type BytesOfKind, bytesOfKinds, closedBytes, openBytes } from "./closed-days/sizes.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";
import { rollUpHistory } from "./stats/history.ts";

/*
 * Results of closed days: bytes of a result before and after, the time to close a million, and how long reads take before and
 * after. `--results N` (of closed days) and `--rounds N` make a smaller run, which is not written to bench/README.md.
 */

const DAYS = 30;
const CLOSE_AFTER_DAYS = 7;
const DAY_MS = 86_400_000;
const FULL = { results: 1_000_000, rounds: 60 };
const BYTES_MAX = 15;
const STATEMENT_TIMEOUT_MS = 1_800_000;
/** Results a day of the monitors of `makeMix`, on average. */
const RESULTS_A_DAY = 1_470;

const { values } = parseArgs({ options: { results: { type: "string" }, rounds: { type: "string" } } });
const wanted = Number(values.results ?? FULL.results);
const rounds = Number(values.rounds ?? FULL.rounds);
const log = createLogger("error");

const folder = makeBenchFolder();
const server = await startEmbedded({ dataDir: join(folder, "postgres"), log, clock: systemClock });
try {
  await migrate(server.connection, log);
  const { connection } = server;
  const options = { connection, log, maxConnections: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const database = await openDatabase(options);
  try {
    const markdown = report(await measure(database));
    console.log(markdown);
    if (wanted >= FULL.results && rounds >= FULL.rounds) writeSection("closed-days", markdown);
  } finally {
    await database.close();
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

type Measured = {
  monitors: number;
  stored: number;
  closed: number;
  closeMs: number;
  nodeMs: number;
  before: number;
  after: number;
  kinds: BytesOfKind[];
  readsBefore: Map<string, number>;
  readsAfter: Map<string, number>;
};

async function measure(database: Database): Promise<Measured> {
  const nowMs = Date.now();
  const fromMs = Math.floor((nowMs - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
  const closedTo = new Date(Math.floor((nowMs - CLOSE_AFTER_DAYS * DAY_MS) / DAY_MS) * DAY_MS);
  const orgId = await makeOrganization(database);
  const count = Math.max(10, Math.round(wanted / RESULTS_A_DAY / (DAYS - CLOSE_AFTER_DAYS)));
  const monitors = await makeMix(database, { orgId, count, since: new Date(fromMs) });
  await saveProgress(database, { hourMs: fromMs, seriesKey: 0 });
  const stored = await fillMix(database, monitors, { fromMs, toMs: nowMs });
  await rollUpHistory(database);
  await database.run(sql`vacuum analyze`);
  const before = await openBytes(database, closedTo);
  const installation = { database, orgId, monitors, nowMs };
  await measureReads(installation, rounds);
  const readsBefore = await measureReads(installation, rounds);
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  const { signal } = new AbortController();
  const untilMs = Number.POSITIVE_INFINITY;
  const closed = await closeDays(database, {
    clock: systemClock,
    afterDays: CLOSE_AFTER_DAYS,
    untilMs,
    signal,
  });
  const closeMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  await database.run(sql`vacuum analyze`);
  const after = await closedBytes(database, closedTo);
  await measureReads(installation, rounds);
  return {
    ...{
      monitors: monitors.length,
      stored,
      closed: closed.results,
      closeMs,
      nodeMs: (user + system) / 1_000,
    },
    ...{ before: before / closed.results, after: after / closed.results },
    ...{ kinds: await bytesOfKinds(database, monitors), readsBefore },
    readsAfter: await measureReads(installation, rounds),
  };
}

function report(measured: Measured): string {
  const { stored, closed, closeMs, nodeMs, before, after, readsBefore, readsAfter } = measured;
  const amount = (value: number) => value.toLocaleString("en");
  const millionSeconds = (closeMs / closed) * 1_000;
  return [
    `## \`closed-days\`: ${amount(closed)} results of closed days`,
    machineFacts(),
    `${measured.monitors} monitors of six kinds with ${amount(stored)} results over ${DAYS} days; days older than ${CLOSE_AFTER_DAYS} days are closed. A million results took ${millionSeconds.toFixed(0)} s to close, a third of it pauses, with ${((nodeMs / closed) * 1_000).toFixed(1)} s of CPU time in Node. All data fits into the page cache.`,
    "Bytes of a result in the row of its day, by kind of monitor, without indexes and unused parts of pages:",
    table(
      ["Monitors", "results a day", "bytes a result"],
      measured.kinds.map(({ kind, results, bytes }) => [kind, String(results), bytes.toFixed(1)]),
    ),
    "Median duration of a read, in milliseconds, with all days open, and with closed days:",
    table(
      ["Read", "open", "closed", "ratio"],
      [...readsBefore].map(([name, ms]) => {
        const closedMs = readsAfter.get(name) ?? Number.NaN;
        return [name, ms.toFixed(1), closedMs.toFixed(1), (closedMs / ms).toFixed(2)];
      }),
    ),
    `Disk of these days with all indexes: ${before.toFixed(1)} bytes a result before, ${after.toFixed(1)} after, which is ${(before / after).toFixed(1)} times less.`,
    verdictTable([
      {
        what: "Disk per result of a closed day, with indexes",
        goal: `≤ ${BYTES_MAX} bytes`,
        measured: `${after.toFixed(1)} bytes`,
        isMet: after <= BYTES_MAX,
      },
    ]),
  ].join("\n\n");
}
