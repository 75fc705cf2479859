import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Usage and plans in a real browser, on a server without a payment service. */

const LIMITS = {
  monitors: 10,
  min_interval_seconds: 300,
  check_runs: 100_000,
  api_runs: 10_000,
  browser_runs: 300,
  members: 3,
  retention_days: 7,
};
const LARGE = { ...LIMITS, monitors: 1_000, check_runs: 300_000_000 };
const euros = (amount: number) => ({ amount: amount * 100, currency: "eur", interval: "month" });
const PLANS = [
  { id: "free", name: "Free", price: null, limits: LIMITS },
  { id: "pro", name: "Pro", price: euros(29), limits: LARGE },
  { id: "business", name: "Business", price: euros(199), limits: LARGE },
];

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("plan and usage in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    const dataDir = await lab.newDataDir();
    const file = join(dirname(dataDir), "plans.json");
    await writeFile(file, JSON.stringify({ plans: PLANS }));
    vedette = await lab.start({ dataDir, env: { VEDETTE_PLANS: file } });
    await signUpOwner(vedette);
    browser = await launchChromium();
    // Two more than the plan 'Free' allows.
    for (let nr = 1; nr <= 12; nr += 1) expect((await createMonitor(nr)).status).toBe(201);
  });
  afterAll(() => releaseChromium(browser));

  const createMonitor = (nr: number) =>
    vedette.requestWith({
      method: "POST",
      path: "/api/v1/monitors",
      key: vedette.key,
      body: { name: `Shop ${nr}`, type: "tcp", host: "127.0.0.1", port: 9, interval: 3_600 },
    });

  async function select(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: `Select ${name}` }).click();
    await page.getByRole("heading", { name: "Change plan" }).waitFor();
  }

  test("a smaller plan pauses excess monitors, a larger one resumes them, and a link works once", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/billing", { browser });
    await page.getByText("Self-hosted (free)").waitFor();
    await select(page, "Free");
    await page.getByText("the newest 2 of your targets will be paused").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const link = page.url();
    await page.getByRole("button", { name: "Change to Free" }).click();
    await page.getByText("is now on Free. 2 paused.").waitFor();
    await page.getByText("2 of your targets are paused").waitFor();
    await page.getByText("of 100,000").waitFor();
    const { page: list } = await openDashboard(vedette, "/monitors?status=paused", { browser });
    await list.getByRole("link", { name: "Shop 12", exact: true }).waitFor();
    await expect.poll(() => list.getByRole("link", { name: "Paused: plan limit" }).count()).toBe(2);
    expect(await accessibilityViolations(list)).toEqual([]);
    await list.getByRole("link", { name: "Shop 12", exact: true }).click();
    await list.getByRole("heading", { name: "Shop 12", exact: true }).waitFor();
    await list.getByRole("link", { name: "Paused: plan limit" }).click();
    await list.getByText("2 of your targets are paused").waitFor();
    const refused = await createMonitor(13);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, "FORBIDDEN"]);
    await page.goto(link);
    await page.getByText("This link was already used or has expired").waitFor();
    expect(await page.getByRole("button", { name: "Change to Free" }).isDisabled()).toBe(true);
    await page.getByRole("link", { name: "Back" }).click();
    await select(page, "Pro");
    await page.getByRole("button", { name: "Change to Pro" }).click();
    await page.getByText("is now on Pro. 2 resumed.").waitFor();
    await page.getByText("Pro, €29 a month").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("does not offer plans to a viewer", async () => {
    const { page } = await openDashboard(vedette, "/settings/billing", { browser });
    // A live event may request the organizations while the page is closed, which makes route.fetch fail.
    onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
    await page.route("**/api/v1/user/organizations*", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const organization of body.data) organization.role = "viewer";
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await page.getByText("Only admins and owners can change the plan.").waitFor();
    expect(await page.getByRole("button", { name: /^Select/ }).count()).toBe(0);
  });

  test.each([
    ["light", { colorScheme: "light" }],
    ["phone", { viewport: PHONE, colorScheme: "dark" }],
  ] as const)("meets WCAG 2.2 AA without horizontal overflow, %s", async (name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/billing", { browser, ...options });
    await page.getByRole("heading", { name: "Business" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/billing-${name}.png`, fullPage: true });
    await select(page, "Business");
    await page.getByRole("button", { name: "Change to Business" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/checkout-${name}.png` });
    expect(pageErrors).toEqual([]);
  });
});

describe.skipIf(!CHROMIUM_PATH)("without plans of the operator", () => {
  test("the page shows usage and neither plans nor prices", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    const browser = await launchChromium();
    onTestFinished(() => releaseChromium(browser));
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Settings", exact: true }).click();
    await navigation.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
    await page.getByText("Members and pending invitations").waitFor();
    expect(await page.getByText(/€|Free|Plan and usage/).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Select/ }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The API still lists what a checkout of the built-in provider accepts.
    expect((await vedette.request("GET", "/api/v1/billing/plans")).status).toBe(200);
    expect(pageErrors).toEqual([]);
  });
});
