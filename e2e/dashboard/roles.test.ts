import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, signUpMember } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Roles, organizations and bulk actions in the dashboard. */

const VIEWER = { name: "Vera", email: "vera@roles.example.org", password: "a password of a viewer" };

/** The labels of all buttons and links that change something. */
const ACTIONS =
  /^(Add|Schedule|Start|Import|Edit|Delete|Pause|Resume|Go on|Check now|Run now|Test|Acknowledge|Resolve|Clone|Duplicate|More actions|Send test|Enable|Disable|Select|Choose)/;

describe.skipIf(!CHROMIUM_PATH)("roles and organizations in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    await signUpMember(vedette, { role: "viewer", ...VIEWER });
    const url = target.url("/");
    const create = async (noun: string, body: object) => {
      const { status, body: responseBody, text } = await vedette.request("POST", `/api/v1/${noun}`, body);
      expect([noun, status, text]).toEqual([noun, 201, expect.any(String)]);
      return (responseBody as { data: { id: string } }).data.id;
    };
    ids.monitor = await create("monitors", { name: "Shop", type: "url", url });
    for (const name of ["Orders", "Payments", "Search"])
      ids[name] = await create("api-monitors", { name, steps: [{ url }], interval: 3_600 });
    const steps = [{ action: "goto", url }];
    ids.journey = await create("journeys", { name: "Buy", steps, interval_seconds: null });
    ids.channel = await create("alerts/channels", { name: "Hook", type: "webhook", config: { url } });
    const rule = { name: "Down", type: "consecutive_failures", params: { threshold: 1 } };
    ids.rule = await create("alerts/rules", { ...rule, channel_ids: [] });
    ids.window = await create("maintenance-windows", { name: "Night", duration_minutes: 60 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  test("a viewer is offered no action on any page and sees the reason on restricted pages", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser, person: VIEWER });
    const offered = async () => {
      const all = await page.getByRole("main").locator("button:enabled, a, input:enabled").all();
      const names = await Promise.all(
        all.map(async (one) => (await one.getAttribute("aria-label")) ?? (await one.textContent()) ?? ""),
      );
      return names.filter((name) => ACTIONS.test(name));
    };
    for (const path of [
      "/",
      "/monitors",
      `/monitors/${ids.monitor}`,
      "/api-monitors",
      `/api-monitors/${ids.Orders}`,
      "/journeys",
      `/journeys/${ids.journey}`,
      "/alerts",
      "/alerts/rules",
      "/alerts/channels",
      "/alerts/maintenance",
    ]) {
      await open(page, path);
      expect([path, await offered()]).toEqual([path, []]);
    }
    for (const [path, text] of [
      ["/monitors/new", "Your role is viewer"],
      [`/journeys/${ids.journey}/edit`, "Your role is viewer"],
      [`/alerts/rules/${ids.rule}`, "Your role (viewer) can view this"],
      [`/alerts/channels/${ids.channel}`, "Your role (viewer) can view this"],
      [`/alerts/maintenance/${ids.window}`, "Your role (viewer) can view this"],
    ] as const) {
      await open(page, path);
      await page.getByText(text).waitFor();
      expect([path, await page.getByRole("button", { name: /^Save/, disabled: false }).count()]).toEqual([
        path,
        0,
      ]);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox", { name: "Search" }).fill("new");
    await page.getByText("No results").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("tags, pauses and deletes API monitors in bulk, and keeps the tag filter and the sort order", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/api-monitors", { browser });
    for (const name of ["Orders", "Payments"]) await page.getByLabel(`Select ${name}`).check();
    const bar = page.getByRole("region", { name: "Selected API monitors" });
    await bar.getByRole("button", { name: "Tag" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Add").fill("money");
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Change tags" }).click();
    await page.getByText("Tagged 2 API monitors.").waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "money" }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /Search/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await page.waitForURL(/tag=money&sort=-name/);
    await page.reload();
    const first = page.getByRole("row").nth(1);
    await expect.poll(() => first.textContent()).toContain("Payments");
    await page.getByLabel("Select Payments").check();
    await bar.getByRole("button", { name: "Pause" }).click();
    await first.getByText("Paused").waitFor();
    // The selection is cleared when all actions are done.
    await bar.waitFor({ state: "detached" });
    await page.getByLabel("Select Payments").check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /Payments/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Orders/ }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("another organization shows no data of the first, not even by a direct link", async () => {
    const { page } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByRole("link", { name: "Shop" }).waitFor();
    const created = await page.request.post("/api/v1/organizations", {
      data: { name: "Second" },
      headers: { origin: vedette.url },
    });
    expect(created.status()).toBe(201);
    await page.reload();
    await page.getByRole("button", { name: /^Organization/ }).click();
    await page.getByRole("menuitem", { name: "Second" }).click();
    await page.getByRole("heading", { name: "Monitor your first website" }).waitFor();
    expect(await page.getByText("Shop").count()).toBe(0);
    for (const path of [
      `/monitors/${ids.monitor}`,
      `/monitors/${ids.monitor}/edit`,
      `/api-monitors/${ids.Orders}`,
      `/journeys/${ids.journey}`,
      `/alerts/rules/${ids.rule}`,
      `/alerts/maintenance/${ids.window}`,
    ]) {
      await page.goto(path);
      await page
        .getByText(/There is no such|does not exist|not found/i)
        .first()
        .waitFor();
      expect([path, await page.getByText(/Shop|Orders|Buy|Night/).count()]).toEqual([path, 0]);
    }
    await page.getByRole("button", { name: /^Organization/ }).click();
    await page.getByRole("menuitem").filter({ hasNotText: "Second" }).click();
    await page.goto("/monitors");
    await page.getByRole("link", { name: "Shop" }).waitFor();
  });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("#app").getByText("Loading …").first().waitFor({ state: "detached" });
  // Until the organization is loaded the role is unknown and no action is offered.
  await page.getByText("My organization", { exact: true }).first().waitFor();
}
