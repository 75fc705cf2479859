import { maintenanceWindowSchema } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dataOf } from "../harness/api-client.ts";
import { readSlots } from "../harness/database.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor, getMonitor, listResults } from "../harness/monitors.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Maintenance that a user starts and ends, with a process crash in between. */

const lab = createLab(afterEach);
const POLL = { timeout: 30_000, interval: 50 };
const INTERVAL_MS = 1_000;

let target: Target;
beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.close());

async function startWindow(vedette: Vedette, fields: object) {
  const body = { name: "Deploy", duration_minutes: 30, ...fields };
  return dataOf(maintenanceWindowSchema, await vedette.request("POST", "/api/v1/maintenance-windows", body));
}

async function endWindow(vedette: Vedette, id: string) {
  const path = `/api/v1/maintenance-windows/${id}/end`;
  return dataOf(maintenanceWindowSchema, await vedette.request("POST", path));
}

const becomes = (vedette: Vedette, { id }: Monitor, status: Monitor["status"]) =>
  expect.poll(async () => (await getMonitor(vedette, id)).status, POLL).toBe(status);

describe("a window that pauses", () => {
  test("stops checks at once and through kill -9, accounts for each slot, and has the target checked when it ends", async () => {
    const dataDir = await lab.newDataDir();
    const first = await lab.start({ dataDir });
    const monitor = await createMonitor(first, { name: "shop", url: target.url("/") });
    await becomes(first, monitor, "up");
    const window = await startWindow(first, { mode: "pause", monitor_ids: [monitor.id] });
    await becomes(first, monitor, "maintenance");
    const maintained = await getMonitor(first, monitor.id);
    expect(Date.parse(maintained.status_since)).toBeLessThan(Date.parse(window.created_at) + 1_000);
    await first.kill9();

    const hits = target.hits("/");
    target.answerWith(500);
    const second = await lab.start({ dataDir, key: first.key });
    expect(await getMonitor(second, monitor.id)).toMatchObject({
      status: "maintenance",
      status_since: maintained.status_since,
    });
    const skipped = async () => {
      const untilMs = Date.now();
      const slots = await readSlots(dataDir, { monitorId: monitor.id, intervalMs: INTERVAL_MS, untilMs });
      return slots.filter(({ records }) => records.includes("skipped")).length;
    };
    await expect.poll(skipped, POLL).toBeGreaterThan(3);
    expect(target.hits("/")).toBe(hits);

    const ended = await endWindow(second, window.id);
    expect(ended.active).toBe(false);
    // The status is up as before, until the check that starts at once finds the change.
    await becomes(second, monitor, "down");
    const [before, after] = (await listResults(second, monitor.id)).slice(-2);
    const endedMs = Date.parse(ended.ended_at ?? "");
    expect(Date.parse(before?.checked_at ?? "")).toBeLessThan(endedMs + INTERVAL_MS);
    expect(Date.parse(after?.checked_at ?? "")).toBeGreaterThan(endedMs);
  });
});

describe("a window that mutes", () => {
  test("does not stop checks, and updates the status only if it counts uptime", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir() });
    const [counted, uncounted] = [
      await createMonitor(vedette, { name: "counted", url: target.url("/counted"), tags: ["counted"] }),
      await createMonitor(vedette, { name: "uncounted", url: target.url("/uncounted") }),
    ];
    await becomes(vedette, counted, "up");
    await becomes(vedette, uncounted, "up");
    await startWindow(vedette, { counts_uptime: true, tags: ["counted"] });
    const window = await startWindow(vedette, { counts_uptime: false, monitor_ids: [uncounted.id] });
    await becomes(vedette, uncounted, "maintenance");
    target.answerWith(500);
    await becomes(vedette, counted, "down");
    const failed = async () =>
      (await listResults(vedette, uncounted.id)).some(({ status }) => status === "down");
    await expect.poll(failed, POLL).toBe(true);
    expect((await getMonitor(vedette, uncounted.id)).status).toBe("maintenance");
    await endWindow(vedette, window.id);
    await becomes(vedette, uncounted, "down");
  });
});
