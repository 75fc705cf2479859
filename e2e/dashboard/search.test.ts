import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpMember } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The search (Ctrl K), with the keyboard only. */

const VIEWER = {
  role: "viewer",
  name: "Vera Viewer",
  email: "vera@search.example.org",
  password: "another long password of tests",
};

describe.skipIf(!CHROMIUM_PATH)("the search in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    await signUpMember(vedette, VIEWER);
    browser = await launchChromium();
    await create("monitors", { name: "Shop frontend", type: "url", url: target.url("/"), interval: 3_600 });
    await create("monitors", {
      name: "Blog",
      type: "url",
      url: target.url("/"),
      tags: ["shop"],
      enabled: false,
    });
    await create("journeys", { name: "Shop checkout", interval_seconds: null, tags: [] });
    await create("groups", { name: "Shop group" });
    await create("alerts/rules", {
      name: "Shop rule",
      type: "consecutive_failures",
      params: { threshold: 1 },
    });
    await create("variables", { name: "SHOP_TOKEN", value: "x" });
    await create("views", { name: "Shop view", list: "monitors", shared: true, filters: { q: "shop" } });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  async function create(path: string, body: object): Promise<void> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
  }
  async function openSearch(page: Page, text: string): Promise<void> {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(text);
  }
  const option = (page: Page, name: string | RegExp) =>
    page.getByRole("dialog").getByRole("option", { name }).first();
  const selected = (page: Page) => page.locator("[role=option][aria-selected=true]");

  test("everything with a name is found, in groups, with its status", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await openSearch(page, "shop");
    for (const group of ["Monitors", "Journeys", "Groups", "Alert rules", "Variables", "Saved views"])
      await page.getByRole("group", { name: group, exact: true }).waitFor();
    await option(page, /Shop frontend.*(Up|Pending)/).waitFor();
    await option(page, /Blog.*Paused/).waitFor();
    await page
      .getByRole("status")
      .getByText(/^\d+ results/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("combobox").fill("shfr");
    await expect.poll(() => page.getByRole("dialog").getByRole("option").count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Shop frontend" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the combobox names the selected option, and arrow keys go around", async () => {
    const { page } = await openDashboard(vedette, "/", { browser });
    await openSearch(page, "shop");
    await option(page, /Shop frontend/).waitFor();
    const input = page.getByRole("dialog").getByRole("combobox");
    const active = () => input.getAttribute("aria-activedescendant");
    await expect.poll(async () => (await selected(page).getAttribute("id")) === (await active())).toBe(true);
    const first = await active();
    await page.keyboard.press("ArrowUp");
    expect(await active()).not.toBe(first);
    await page.keyboard.press("ArrowDown");
    expect(await active()).toBe(first);
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });
  });

  test("an action before a name is applied to the target", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await openSearch(page, "pause shop fr");
    await option(page, /^Pause Shop frontend/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Shop frontend paused.").waitFor();
    await openSearch(page, "resume frontend");
    await option(page, /^Resume Shop frontend/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Shop frontend resumed.").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the right arrow lists the actions of a target", async () => {
    const { page } = await openDashboard(vedette, "/monitors", { browser });
    await openSearch(page, "shop frontend");
    await option(page, /^Shop frontend/).waitFor();
    await page.getByText("→ Actions").waitFor();
    await page.keyboard.press("ArrowRight");
    await option(page, "Check Shop frontend now").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("combobox").fill("snoo");
    await page.keyboard.press("Enter");
    await page.getByText("Shop frontend snoozed for 1 hour.").waitFor();
    await openSearch(page, "edit shop front");
    await option(page, /^Edit Shop frontend/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Edit Shop frontend" }).waitFor();
  });

  test("what was used last comes first, in this browser", async () => {
    const { page } = await openDashboard(vedette, "/", { browser });
    await openSearch(page, "shop checkout");
    await option(page, /^Shop checkout/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Shop checkout" }).waitFor();
    await openSearch(page, "new alert rule");
    await option(page, /^Add alert rule/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/alerts\/rules\/new/);
    await openSearch(page, "");
    const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
    await expect.poll(() => recent.allTextContents()).toEqual(["Add alert rule", "Shop checkout"]);
  });

  test("a saved view and a page open", async () => {
    const { page } = await openDashboard(vedette, "/", { browser });
    await openSearch(page, "shop view");
    await option(page, /^Shop view/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/monitors\?.*view=/);
    await page.getByRole("button", { name: "Shop view" }).waitFor();
    await openSearch(page, "audit");
    await option(page, /audit log/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/audit-log/);
  });

  test("a viewer finds the same, but is offered no action", async () => {
    const { page } = await openDashboard(vedette, "/", { browser, person: VIEWER });
    await openSearch(page, "shop");
    await option(page, /^Shop frontend/).waitFor();
    expect(await page.getByText("→ Actions").count()).toBe(0);
    await page.getByRole("dialog").getByRole("combobox").fill("pause shop");
    await page.getByText("No results").waitFor();
  });

  test.each([
    ["dark", PHONE],
    ["dark", { width: 1280, height: 800 }],
  ] as const)("it keeps to WCAG 2.2 AA and fits, %s at %j", async (colorScheme, viewport) => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser, colorScheme, viewport });
    await openSearch(page, "shop");
    await option(page, /Shop frontend/).waitFor();
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect([await accessibilityViolations(page), overflow, pageErrors]).toEqual([[], 0, []]);
  });
});
