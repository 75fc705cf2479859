import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Plan and usage in a real browser, on a server without a payment service. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("plan and usage in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    browser = await launchChromium();
    // Two more than the plan 'Free' allows.
    for (let nr = 1; nr <= 12; nr += 1) expect((await createMonitor(nr)).status).toBe(201);
  });
  afterAll(() => browser?.close());

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
    await page.getByText("the newest 2 of your monitors and journeys will be paused").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const link = page.url();
    await page.getByRole("button", { name: "Change to Free" }).click();
    await page.getByText("is now on Free. 2 paused.").waitFor();
    await page.getByText("2 of your monitors and journeys are paused").waitFor();
    await page.getByText("of 100,000").waitFor();
    const { page: list } = await openDashboard(vedette, "/monitors?status=paused", { browser });
    await list.getByRole("link", { name: "Shop 12", exact: true }).waitFor();
    await expect.poll(() => list.getByRole("link", { name: "Paused: plan limit" }).count()).toBe(2);
    expect(await accessibilityViolations(list)).toEqual([]);
    await list.getByRole("link", { name: "Shop 12", exact: true }).click();
    await list.getByRole("heading", { name: "Shop 12", exact: true }).waitFor();
    await list.getByRole("link", { name: "Paused: plan limit" }).click();
    await list.getByText("2 of your monitors and journeys are paused").waitFor();
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
    ["dark", { colorScheme: "dark" }],
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
