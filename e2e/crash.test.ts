import process from "node:process";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { miscountedUsage, type SlotFate, slotFates } from "./harness/database.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitors, resultsOf, statsOf } from "./harness/monitors.ts";
import { oldNode } from "./harness/old-node.ts";
import { processGone } from "./harness/processes.ts";
import { startTarget, type Target } from "./harness/target.ts";
import { VEDETTE, type Vedette } from "./harness/vedette.ts";

/** kill -9 while 200 checks a second are recorded: nothing that was answered is lost, no slot goes uncounted. */

const lab = createLab(afterEach);
const MONITORS = 200;
/** Whose checks take longer than their interval, so that slots are skipped between results. */
const SLOW = 4;
/** Monitors whose every slot is looked at; the slow ones are the first of them. */
const WATCHED = 12;
const INTERVAL_MS = 1_000;
const RESULTS_BEFORE = 6;
/** The target answers in its own time on a busy machine too: no check of it may fail. */
const PATIENCE_SECONDS = 20;
const POLL = { timeout: 40_000, interval: 100 };

let target: Target;
beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.close());

type Scene = { dataDir: string; vedette: Vedette; watched: Monitor[] };

/** A process that has been recording for some seconds. */
async function recording(command?: readonly string[]): Promise<Scene> {
  const dataDir = await lab.newDataDir();
  const vedette = await lab.start({ dataDir, ...(command && { command }) });
  const path = (index: number) => `${index < SLOW ? "/slow-1300" : "/"}?${index}`;
  const wanted = Array.from({ length: MONITORS }, (_, index) => ({
    name: `m${index}`,
    url: target.url(path(index)),
    timeout: PATIENCE_SECONDS,
  }));
  const watched = (await createMonitors(vedette, wanted)).slice(0, WATCHED);
  await expect
    .poll(async () => Math.min(...(await readAll(vedette, watched)).map((results) => results.length)), POLL)
    .toBeGreaterThanOrEqual(RESULTS_BEFORE);
  return { dataDir, vedette, watched };
}

async function readAll(vedette: Vedette, monitors: readonly Monitor[]): Promise<string[][]> {
  return Promise.all(
    monitors.map(async ({ id }) => (await resultsOf(vedette, id)).map((result) => result.id)),
  );
}

/** The slots up to `untilMs` of each watched monitor that do not have exactly one fate, once all have one. */
async function miscounted({ dataDir, watched }: Scene, untilMs: number): Promise<[string, SlotFate][]> {
  const read = async () => {
    const all = await Promise.all(
      watched.map(async ({ id, name }) => {
        const slots = await slotFates(dataDir, { monitorId: id, intervalMs: INTERVAL_MS, untilMs });
        return slots.map((slot): [string, SlotFate] => [name, slot]);
      }),
    );
    return all.flat();
  };
  let slots: [string, SlotFate][] = [];
  const uncounted = async () => {
    slots = await read();
    return slots.filter(([, { fates }]) => fates.length === 0);
  };
  await expect.poll(uncounted, { ...POLL, timeout: GATHERING_MS }).toEqual([]);
  expect(slots.length).toBeGreaterThan(watched.length * RESULTS_BEFORE);
  return slots.filter(([, { fates }]) => fates.length !== 1);
}

/** Gaps are gathered for ten seconds before they are written; the rest is patience. */
const GATHERING_MS = 40_000;

/** The schedule goes on, and nothing of what happened to us was blamed on the target. */
async function expectGoingOn(
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
    expect(await statsOf(vedette, id)).toMatchObject({ failed_checks: 0, downtime_seconds: 0, incidents: 0 });
  }
}

describe("kill -9", () => {
  test("of the whole service loses nothing that was answered, and the time between is missed", async () => {
    const scene = await recording();
    const { dataDir, vedette, watched } = scene;
    const before = await readAll(vedette, watched);
    await vedette.kill9();
    const killedAtMs = Date.now();
    await expect.poll(() => Date.now() - killedAtMs, POLL).toBeGreaterThan(3 * INTERVAL_MS);

    const again = await lab.start({ dataDir, key: vedette.key });
    await expectGoingOn(again, watched, before);
    const untilMs = Date.now();
    const after = await readAll(again, watched);
    expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
      watched.map(() => []),
    );
    expect(await again.postgresPids()).toHaveLength(1);
    expect(await miscounted(scene, untilMs)).toEqual([]);
    for (const { id } of watched) expect((await statsOf(again, id)).missed_checks).toBeGreaterThan(0);
    expect(await miscountedUsage(dataDir)).toBe(0);
  });

  test("of PostgreSQL alone is survived by the service, which starts it again and loses nothing", async () => {
    const scene = await recording();
    const { vedette, watched } = scene;
    const before = await readAll(vedette, watched);
    const [postmaster = 0] = await vedette.postgresPids();
    process.kill(postmaster, "SIGKILL");
    await processGone(postmaster);
    await expect.poll(async () => (await vedette.request("GET", "/readyz")).status, POLL).toBe(200);

    await expectGoingOn(vedette, watched, before);
    expect(await miscountedUsage(scene.dataDir)).toBe(0);
    const untilMs = Date.now();
    const after = await readAll(vedette, watched);
    expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
      watched.map(() => []),
    );
    expect(await vedette.postgresPids()).toHaveLength(1);
    expect(await miscounted(scene, untilMs)).toEqual([]);
  });

  test.skipIf(oldNode === null)(
    "of nothing but the wrapper ends the service behind it in good order",
    async () => {
      const scene = await recording([oldNode ?? "", VEDETTE, "serve"]);
      const { dataDir, vedette, watched } = scene;
      const before = await readAll(vedette, watched);
      expect(vedette.wrapperPid).not.toBe(vedette.pid);
      process.kill(vedette.wrapperPid, "SIGKILL");
      // The service holds the wrapper's pipes: they close after the last line that it wrote was read.
      await vedette.exited;
      await processGone(vedette.pid);
      expect(vedette.stderrLines().some((line) => line.includes("process.stopped"))).toBe(true);
      expect(await vedette.postgresPids()).toEqual([]);

      const again = await lab.start({ dataDir, key: vedette.key });
      const after = await readAll(again, watched);
      expect(after.map((ids, index) => before[index]?.filter((id) => !ids.includes(id)))).toEqual(
        watched.map(() => []),
      );
      await expectGoingOn(again, watched, after);
      expect(await miscounted(scene, Date.now() - INTERVAL_MS)).toEqual([]);
    },
  );
});
