import process from "node:process";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSlots, type Slot, usageMismatch } from "./harness/database.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitors, getStats, listResults } from "./harness/monitors.ts";
import { oldNode } from "./harness/old-node.ts";
import { processGone } from "./harness/processes.ts";
import { startTarget, type Target } from "./harness/target.ts";
import { SHIPPED_COMMAND, VEDETTE, type Vedette } from "./harness/vedette.ts";

/** kill -9 while 200 checks a second are recorded: no result that the API returned is lost, and every slot is counted. */

const lab = createLab(afterEach);
const MONITORS = 200;
/** Monitors whose checks take longer than their interval, so that slots are skipped between results. */
const SLOW = 4;
/** Every slot of this many monitors is examined. The slow ones come first. */
const WATCHED = 12;
const INTERVAL_MS = 1_000;
const RESULTS_BEFORE = 6;
/** On a busy machine the target responds late. No check may fail because of that. */
const CHECK_TIMEOUT_SECONDS = 20;
const POLL = { timeout: 40_000, interval: 100 };

let target: Target;
beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.close());

type Recording = { dataDir: string; vedette: Vedette; watched: Monitor[] };

/** Starts a process and waits until it has recorded results for some seconds. */
async function startRecording(command: readonly string[] = SHIPPED_COMMAND): Promise<Recording> {
  const dataDir = await lab.newDataDir();
  const vedette = await lab.start({ dataDir, command });
  const path = (index: number) => `${index < SLOW ? "/slow-1300" : "/"}?${index}`;
  const wanted = Array.from({ length: MONITORS }, (_, index) => ({
    name: `m${index}`,
    url: target.url(path(index)),
    timeout: CHECK_TIMEOUT_SECONDS,
  }));
  const watched = (await createMonitors(vedette, wanted)).slice(0, WATCHED);
  await expect
    .poll(async () => Math.min(...(await readAll(vedette, watched)).map((results) => results.length)), POLL)
    .toBeGreaterThanOrEqual(RESULTS_BEFORE);
  return { dataDir, vedette, watched };
}

async function readAll(vedette: Vedette, monitors: readonly Monitor[]): Promise<string[][]> {
  return Promise.all(
    monitors.map(async ({ id }) => (await listResults(vedette, id)).map((result) => result.id)),
  );
}

/** Waits until every slot up to `untilMs` has a record, and returns the slots that have more than one. */
async function findMiscounted({ dataDir, watched }: Recording, untilMs: number): Promise<[string, Slot][]> {
  const read = async () => {
    const all = await Promise.all(
      watched.map(async ({ id, name }) => {
        const slots = await readSlots(dataDir, { monitorId: id, intervalMs: INTERVAL_MS, untilMs });
        return slots.map((slot): [string, Slot] => [name, slot]);
      }),
    );
    return all.flat();
  };
  let slots: [string, Slot][] = [];
  const uncounted = async () => {
    slots = await read();
    return slots.filter(([, { records }]) => records.length === 0);
  };
  await expect.poll(uncounted, { ...POLL, timeout: GAPS_TIMEOUT_MS }).toEqual([]);
  expect(slots.length).toBeGreaterThan(watched.length * RESULTS_BEFORE);
  return slots.filter(([, { records }]) => records.length !== 1);
}

/** Gaps are batched for ten seconds before they are written. The rest is for busy machines. */
const GAPS_TIMEOUT_MS = 40_000;

/** Expects that checks continue, and that the crash does not count as downtime of a target. */
async function expectContinued(
  vedette: Vedette,
  monitors: readonly Monitor[],
  before: string[][],
): Promise<void> {
  await expect
    .poll(async () => {
      const now = await readAll(vedette, monitors);
      return Math.min(...now.map((ids, index) => ids.length - (before[index]?.length ?? 0)));
    }, POLL)
    .toBeGreaterThanOrEqual(2);
  for (const { id } of monitors) {
    expect(await getStats(vedette, id)).toMatchObject({
      failed_checks: 0,
      downtime_seconds: 0,
      incidents: 0,
    });
  }
}

describe("kill -9", () => {
  test("of the whole service loses no result that the API returned, and the time until the restart is missed", async () => {
    const recording = await startRecording();
    const { dataDir, vedette, watched } = recording;
    const before = await readAll(vedette, watched);
    await vedette.kill9();
    const killedAtMs = Date.now();
    await expect.poll(() => Date.now() - killedAtMs, POLL).toBeGreaterThan(3 * INTERVAL_MS);

    const again = await lab.start({ dataDir, command: SHIPPED_COMMAND, key: vedette.key });
    await expectContinued(again, watched, before);
    const untilMs = Date.now();
    const after = await readAll(again, watched);
    expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
      watched.map(() => []),
    );
    expect(await again.postgresPids()).toHaveLength(1);
    expect(await findMiscounted(recording, untilMs)).toEqual([]);
    for (const { id } of watched) expect((await getStats(again, id)).missed_checks).toBeGreaterThan(0);
    expect(await usageMismatch(dataDir)).toBe(0);
  });

  test("of PostgreSQL alone makes the service restart it, and no result is lost", async () => {
    const recording = await startRecording();
    const { vedette, watched } = recording;
    const before = await readAll(vedette, watched);
    const [postmaster = 0] = await vedette.postgresPids();
    process.kill(postmaster, "SIGKILL");
    await processGone(postmaster);
    await expect.poll(async () => (await vedette.request("GET", "/readyz")).status, POLL).toBe(200);

    await expectContinued(vedette, watched, before);
    expect(await usageMismatch(recording.dataDir)).toBe(0);
    const untilMs = Date.now();
    const after = await readAll(vedette, watched);
    expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
      watched.map(() => []),
    );
    expect(await vedette.postgresPids()).toHaveLength(1);
    expect(await findMiscounted(recording, untilMs)).toEqual([]);
  });

  test.skipIf(oldNode === null)("of the wrapper alone stops the service cleanly", async () => {
    const recording = await startRecording([oldNode ?? "", VEDETTE, "serve"]);
    const { dataDir, vedette, watched } = recording;
    const before = await readAll(vedette, watched);
    expect(vedette.wrapperPid).not.toBe(vedette.pid);
    process.kill(vedette.wrapperPid, "SIGKILL");
    // The service shares the wrapper's pipes: they close after its last line was read.
    await vedette.exited;
    await processGone(vedette.pid);
    expect(vedette.stderrLines().some((line) => line.includes("process.stopped"))).toBe(true);
    expect(await vedette.postgresPids()).toEqual([]);

    const again = await lab.start({ dataDir, command: SHIPPED_COMMAND, key: vedette.key });
    const after = await readAll(again, watched);
    expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
      watched.map(() => []),
    );
    await expectContinued(again, watched, after);
    expect(await findMiscounted(recording, Date.now() - INTERVAL_MS)).toEqual([]);
  });
});
