import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phaseMs } from "../packages/server/src/pipeline/scheduler/grid.ts";
import { createOtherOrganizationKey } from "./harness/database.ts";
import { listen } from "./harness/event-stream.ts";
import { createLab } from "./harness/lab.ts";
import {
  changeMonitor,
  createMonitor,
  getMonitor,
  getStats,
  listResults,
  slotMsOf,
} from "./harness/monitors.ts";
import { startTarget, type Target } from "./harness/target.ts";
import { SHIPPED_COMMAND, type Vedette } from "./harness/vedette.ts";

/** Scheduling: when checks run, and how changes apply. */

const lab = createLab(afterAll);
const POLL = { timeout: 20_000, interval: 50 };
let dataDir = "";
let vedette: Vedette;
let target: Target;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  [vedette, target] = await Promise.all([lab.start({ dataDir, command: SHIPPED_COMMAND }), startTarget()]);
});
afterAll(() => target.close());

const countResults = async (id: string) => (await listResults(vedette, id)).length;

describe("a monitor every second", () => {
  test("is checked at once and then once at each slot of its grid", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/grid") });
    await expect.poll(() => countResults(id), POLL).toBeGreaterThanOrEqual(7);
    const results = await listResults(vedette, id);
    const [, ...slots] = results.map(slotMsOf);
    expect(slots.map((slot) => slot % 1_000)).toEqual(slots.map(() => phaseMs(id, 1_000)));
    expect(new Set(slots).size).toBe(slots.length);
    expect(results.every(({ trigger, status }) => trigger === "schedule" && status === "up")).toBe(true);
    expect(target.hits("/grid")).toBeGreaterThanOrEqual(results.length);
    // A busy machine may miss a slot; that is reported and is not downtime.
    const stats = await getStats(vedette, id);
    const due = (Math.max(...slots) - Math.min(...slots)) / 1_000 + 1;
    expect(due - slots.length).toBeLessThanOrEqual(stats.missed_checks + stats.skipped_checks);
    expect(stats).toMatchObject({ failed_checks: 0, uptime_percentage: 100 });
  });

  test("is checked more often while it is down, so that its recovery is detected early", async () => {
    target.answerWith(500);
    const { id } = await createMonitor(vedette, {
      ...{ url: target.url("/confirm"), interval: 86_400, confirm_interval: 1, retries: 0 },
    });
    await expect.poll(() => countResults(id), POLL).toBeGreaterThanOrEqual(3);
    target.answerWith(200);
    await expect.poll(async () => (await getMonitor(vedette, id)).status, POLL).toBe("up");
    const [latest] = (await listResults(vedette, id)).toReversed();
    expect(latest).toMatchObject({ status: "up", trigger: "schedule" });
    expect(await getStats(vedette, id)).toMatchObject({ missed_checks: 0, skipped_checks: 0 });
  });

  test("checks only the new url after a change", async () => {
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
    expect(await getStats(vedette, id)).toMatchObject({
      missed_checks: 0,
      failed_checks: 0,
      downtime_seconds: 0,
    });
    await vedette.request("DELETE", `/api/v1/monitors/${pace.id}`);
  });

  test("is removed with its results when it is deleted", async () => {
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

  test("skips slots, and does not fail, if its check takes longer than its interval", async () => {
    const { id } = await createMonitor(vedette, { url: target.url("/slow-1500") });
    await expect.poll(async () => (await getStats(vedette, id)).skipped_checks, POLL).toBeGreaterThan(2);
    const stats = await getStats(vedette, id);
    expect(stats).toMatchObject({ missed_checks: 0, failed_checks: 0, downtime_seconds: 0 });
    const slots = (await listResults(vedette, id)).map(slotMsOf);
    expect(slots.slice(2).every((slot, index) => slot - (slots[index + 1] ?? 0) >= 2_000)).toBe(true);
  });
});

describe("an event stream", () => {
  test("contains results and changes of its own organization only, in the API's format", async () => {
    const otherEvents = await listen(vedette, await createOtherOrganizationKey(dataDir));
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
    const stored = new Map((await listResults(vedette, id)).map((result) => [result.id, result]));
    for (const event of ofType("check.result")) expect(event).toEqual(stored.get(String(event.id)));
    expect(otherEvents.events).toEqual([]);
    await Promise.all([events.close(), otherEvents.close(), own.close()]);
  });
});

/** Waits for `count` more requests of that path. */
async function nextHits(path: string, count: number): Promise<void> {
  const wanted = target.hits(path) + count;
  await expect.poll(() => target.hits(path), POLL).toBeGreaterThanOrEqual(wanted);
}
