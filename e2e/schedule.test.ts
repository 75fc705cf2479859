import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phaseMs } from "../packages/server/src/pipeline/scheduler/grid.ts";
import { makeStranger } from "./harness/database.ts";
import { listen } from "./harness/event-stream.ts";
import { createLab } from "./harness/lab.ts";
import {
  changeMonitor,
  createMonitor,
  getMonitor,
  resultsOf,
  slotMsOf,
  statsOf,
} from "./harness/monitors.ts";
import { startTarget, type Target } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** Scheduling as a user sees it: what runs when, and what a change does. */

const lab = createLab(afterAll);
const POLL = { timeout: 20_000, interval: 50 };
let dataDir = "";
let vedette: Vedette;
let target: Target;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  [vedette, target] = await Promise.all([lab.start({ dataDir }), startTarget()]);
});
afterAll(() => target.close());

const countOf = async (id: string) => (await resultsOf(vedette, id)).length;

describe("a monitor every second", () => {
  test("is checked at once and then slot for slot on its grid, each once", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/grid") });
    await expect.poll(() => countOf(id), POLL).toBeGreaterThanOrEqual(7);
    const results = await resultsOf(vedette, id);
    const [, ...slots] = results.map(slotMsOf);
    expect(slots.map((slot) => slot % 1_000)).toEqual(slots.map(() => phaseMs(id, 1_000)));
    expect(new Set(slots).size).toBe(slots.length);
    expect(results.every(({ trigger, status }) => trigger === "schedule" && status === "up")).toBe(true);
    expect(target.hits("/grid")).toBeGreaterThanOrEqual(results.length);
    // A busy machine may miss a slot; that is reported and is not downtime.
    const stats = await statsOf(vedette, id);
    const due = (Math.max(...slots) - Math.min(...slots)) / 1_000 + 1;
    expect(due - slots.length).toBeLessThanOrEqual(stats.missed_checks + stats.skipped_checks);
    expect(stats).toMatchObject({ failed_checks: 0, uptime_percentage: 100 });
  });

  test("is checked more often while it is down, and its recovery is noticed early", async () => {
    target.answerWith(500);
    const { id } = await createMonitor(vedette, {
      ...{ url: target.url("/confirm"), interval: 86_400, confirm_interval: 1, retries: 0 },
    });
    await expect.poll(() => countOf(id), POLL).toBeGreaterThanOrEqual(3);
    target.answerWith(200);
    await expect.poll(async () => (await getMonitor(vedette, id)).status, POLL).toBe("up");
    const [latest] = (await resultsOf(vedette, id)).toReversed();
    expect(latest).toMatchObject({ status: "up", trigger: "schedule" });
    expect(await statsOf(vedette, id)).toMatchObject({ missed_checks: 0, skipped_checks: 0 });
  });

  test("asks a changed url from then on, and the old one no more", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/old") });
    await expect.poll(() => target.hits("/old"), POLL).toBeGreaterThan(0);
    await changeMonitor(vedette, id, { url: target.url("/new") });
    await expect.poll(() => target.hits("/new"), POLL).toBeGreaterThan(0);
    const old = target.hits("/old");
    await expect.poll(() => target.hits("/new"), POLL).toBeGreaterThan(3);
    expect(target.hits("/old")).toBe(old);
  });

  test("is checked at its new interval", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/interval"), interval: 3_600 });
    await expect.poll(() => target.hits("/interval"), POLL).toBe(1);
    await changeMonitor(vedette, id, { interval: 1 });
    await expect.poll(() => target.hits("/interval"), POLL).toBeGreaterThan(3);
  });

  test("does not run while disabled, runs again when enabled, and the pause has no missed slots", async () => {
    const [{ id }, pace] = [
      await createMonitor(vedette, { url: target.url("/toggle") }),
      await createMonitor(vedette, { url: target.url("/pace") }),
    ];
    await expect.poll(() => target.hits("/toggle"), POLL).toBeGreaterThan(1);
    expect(await changeMonitor(vedette, id, { enabled: false })).toMatchObject({ status: "paused" });
    await nextHits("/pace", 2);
    const before = target.hits("/toggle");
    await nextHits("/pace", 3);
    expect(target.hits("/toggle")).toBe(before);

    expect(await changeMonitor(vedette, id, { enabled: true })).toMatchObject({ status: "pending" });
    await expect.poll(async () => (await getMonitor(vedette, id)).status, POLL).toBe("up");
    await nextHits("/toggle", 2);
    expect(await statsOf(vedette, id)).toMatchObject({
      missed_checks: 0,
      failed_checks: 0,
      downtime_seconds: 0,
    });
    await vedette.request("DELETE", `/api/v1/monitors/${pace.id}`);
  });

  test("is gone with its results when it is deleted", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/deleted") });
    const pace = await createMonitor(vedette, { url: target.url("/pace-2") });
    await expect.poll(() => target.hits("/deleted"), POLL).toBeGreaterThan(1);
    expect((await vedette.request("DELETE", `/api/v1/monitors/${id}`)).status).toBe(200);
    await nextHits("/pace-2", 2);
    const hits = target.hits("/deleted");
    await nextHits("/pace-2", 3);
    expect(target.hits("/deleted")).toBe(hits);
    for (const path of ["", "/results", "/stats"]) {
      expect((await vedette.request("GET", `/api/v1/monitors/${id}${path}`)).status).toBe(404);
    }
    await vedette.request("DELETE", `/api/v1/monitors/${pace.id}`);
  });

  test("whose check takes longer than its interval has those slots skipped, not failed", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/slow-1500") });
    await expect.poll(async () => (await statsOf(vedette, id)).skipped_checks, POLL).toBeGreaterThan(2);
    const stats = await statsOf(vedette, id);
    expect(stats).toMatchObject({ missed_checks: 0, failed_checks: 0, downtime_seconds: 0 });
    const slots = (await resultsOf(vedette, id)).map(slotMsOf);
    expect(slots.slice(2).every((slot, index) => slot - (slots[index + 1] ?? 0) >= 2_000)).toBe(true);
  });
});

describe("a listener", () => {
  test("receives results and changes of its own organization in the API's format, and none of others", async () => {
    const strangers = await listen(vedette, await makeStranger(dataDir));
    const events = await listen(vedette);
    const own = await startTarget();
    const { id } = await createMonitor(vedette, { name: "listened", url: own.url() });
    const ofType = (type: string) =>
      events.events
        .filter((event) => event.type === type && event.data.monitor_id === id)
        .map(({ data }) => data);
    await expect.poll(() => ofType("check.result").length, POLL).toBeGreaterThan(1);
    own.answerWith(500);
    await expect.poll(() => ofType("monitor.status").length, POLL).toBe(2);
    own.answerWith(200);
    await expect.poll(() => ofType("monitor.status").length, POLL).toBe(3);

    expect(ofType("monitor.status").map(({ previous_status: from, status: to }) => [from, to])).toEqual([
      ["pending", "up"],
      ["up", "down"],
      ["down", "up"],
    ]);
    const stored = new Map((await resultsOf(vedette, id)).map((result) => [result.id, result]));
    for (const event of ofType("check.result")) expect(event).toEqual(stored.get(String(event.id)));
    expect(strangers.events).toEqual([]);
    await Promise.all([events.close(), strangers.close(), own.close()]);
  });
});

/** Waits for so many more requests of that path. */
async function nextHits(path: string, count: number): Promise<void> {
  const wanted = target.hits(path) + count;
  await expect.poll(() => target.hits(path), POLL).toBeGreaterThanOrEqual(wanted);
}
