import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createMonitors, getMonitor } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Alerts of several rules for the same target, in a real browser. */

describe.skipIf(!CHROMIUM_PATH)("the alerts of a target", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shopId: string;
  let ids: readonly string[] = [];

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    target.answerWith(503);
    for (const [name, type, params, severity] of RULES)
      await vedette.request("POST", "/api/v1/alerts/rules", { name, type, params, severity });
    browser = await launchChromium();
  });
  /** New ones for each test, which ends their alerts. */
  beforeEach(async () => {
    for (const id of ids) await vedette.request("DELETE", `/api/v1/monitors/${id}`);
    const url = target.url();
    const [shop, blog] = await createMonitors(vedette, [
      { name: "Shop", url },
      { name: "Blog", url },
    ]);
    shopId = shop?.id ?? "";
    ids = [shopId, blog?.id ?? ""];
    await vi.waitFor(async () => expect(await openAlerts()).toHaveLength(4), {
      timeout: 90_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  type OpenAlert = {
    id: string;
    target: { id: string };
    acknowledged_at: string | null;
    evidence: { error: { message: string } | null };
  };
  async function openAlerts(): Promise<OpenAlert[]> {
    const { body } = await vedette.request("GET", "/api/v1/alerts?status=pending,sent,failed");
    return (body as { data: OpenAlert[] }).data;
  }
  const acknowledged = async () => (await openAlerts()).filter(({ acknowledged_at: at }) => at !== null);

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
  ])("share a row with their causes and rules, which opens: %s", async (_name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts", { browser, ...options });
    await page.getByText("4 open alerts for 2 targets.").waitFor();
    const table = page.getByRole("table", { name: /^Open alerts/ });
    const row = table.getByRole("row", { name: /Shop/ });
    expect(await table.getByRole("row").count()).toBe(3);
    // On a busy machine a check may time out before the target answers 503.
    const [alert] = (await openAlerts()).filter(({ target: { id } }) => id === shopId);
    await row
      .getByText(alert?.evidence.error?.message ?? "no error")
      .first()
      .waitFor();
    await row.getByText("Rule: Any failure").waitFor();
    await row.getByRole("button", { name: "Show 1 more alert of Shop" }).click();
    const others = row.getByRole("list", { name: "More alerts of Shop" });
    await others.getByText("Rule: Too many failures").waitFor();
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([await accessibilityViolations(page), await page.evaluate(overflow)]).toEqual([[], 0]);
    await others.getByRole("link", { name: /Shop/ }).click();
    await page.getByRole("heading", { name: "Cause" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("are acknowledged together from the page of one of them", async () => {
    const { page } = await openDashboard(vedette, "/alerts/rules", { browser });
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/alerts\?.*status=pending/, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const resolved = page.waitForResponse(/\/api\/v1\/alerts\?.*status=resolved/);
    await page.goto("/alerts");
    await (await resolved).finished();
    // Resolved alerts wait for the open ones, which would move them under the pointer: the first link is an open alert.
    const clicked = page.getByRole("link", { name: /^Shop/ }).first().click();
    answer();
    await clicked;
    await page.getByRole("button", { name: "Acknowledge all 2 of this target" }).click();
    await page.getByText("Acknowledged by Ada Owner").waitFor();
    expect((await acknowledged()).map(({ target: { id } }) => id)).toEqual([shopId, shopId]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("are acknowledged, snoozed and resolved in bulk, by keyboard", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts", { browser });
    await page.getByRole("checkbox", { name: "Select the alerts of Blog" }).focus();
    await page.keyboard.press("Space");
    const bar = page.getByRole("region", { name: "Selected alerts" });
    await bar.getByText("2 alerts of 1 target selected").waitFor();
    await bar.getByRole("button", { name: "Select all 2" }).click();
    await bar.getByText("4 alerts of 2 targets selected").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await bar.getByRole("button", { name: "Acknowledge" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(acknowledged).toHaveLength(4);
    // The response clears the selection, which is later than the alerts are acknowledged.
    await bar.waitFor({ state: "hidden" });
    await page.getByRole("checkbox", { name: "Select the alerts of Shop" }).check();
    await bar.getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("dialog", { name: "Snooze Shop" }).getByRole("button", { name: "Snooze" }).click();
    await page.getByText("Snoozed 1 target.").waitFor();
    expect((await getMonitor(vedette, shopId)).snooze).not.toBeNull();
    await page.getByRole("button", { name: "Resolve all: 2 alerts of Blog" }).click();
    await page.getByText("2 alerts resolved.").waitFor();
    const resolved = page.getByRole("table", { name: /^Resolved alerts/ });
    await resolved
      .getByRole("row", { name: /Blog.*Resolved/ })
      .first()
      .waitFor();
    expect(await openAlerts()).toHaveLength(2);
    const headers = async (name: RegExp) =>
      (await page.getByRole("table", { name }).getByRole("columnheader").allTextContents()).slice(0, 4);
    const columns = ["Alert", "State", "Opened", "Duration"];
    expect([await headers(/^Open alerts/), await headers(/^Resolved/)]).toEqual([columns, columns]);
    expect(pageErrors).toEqual([]);
  });
});

const RULES = [
  ["Any failure", "consecutive_failures", { threshold: 1 }, "critical"],
  ["Too many failures", "error_rate", { threshold: 50, window_seconds: 600, min_checks: 1 }, "warning"],
] as const;
