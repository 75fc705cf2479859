import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createMonitor, getMonitor } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Snoozes in a real browser: on the page of a target, on that of an alert, and in a list. */

describe.skipIf(!CHROMIUM_PATH)("a snooze in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shopId: string;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    target.answerWith(500);
    const rule = { name: "Down", type: "consecutive_failures", params: { threshold: 1 } };
    await vedette.request("POST", "/api/v1/alerts/rules", rule);
    shopId = (await createMonitor(vedette, { name: "Shop", url: target.url() })).id;
    await createMonitor(vedette, { name: "Blog", url: target.url() });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const badge = (page: Page) => page.getByText(/^Snoozed until/).first();
  const isWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
  ])("starts and ends on the page of a target: %s", async (_name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, `/monitors/${shopId}`, { browser, ...options });
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Snooze Shop" });
    await dialog.getByLabel("Snooze for").selectOption("Until a time");
    await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01T00:00");
    await dialog.getByRole("button", { name: "Snooze" }).click();
    await dialog.getByText("The time must be in the future.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel("Snooze for").selectOption("Until it recovers");
    await dialog.getByLabel("Reason").fill("Disk is being replaced");
    await dialog.getByRole("button", { name: "Snooze" }).click();
    await page
      .getByText(/^Notifications are off until recovery.*Ada Owner.*Disk is being replaced$/)
      .waitFor();
    expect((await getMonitor(vedette, shopId)).snooze).toMatchObject({ until_recovery: true });
    await badge(page).waitFor();
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole("button", { name: "End snooze" }).click();
    await page.getByRole("button", { name: "Snooze", exact: true }).waitFor();
    expect(await badge(page).count()).toBe(0);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("starts on the page of an alert, and is shown in the overview", async () => {
    const { page } = await openDashboard(vedette, "/alerts", { browser });
    const table = page.getByRole("table", { name: /Open alerts/ });
    await table.getByRole("link", { name: /Shop/ }).first().click({ timeout: 60_000 });
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("button", { name: "End snooze" }).waitFor();
    await badge(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto("/");
    await badge(page).waitFor();
    await page.goto(`/monitors/${shopId}`);
    await page.getByRole("button", { name: "End snooze" }).click();
    await page.getByRole("button", { name: "Snooze", exact: true }).waitFor();
  });

  test("starts and ends for selected rows of a list, also on a phone", async () => {
    const { page } = await openDashboard(vedette, "/monitors", { browser, viewport: PHONE });
    await page.getByRole("checkbox", { name: "Select Shop" }).check();
    await page.getByRole("checkbox", { name: "Select Blog" }).check();
    const bar = page.getByRole("region", { name: "Selected monitors" });
    await bar.getByRole("button", { name: "Snooze", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Snooze 2 monitors" });
    await dialog.getByRole("button", { name: "Snooze" }).click();
    await expect.poll(() => page.getByText(/^Snoozed until/).count()).toBe(2);
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByRole("checkbox", { name: "Select Shop" }).check();
    await bar.getByRole("button", { name: "End snooze" }).click();
    await expect.poll(() => page.getByText(/^Snoozed until/).count()).toBe(1);
  });
});
