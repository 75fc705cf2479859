import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../harness/chromium.ts";
import { accessibilityFaults, openDashboard, signUpMember, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** What the dashboard shows to whom: roles, organizations, and what is done with many at once. */

const lab = createLab(afterAll);

const VIEWER = { name: "Vera", email: "vera@example.org", password: "a password of a viewer" };

/** Every word on a button or link by which something would be changed. */
const ACTIONS =
  /^(Add|Plan|Import|Edit|Delete|Pause|Resume|Go on|Check now|Run now|Acknowledge|Resolve|Duplicate|More actions|Send a test|Switch|For \d|Choose)/;

describe.skipIf(!CHROMIUM_PATH)("roles and organizations in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    [vedette, target] = await Promise.all([lab.start({ dataDir: await lab.newDataDir() }), startTarget()]);
    await signUpOwner(vedette);
    await signUpMember(vedette, { role: "viewer", ...VIEWER });
    const url = target.url("/");
    const make = async (noun: string, body: object) => {
      const { status, body: answer, text } = await vedette.request("POST", `/api/v1/${noun}`, body);
      expect([noun, status, text]).toEqual([noun, 201, expect.any(String)]);
      return (answer as { data: { id: string } }).data.id;
    };
    ids.monitor = await make("monitors", { name: "Shop", type: "url", url });
    for (const name of ["Orders", "Payments", "Search"])
      ids[name] = await make("api-monitors", { name, steps: [{ url }], interval: 3_600 });
    const steps = [{ action: "goto", url }];
    ids.journey = await make("journeys", { name: "Buy", steps, interval_seconds: null });
    ids.channel = await make("alerts/channels", { name: "Hook", type: "webhook", config: { url } });
    const rule = { name: "Down", type: "consecutive_failures", params: { threshold: 1 } };
    ids.rule = await make("alerts/rules", { ...rule, channel_ids: [] });
    ids.window = await make("maintenance-windows", { name: "Night", duration_minutes: 60 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await target?.close();
  });

  test("a viewer is offered no action on any page, and told why where a page is for others", async () => {
    const { page, faults } = await openDashboard(vedette, "/", { browser, person: VIEWER });
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
    for (const [path, words] of [
      ["/monitors/new", "Your role here is viewer"],
      [`/journeys/${ids.journey}/edit`, "Your role here is viewer"],
      [`/alerts/rules/${ids.rule}`, "Your role, viewer, reads this"],
      [`/alerts/channels/${ids.channel}`, "Your role, viewer, reads this"],
      [`/alerts/maintenance/${ids.window}`, "Your role, viewer, reads this"],
    ] as const) {
      await open(page, path);
      await page.getByText(words).waitFor();
      expect([path, await page.getByRole("button", { name: /^Save/, disabled: false }).count()]).toEqual([
        path,
        0,
      ]);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("new");
    await page.getByText("Nothing has this name.").waitFor();
    expect(faults).toEqual([]);
  });

  test("API monitors are tagged, paused and deleted many at once, and listed by tag, in an order that is kept", async () => {
    const { page, faults } = await openDashboard(vedette, "/api-monitors", { browser });
    for (const name of ["Orders", "Payments"]) await page.getByLabel(`Choose ${name}`).check();
    const bar = page.getByRole("region", { name: "Chosen API monitors" });
    await bar.getByRole("button", { name: "Tag" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Add").fill("money");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Change tags" }).click();
    await page.getByText("Tagged 2 API monitors.").waitFor();
    await page.getByLabel("Tag", { exact: true }).selectOption("money");
    await page.getByRole("row", { name: /Search/ }).waitFor({ state: "detached" });
    await page.getByLabel("Order", { exact: true }).selectOption("-name");
    await page.waitForURL(/tag=money&sort=-name/);
    await page.reload();
    const first = page.getByRole("row").nth(1);
    await expect.poll(() => first.textContent()).toContain("Payments");
    await page.getByLabel("Choose Payments").check();
    await bar.getByRole("button", { name: "Pause" }).click();
    await first.getByText("Paused").waitFor();
    // Nothing is chosen any more once all are done.
    await bar.waitFor({ state: "detached" });
    await page.getByLabel("Choose Payments").check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /Payments/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Orders/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test("another organization shows nothing of the first, also not by a link to one of its things", async () => {
    const { page } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByRole("link", { name: "Shop" }).waitFor();
    const made = await page.request.post("/api/v1/organizations", {
      data: { name: "Second" },
      headers: { origin: vedette.url },
    });
    expect(made.status()).toBe(201);
    await page.reload();
    await page.getByRole("button", { name: /^Organization/ }).click();
    await page.getByRole("menuitem", { name: "Second" }).click();
    await page.getByRole("heading", { name: "Watch your first website" }).waitFor();
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
        .getByText(/There is no such|not found/i)
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
  await page.getByText("Loading …").first().waitFor({ state: "detached" });
  // Until the organization is read nobody has a role, and nothing is offered to anybody.
  await page.getByText("My organization", { exact: true }).first().waitFor();
}
