import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import {
  accessibilityViolations,
  OWNER,
  openDashboard,
  PHONE,
  signUpMember,
} from "../../harness/dashboard.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Schedules in the dashboard: the form with its preview, the calendar, overrides, and who is on call. */

const BEN = { name: "Ben Member", email: "ben@example.org", password: "another long password" };

describe.skipIf(!CHROMIUM_PATH)("schedules", () => {
  let vedette: Vedette;
  let browser: Browser;
  beforeAll(async () => {
    vedette = await enterSharedVedette();
    await signUpMember(vedette, { role: "member", ...BEN });
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  test("a schedule is added with a preview, overridden by drag and by dialog, and shown on a phone", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/on-call", { browser });
    await page.getByText("No schedules yet").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await addSchedule(page);
    await page
      .getByRole("button", { name: /^Override/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await dragOverDay(page);
    const dialog = page.getByRole("dialog", { name: "Add override" });
    await dialog.getByLabel("Person").selectOption(BEN.name);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add override" }).click();
    await page
      .getByRole("button", { name: /^Override Ben Member \(override\)/ })
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Add override" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Person").selectOption(BEN.name);
    await dialog.getByRole("button", { name: "Add override" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Month", exact: true }).click();
    expect(await page.getByRole("button", { name: /^Delete: override/ }).count()).toBe(2);

    await page.goto("/on-call");
    await page.getByRole("heading", { name: "Primary" }).waitFor();
    await page.getByText(BEN.name).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const phone = await openDashboard(vedette, "/schedules", { browser, viewport: PHONE });
    await phone.page.getByRole("link", { name: "Primary" }).click();
    await phone.page
      .getByRole("button", { name: /^Override/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(phone.page)).toEqual([]);
    expect([...pageErrors, ...phone.pageErrors]).toEqual([]);
  });
});

async function addSchedule(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add schedule" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Primary");
  const people = page.getByLabel("People");
  await people.selectOption(OWNER.name);
  await people.selectOption(BEN.name);
  await page.getByLabel("First handoff").fill("2026-01-05T09:00");
  const preview = page.getByRole("heading", { name: "Next shifts" }).locator("..");
  await preview.getByText(OWNER.name).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add schedule" }).click();
  await page.getByRole("heading", { name: "Primary" }).waitFor();
}

/** Drags over the last day of the week in the row of the final result. */
async function dragOverDay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Next week" }).click();
  const bar = page.getByRole("button", { name: /^Override/ }).last();
  await bar.waitFor();
  const box = await bar.boundingBox();
  if (!box) throw new Error("the calendar shows no shift");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.6, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 });
  await page.mouse.up();
}
