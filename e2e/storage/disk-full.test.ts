import { execFileSync } from "node:child_process";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, test } from "vitest";
import { findRunningEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { natsServerMissing, startNatsServer } from "../../packages/server/test/servers/nats-server.ts";
import { readSlots } from "../harness/database.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitors } from "../harness/monitors.ts";
import { startTarget } from "../harness/target.ts";
import { SHIPPED_COMMAND, type Vedette } from "../harness/vedette.ts";

/** Fault F07: the disk of the database is full. Results wait in memory and are stored when there is room. */

const ends: (() => unknown)[] = [];
const lab = createLab(afterEach);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const DISK_MIB = 220;
const MONITORS = 20;
const INTERVAL_MS = 1_000;
const POLL = { timeout: 60_000, interval: 200 };
const MASTER_KEY = { VEDETTE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };
/** Of the slots: on a busy machine a check takes longer than its interval now and then, and the next slot is skipped. */
const SKIPPED_SHARE_MAX = 0.1;
const FULL = { status: 503, text: expect.stringContaining("the disk of the database is full") };
const isRoot = process.getuid?.() === 0;

/** A file system of its own, which can be filled without harm. */
async function mountDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=755`, "tmpfs", folder]);
  ends.push(async () => {
    execFileSync("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes until nothing more fits; the server writes at the same time. */
async function fill(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, "ballast");
  const file = await open(path, "w");
  const isFull = await writeAll(file).catch((error: NodeJS.ErrnoException) => error.code === "ENOSPC");
  await file.close();
  expect(isFull).toBe(true);
  return () => rm(path);
}

async function writeAll(file: FileHandle): Promise<false> {
  for (let block = 0; block < DISK_MIB * 1_024; block++) await file.write(Buffer.alloc(1_024));
  return false;
}

async function readiness(vedette: Vedette): Promise<{ status: number; text: string }> {
  const response = await fetch(`${vedette.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, text: await response.text() };
}

/** A process without a scheduler, with the database of another one. It writes nothing unless it is used. */
async function startApi(dataDir: string): Promise<Vedette> {
  const nats = await startNatsServer();
  ends.push(() => nats.stop());
  const connection = await findRunningEmbedded(join(dataDir, "postgres"));
  if (connection === null) throw new Error("PostgreSQL does not run");
  const { user, password, database, socketDir } = connection;
  return lab.start({
    dataDir: await lab.emptyDataDir(),
    command: [...SHIPPED_COMMAND, "--role", "api"],
    env: {
      ...MASTER_KEY,
      NATS_URL: nats.url,
      DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${socketDir}`,
    },
  });
}

test.skipIf(!isRoot || natsServerMissing() !== null)(
  "says in each process that the disk is full, and loses no result",
  async () => {
    const target = await startTarget();
    ends.push(() => target.close());
    const disk = await mountDisk();
    const dataDir = join(disk, "data");
    const vedette = await lab.start({ dataDir, env: MASTER_KEY });
    const api = await startApi(dataDir);
    const monitors = await createMonitors(
      vedette,
      Array.from({ length: MONITORS }, (_, index) => ({ name: `m${index}`, url: target.url(`/?${index}`) })),
    );
    const free = await fill(disk);

    await expect.poll(() => readiness(vedette), POLL).toMatchObject(FULL);
    await expect.poll(() => readiness(api), POLL).toMatchObject(FULL);
    for (const event of ["results.batch_failed", "problem.began"]) {
      const logged = () => vedette.stderrLines().filter((line) => line.includes(`"${event}"`)).length;
      await expect.poll(logged, POLL).toBe(1);
    }

    await free();
    await expect.poll(() => readiness(vedette), POLL).toMatchObject({ status: 200 });
    await expect.poll(() => readiness(api), POLL).toMatchObject({ status: 200 });
    const untilMs = Date.now();
    await expect
      .poll(async () => {
        const slots = await Promise.all(
          monitors
            .slice(0, 5)
            .map(({ id }) => readSlots(dataDir, { monitorId: id, intervalMs: INTERVAL_MS, untilMs })),
        );
        const records = slots.flat().map((slot) => slot.records.join());
        const skipped = records.filter((record) => record === "skipped").length;
        const others = records.filter((record) => record !== "result" && record !== "skipped");
        return { others, isMostlyChecked: skipped <= records.length * SKIPPED_SHARE_MAX };
      }, POLL)
      .toEqual({ others: [], isMostlyChecked: true });
  },
);
