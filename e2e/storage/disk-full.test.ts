import { execFileSync } from "node:child_process";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, test } from "vitest";
import { readSlots } from "../harness/database.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitors } from "../harness/monitors.ts";
import { startTarget } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Fault F07: the disk of the database is full. Results wait in memory and are stored when there is room. */

const ends: (() => unknown)[] = [];
const lab = createLab(afterEach);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const DISK_MIB = 220;
const MONITORS = 40;
const INTERVAL_MS = 1_000;
const POLL = { timeout: 60_000, interval: 200 };
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

test.skipIf(!isRoot)("says that the disk is full, and loses no result", async () => {
  const target = await startTarget();
  ends.push(() => target.close());
  const disk = await mountDisk();
  const dataDir = join(disk, "data");
  const vedette = await lab.start({ dataDir });
  const monitors = await createMonitors(
    vedette,
    Array.from({ length: MONITORS }, (_, index) => ({ name: `m${index}`, url: target.url(`/?${index}`) })),
  );
  const free = await fill(disk);

  await expect
    .poll(() => readiness(vedette), POLL)
    .toMatchObject({
      status: 503,
      text: expect.stringContaining("the disk of the database is full"),
    });
  const began = vedette.stderrLines().filter((line) => line.includes('"results.batch_failed"'));
  expect(began).toHaveLength(1);
  await expect
    .poll(() => vedette.stderrLines().filter((line) => line.includes('"problem.began"')).length, POLL)
    .toBe(1);

  await free();
  await expect.poll(() => readiness(vedette), POLL).toMatchObject({ status: 200 });
  const untilMs = Date.now();
  await expect
    .poll(async () => {
      const slots = await Promise.all(
        monitors
          .slice(0, 5)
          .map(({ id }) => readSlots(dataDir, { monitorId: id, intervalMs: INTERVAL_MS, untilMs })),
      );
      return slots.flat().filter(({ records }) => records.join() !== "result");
    }, POLL)
    .toEqual([]);
});
