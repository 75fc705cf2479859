import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../packages/server/src/platform/storage/connection.ts";
import { findRunningEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { migrate } from "../../packages/server/src/platform/storage/migrate.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { sql } from "../../packages/server/src/platform/storage/sql.ts";
import { readSlots } from "../harness/database.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitors, getStats, listResults, slotMsOf } from "../harness/monitors.ts";
import { NEXT_STATEMENTS } from "../harness/next-migration.ts";
import { startTarget, type Target } from "../harness/target.ts";
import { runVedette, type Vedette } from "../harness/vedette.ts";

/** A server that works while the next version migrates its database. */

const lab = createLab(afterAll);
const MIGRATIONS = join(import.meta.dirname, "../../packages/server/migrations");

let dataDir: string;
let vedette: Vedette;
let target: Target;
let connection: SocketConnection;
let folder: string;
beforeAll(async () => {
  dataDir = await lab.newDataDir();
  folder = await mkdtemp(join(tmpdir(), "vedette-next-"));
  [vedette, target] = await Promise.all([lab.start({ dataDir }), startTarget()]);
  const running = await findRunningEmbedded(join(dataDir, "postgres"));
  if (running === null) throw new Error("PostgreSQL does not run");
  connection = running;
  const directory = join(folder, "migrations");
  await mkdir(directory);
  for (const name of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, name), join(directory, name));
  await writeFile(join(directory, "9000_notes.sql"), NEXT_STATEMENTS);
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

test("upgrade --check says that nothing is pending, while the server runs", async () => {
  const checked = await runVedette({ dataDir, args: ["upgrade", "--check", "--json"] });
  expect([checked.code, checked.stderr]).toEqual([0, ""]);
  expect(JSON.parse(checked.stdout)).toMatchObject({
    installed: { schema: expect.stringMatching(/^\d{4}_\w+\.sql$/), running: ["0.1.0"] },
    ...{ pending: [], newer: [], warnings: [] },
  });
  const empty = await runVedette({ dataDir: join(folder, "empty"), args: ["upgrade", "--check"] });
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no database in") });
});

describe("a migration under load", () => {
  test("loses no slot, although a long transaction holds its tables", async () => {
    const wanted = Array.from({ length: 20 }, (_, index) => ({ url: target.url(`/${index}`) }));
    const monitors = await createMonitors(vedette, wanted);
    const [first] = monitors;
    if (first === undefined) throw new Error("no monitor was created");
    const countResults = async () => (await listResults(vedette, first.id)).length;
    await expect.poll(countResults, { timeout: 20_000, interval: 100 }).toBeGreaterThan(2);
    // As a backup or a report does.
    const holder = await openDatabase({
      ...{ connection, log: silentLogger, maxConnections: 1, statementTimeoutMs: 10_000 },
    });
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = holder.transaction(async (db) => {
      await db.rows(sql`select count(*) from check_result`);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    let waits = 0;
    const log = {
      ...silentLogger,
      warn: () => {
        waits += 1;
        if (waits === 2) released.resolve();
      },
    };
    const before = await countResults();
    expect(await migrate(connection, log, { directory: join(folder, "migrations") })).toEqual([
      "9000_notes.sql",
    ]);
    expect(waits).toBe(2);
    await holding;
    await holder.close();
    // The old version goes on with the new schema.
    const doneMs = Date.now();
    const newest = async () => Math.max(...(await listResults(vedette, first.id)).map(slotMsOf));
    await expect.poll(newest, { timeout: 20_000, interval: 100 }).toBeGreaterThan(doneMs + 1_500);
    expect(await countResults()).toBeGreaterThan(before + 4);
    for (const { id } of monitors) {
      const slots = await readSlots(dataDir, { monitorId: id, intervalMs: 1_000, untilMs: doneMs });
      expect(slots.length).toBeGreaterThan(5);
      expect(slots.filter(({ records }) => records.length !== 1)).toEqual([]);
      // A busy machine may miss a slot; that is reported and is not downtime.
      const missed = slots.filter(({ records }) => records[0] !== "result").length;
      const stats = await getStats(vedette, id);
      expect(missed).toBeLessThanOrEqual(stats.missed_checks + stats.skipped_checks);
      expect(stats.failed_checks).toBe(0);
    }
  });

  test("leaves a database on which the installed version can be started again", async () => {
    await vedette.stop();
    const again = await lab.start({ dataDir, key: vedette.key });
    expect(again.stderrLines().join("\n")).toContain("database.schema_newer");
    const { status } = await again.request("GET", "/api/v1/monitors");
    expect(status).toBe(200);
  });
});
