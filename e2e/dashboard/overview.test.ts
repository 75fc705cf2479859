import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { createMonitor } from "../harness/monitors.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The overview in a real browser: what is wrong, what happened, and the uptime. */

describe.skipIf(!CHROMIUM_PATH)("the overview", () => {
  let vedette: Vedette;
  let browser: Browser;
  let receiver: Receiver;
  let shop: Target;
  let blog: Target;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    [vedette, receiver, shop, blog] = await Promise.all([
      enterSharedVedette(),
      startReceiver(),
      startTarget(),
      startTarget(),
    ]);
    browser = await launchChromium();
    ids.group = await create("groups", { name: "Web" });
    ids.shop = (await createMonitor(vedette, { name: "Shop", url: shop.url(), group_id: ids.group })).id;
    ids.blog = (await createMonitor(vedette, { name: "Blog", url: blog.url(), group_id: ids.group })).id;
    const steps = [{ url: shop.url("/orders"), assertions: [] }];
    ids.orders = await create("api-monitors", { name: "Orders", steps, interval: 5 });
    ids.channel = await create("alerts/channels", {
      name: "Hook",
      type: "webhook",
      config: { url: receiver.url },
    });
    await create("alerts/rules", {
      name: "Anything down",
      type: "consecutive_failures",
      params: { threshold: 1 },
      channel_ids: [ids.channel],
    });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await Promise.all([receiver?.close(), shop?.close(), blog?.close()]);
  });

  async function create(path: string, body: object): Promise<string> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data.id;
  }
  beforeEach(async () => {
    shop.answerWith(200);
    blog.answerWith(200);
    const { body } = await vedette.request("GET", "/api/v1/maintenance-windows");
    for (const { id } of (body as { data: { id: string }[] }).data)
      await vedette.request("DELETE", `/api/v1/maintenance-windows/${id}`);
    for (const id of [ids.shop, ids.blog, ids.orders]) await becomes(id, "up");
  });
  async function becomes(id: string | undefined, status: string): Promise<void> {
    await expect
      .poll(
        async () => {
          const { body } = await vedette.request("GET", `/api/v1/targets?ids=${id}`);
          return (body as { data: { status: string }[] }).data[0]?.status;
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(status);
  }
  const wrongNow = (page: Page) => page.getByRole("table", { name: "What is wrong now" });
  const lastDay = (page: Page) => page.getByRole("list", { name: "Last 24 hours, newest first" });

  test("lists each failing target of any kind once, with its cause and alert, while it is open", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await page.getByRole("heading", { level: 1, name: "Everything is up." }).waitFor({ timeout: 60_000 });
    await page.getByText("All clear.").waitFor();
    shop.answerWith(503);
    const row = wrongNow(page).getByRole("row", { name: /^Shop/ });
    await row.getByText(/503/).waitFor({ timeout: 60_000 });
    await row.getByRole("link", { name: /Critical/ }).waitFor({ timeout: 60_000 });
    const orders = wrongNow(page).getByRole("row", { name: /^Orders/ });
    await orders.getByText("API monitor").waitFor({ timeout: 60_000 });
    await orders.getByText(/503/).waitFor();
    await page.getByRole("heading", { level: 1, name: "2 of 3 are down." }).waitFor();
    expect(await wrongNow(page).getByRole("link", { name: "Shop", exact: true }).count()).toBe(1);
    expect(await wrongNow(page).getByRole("columnheader").allTextContents()).toEqual([
      "Target and cause",
      "Status",
      "For",
      "Open alerts",
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("the count of a status leads to its targets, and title and icon of the tab show what is down", async () => {
    shop.answerWith(503);
    await becomes(ids.shop, "down");
    await becomes(ids.orders, "down");
    const { page } = await openDashboard(vedette, "/", { browser });
    const counts = page.getByRole("navigation", { name: "Targets by status" });
    await counts.getByRole("link", { name: "2 Down" }).waitFor();
    // Read after the page was shown. The page's Content-Security-Policy does not let the browser poll a text of code.
    await expect.poll(() => page.title(), { timeout: 15_000 }).toBe("2 down · Overview · Vedette");
    const icon = page.locator("link[rel=icon]");
    expect(await icon.getAttribute("href")).toBe("/favicon-down.svg");
    expect((await page.request.get("/favicon-down.svg")).status()).toBe(200);
    await counts.getByRole("link", { name: "2 Down" }).click();
    await page.waitForURL(/status=down/);
    await page.getByRole("row", { name: /Shop/ }).waitFor();
    expect(await page.getByRole("row", { name: /Blog/ }).count()).toBe(0);
  });

  test("a hidden tab shows a notification of an alert, but only after the person asked for it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/profile", {
      browser,
      permissions: ["notifications"],
    });
    await page.addInitScript(`
      globalThis.shown = [];
      globalThis.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, options) { globalThis.shown.push(title); this.tag = options.tag; }
      };
      Object.defineProperty(document, "hidden", { get: () => true });
    `);
    await page.reload();
    await page.getByRole("button", { name: "Turn on notifications" }).click();
    await page.getByRole("button", { name: "Turn off notifications" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const shown = () => page.evaluate<string[]>("globalThis.shown");
    expect(await shown()).toEqual([]);
    blog.answerWith(500);
    await expect.poll(shown, { timeout: 60_000 }).toEqual([expect.stringContaining("Blog")]);
    blog.answerWith(200);
    expect(pageErrors).toEqual([]);
  });

  test("what is over is among the last 24 hours: outages with their alert, and changes", async () => {
    shop.answerWith(503);
    await becomes(ids.shop, "down");
    shop.answerWith(200);
    await becomes(ids.shop, "up");
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await lastDay(page)
      .getByText(/Shop was down (for|\d+ times)/)
      .waitFor({ timeout: 60_000 });
    await lastDay(page)
      .getByText(/created alert rule Anything down/)
      .waitFor();
    const outage = lastDay(page)
      .getByRole("listitem")
      .filter({ hasText: /Shop was down (for|\d+ times)/ });
    await outage.getByText(/503/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await outage.getByRole("link", { name: "Alert" }).click();
    await page.waitForURL(/\/alerts\/[0-9a-f-]+$/);
    expect(pageErrors).toEqual([]);
  });

  test("shows the uptime of all targets and by group, and a day of it in words", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    const strip = page.getByRole("listbox", { name: "Uptime of all targets, by day" });
    await strip.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByText(/% uptime · \d+ outages?/).waitFor();
    await page.getByRole("listbox", { name: "Uptime of Web, by day" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("every page says that maintenance is on and ends it, and the overview what is snoozed", async () => {
    await vedette.request("POST", `/api/v1/targets/${ids.blog}/snooze`, { minutes: 30 });
    await create("maintenance-windows", { name: "Upgrade", duration_minutes: 15 });
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await page.getByText(/1 target is snoozed: Blog until/).waitFor();
    const banner = page.getByRole("region", { name: "Active maintenance" });
    await banner.getByText(/Everything is muted, 1\d min left/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const path of ["/alerts", `/monitors/${ids.shop}`]) {
      await page.goto(path);
      await banner.waitFor();
    }
    await banner.getByRole("button", { name: "End: Upgrade" }).click();
    await banner.waitFor({ state: "detached" });
    await page.goto("/");
    await lastDay(page)
      .getByText(/Maintenance Upgrade ended/)
      .waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark", viewport: { width: 1_920, height: 1_080 } }],
    ["phone", { viewport: PHONE, colorScheme: "dark" }],
  ] as const)("meets WCAG 2.2 AA without horizontal overflow, %s", async (name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser, ...options });
    await page.getByRole("listbox", { name: "Uptime of Web, by day" }).waitFor();
    await lastDay(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    if (name === "dark") {
      // The full width, beside the navigation.
      const width = await page.getByRole("navigation", { name: "Targets by status" }).boundingBox();
      expect(width?.width).toBeGreaterThan(1_500);
    }
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/overview-${name}.png`, fullPage: true });
    expect(pageErrors).toEqual([]);
  });
});
