import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** What a person on call does, with the keyboard only, by the roles and names that a screen reader announces. */

/** More presses than elements of these pages can have the focus. */
const TAB_PRESSES_MAX = 120;

describe.skipIf(!CHROMIUM_PATH)("the dashboard with the keyboard only", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    target.answerWith(500);
    const rule = { name: "Anything down", type: "consecutive_failures", params: { threshold: 1 } };
    const answer = await vedette.request("POST", "/api/v1/alerts/rules", rule);
    if (answer.status !== 201) throw new Error(answer.text);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  test("adds the first monitor and reads its result", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await page.getByRole("heading", { level: 1, name: "Monitor your first website" }).waitFor();
    await typeInto(page, "Name", "Shop");
    await typeInto(page, "URL", target.url("/"));
    await pressOn(page, "button", "Add and check");
    // The focus is on this link, and a screen reader reads its description: the result.
    const done = page.getByRole("link", {
      name: "Done",
      description: /Expected a status from 200 to 399, got 500/i,
    });
    await done.and(page.locator(":focus")).waitFor();
    await pressOn(page, "link", "Open monitor");
    await page.getByRole("heading", { level: 1, name: "Shop" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("acknowledges an alert, and undoes it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await pressOn(page, "link", /: Shop is down$/);
    await pressOn(page, "button", /^Acknowledge: /);
    await announced(page, "Acknowledged. Reminders are off.");
    await page.getByText("Acknowledged by Ada Owner").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: /^Acknowledge: / }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("finds a rule by the search, changes it and saves it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await page.getByRole("heading", { level: 1, name: "1 of 1 is down." }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search pages, targets and commands" }).waitFor();
    await page.keyboard.type("anything");
    await page.getByRole("option", { name: /Anything down/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Anything down" }).waitFor();
    await typeInto(page, "Failures in a row", "3");
    await pressOn(page, "button", "Save");
    await announced(page, "Rule saved.");
    await expect
      .poll(async () => (await vedette.request("GET", "/api/v1/alerts/rules")).body)
      .toMatchObject({ data: [{ params: { threshold: 3 } }] });
    expect(pageErrors).toEqual([]);
  });

  test("a dialog starts in its first field, goes to the invalid one, and returns the focus", async () => {
    const { page } = await openDashboard(vedette, "/settings/audit-streams", { browser });
    const focused = (role: "button" | "textbox", name: string) =>
      page.getByRole(role, { name, exact: true }).and(page.locator(":focus")).waitFor();
    await pressOn(page, "button", "Add stream");
    await focused("textbox", "Name");
    await page.getByLabel("Host").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Enter a name.").waitFor();
    await focused("textbox", "Name");
    await page.keyboard.press("Escape");
    await focused("button", "Add stream");
  });

  test("the account menu opens, moves and closes, and returns the focus", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/targets", { browser });
    await pressOn(page, "button", /^Account: /);
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await isFocused(page, "menuitem", "")).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect([await isFocused(page, "button", /^Account: /), pageErrors]).toEqual([true, []]);
  });
});

/** Waits for a message in the live region of notifications, which exists before its messages. */
async function announced(page: Page, message: string): Promise<void> {
  const region = page.getByRole("region", { name: "Notifications" });
  await region.getByText(message).waitFor();
  expect(await region.getAttribute("aria-live")).toBe("polite");
}

type Role = "button" | "link" | "textbox" | "menuitem";

/** Moves the focus with Tab, as a person does, until the element with this role and name has it. */
async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().waitFor();
  for (let presses = 0; presses < TAB_PRESSES_MAX; presses++) {
    if (await isFocused(page, role, name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}

async function isFocused(page: Page, role: Role, name: string | RegExp): Promise<boolean> {
  const focused = page.locator(":focus");
  return (await page.getByRole(role, { name }).and(focused).count()) > 0;
}

async function pressOn(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}
