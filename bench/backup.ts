import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "../packages/server/src/pipeline/backups/make-backup.ts";
import { DiskArtifacts } from "../packages/server/src/platform/artifacts/disk.ts";
import { restoreBackup, verifyBackup } from "../packages/server/src/platform/backup/restore-backup.ts";
import {
  newestBackup,
  openBackupPlace,
} from "../packages/server/src/platform/backup/store/open-backup-place.ts";
import { systemClock } from "../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../packages/server/src/platform/kernel/logger.ts";
import type { Connection } from "../packages/server/src/platform/storage/connection.ts";
import { startEmbedded } from "../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { migrate } from "../packages/server/src/platform/storage/migrate.ts";
import { openDatabase } from "../packages/server/src/platform/storage/pool.ts";
import { sql } from "../packages/server/src/platform/storage/sql.ts";
import { makeMonitor, makeOrganization } from "../packages/server/test/builders.ts";
import { newAgeKey, planOf } from "../packages/server/test/labs/backup-lab.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { ownCpuMs } from "./harness/process-usage.ts";
import { machineFacts, table, writeSection } from "./harness/report.ts";
import { loadHistory } from "./stats/history.ts";

/*
 * Time, size and memory of a backup and its restore. `--results N` makes a smaller run, which is not written to
 * bench/README.md.
 */

const FULL_RESULTS = 10_000_000;
const DAYS = 30;
const DAY_MS = 86_400_000;
const INTERVAL_MS = 60_000;
const NEVER = new AbortController().signal;
const log = createLogger("error");

const { values } = parseArgs({ options: { results: { type: "string" } } });
const wanted = Number(values.results ?? FULL_RESULTS);
const monitors = Math.max(1, Math.ceil((wanted * INTERVAL_MS) / (DAYS * DAY_MS)));

type Step = { name: string; ms: number; cpuMs: number; rssMb: number };

const folder = makeBenchFolder();
try {
  const source = await startEmbedded({ dataDir: join(folder, "source"), log, clock: systemClock });
  const target = await startEmbedded({ dataDir: join(folder, "target"), log, clock: systemClock });
  try {
    const { results, bytes: tableBytes } = await fill(source.connection);
    const { steps, bytes, rows } = await measure(source.connection, target.connection);
    const markdown = report({ results, tableBytes, steps, bytes, rows });
    console.log(markdown);
    if (wanted >= FULL_RESULTS) writeSection("backup", markdown);
  } finally {
    await source.stop();
    await target.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(connection: Connection): Promise<{ results: number; bytes: number }> {
  await migrate(connection, log);
  const database = await openDatabase({ connection, log, maxConnections: 4, statementTimeoutMs: 1_800_000 });
  try {
    const orgId = await makeOrganization(database);
    const monitorIds: string[] = [];
    for (let count = 0; count < monitors; count += 1)
      monitorIds.push((await makeMonitor(database, { orgId })).id);
    const toMs = Date.now();
    const plan = { monitorIds, fromMs: toMs - DAYS * DAY_MS, toMs, intervalMs: INTERVAL_MS };
    const { results } = await loadHistory(database, plan);
    const row = await database.find<{ bytes: string }>(
      sql`select pg_database_size(current_database())::text as bytes`,
    );
    return { results, bytes: Number(row?.bytes) };
  } finally {
    await database.close();
  }
}

async function measure(
  source: Connection,
  target: Connection,
): Promise<{ steps: Step[]; bytes: number; rows: number }> {
  const { identity, recipient } = await newAgeKey();
  mkdirSync(join(folder, "backups"));
  const plan = planOf(source, join(folder, "backups"), { key: recipient });
  const steps: Step[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const cpuMs = ownCpuMs();
    let rssMb = 0;
    const watch = setInterval(() => {
      rssMb = Math.max(rssMb, process.memoryUsage.rss() / 1_048_576);
    }, 50);
    const result = await work().finally(() => clearInterval(watch));
    steps.push({ name, ms: performance.now() - startedMs, cpuMs: ownCpuMs() - cpuMs, rssMb });
    return result;
  };
  const { bytes, rows } = await step("back up", () =>
    makeBackup(plan, { clock: systemClock, signal: NEVER }),
  );
  const place = await openBackupPlace(plan.location, plan.bucket);
  const backup = { store: place.store, name: await newestBackup(place), key: identity };
  await step("check", () => verifyBackup(backup));
  const files = new DiskArtifacts({ directory: join(folder, "files") });
  await step("restore", () =>
    restoreBackup({ ...backup, connection: target, files, assertMasterKey: () => undefined }),
  );
  return { steps, bytes, rows };
}

function report({
  results,
  tableBytes,
  steps,
  bytes,
  rows,
}: {
  results: number;
  tableBytes: number;
  steps: readonly Step[];
  bytes: number;
  rows: number;
}): string {
  const mb = (value: number) =>
    `${(value / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
  return [
    `## \`backup\`: ${results.toLocaleString("en")} results over ${DAYS} days`,
    machineFacts(),
    `${monitors} monitors, ${rows.toLocaleString("en")} rows. The database has ${mb(tableBytes)}; the backup has ${mb(bytes)}, ${(bytes / results).toFixed(1)} bytes a result. The CPU time is that of this process, without PostgreSQL; memory is its maximum, with what loading the history left.`,
    table(
      ["", "s", "CPU s", "memory MB"],
      steps.map(({ name, ms, cpuMs, rssMb }) => [
        name,
        ...[ms / 1_000, cpuMs / 1_000].map((seconds) => seconds.toFixed(1)),
        rssMb.toFixed(0),
      ]),
    ),
  ].join("\n\n");
}
