import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor, getStats } from "../harness/monitors.ts";
import { startTarget, type Target } from "../harness/target.ts";
import { METRICS_TOKEN, type Vedette } from "../harness/vedette.ts";

/** What Vedette says about itself after the system suspended it. */

const lab = createLab(afterAll);
const POLL = { timeout: 20_000, interval: 200 };
const SUSPENDED_MS = 12_000;

describe.skipIf(!CHROMIUM_PATH)("service health", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target, browser] = await Promise.all([
      lab.start({ dataDir: await lab.newDataDir() }),
      startTarget(),
      launchChromium(),
    ]);
    await signUpOwner(vedette);
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  test("after a kill -STOP of 12 s, the page says 12 s, and uptime says what was not observed", async () => {
    const path = `/observed/${Date.now()}`;
    const { id } = await createMonitor(vedette, { url: target.url(path), interval: 1 });
    await expect.poll(() => target.hits(path), POLL).toBeGreaterThan(2);
    const suspendedMs = Date.now();
    process.kill(vedette.pid, "SIGSTOP");
    await delay(SUSPENDED_MS).finally(() => process.kill(vedette.pid, "SIGCONT"));
    await expect.poll(async () => (await getStats(vedette, id)).missed_seconds, POLL).toBeGreaterThan(9);
    const stats = await getStats(vedette, id);
    expect(stats).toMatchObject({ uptime_percentage: 100, uptime_percentage_max: 100, downtime_seconds: 0 });
    expect(stats.uptime_percentage_min).toBeLessThan(100);

    const { page, pageErrors } = await openDashboard(vedette, "/settings/service-health", { browser });
    const today = page.getByRole("table").getByRole("row").nth(1);
    await expect.poll(() => today.textContent(), POLL).toMatch(/12 s.*12 s: paused by the system/);
    await expect.poll(() => today.textContent(), POLL).toMatch(/Vedette was paused/);
    await expect.poll(() => today.textContent(), POLL).toMatch(/[1-9] passed/);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.goto(`/monitors/${id}`);
    await page
      .getByText(/observed \d+(\.\d+)? %/)
      .first()
      .waitFor();
    await page
      .locator("button[aria-label^='Not measured'][aria-label*='Vedette was paused']")
      .first()
      .waitFor();
    await page.setViewportSize(PHONE);
    expect(await accessibilityViolations(page)).toEqual([]);

    // As it was known two seconds after the process was suspended: still up, but not measured.
    const at = new Date(suspendedMs + 2_000).toISOString();
    await page.goto(`/?at=${at}`);
    await page.getByText("not measured: checks were missed").waitFor();
    expect(await page.getByRole("link", { name: "Add monitor" }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page
      .getByRole("table", { name: /^Targets as of/ })
      .getByRole("link")
      .first()
      .press("Enter");
    await page.getByText("the status was not observed").waitFor();
    expect(await page.getByRole("button", { name: "Check now" }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to now" }).press("Enter");
    await page.getByRole("link", { name: "As of …" }).waitFor();
    await page.goto("/?at=2020-01-01T00:00Z");
    await page.getByText(/data exists from \d{4}-/).waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("400")]);
    expect(pageErrors).toEqual([]);

    const response = await fetch(`${vedette.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const metrics = await response.text();
    const stalled = /^vedette_scheduler_stalled_seconds_total\S* (\S+)$/m.exec(metrics)?.[1];
    expect(Math.floor(Number(stalled))).toBe(12);
    expect(metrics).toMatch(/^vedette_self_checks_total\S*passed\S* [1-9]$/m);
  });
});
