import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKuma123 } from "../../../packages/server/test/database/make-kuma-1.23.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** The page that imports files of other monitoring tools. */

const lab = createLab(afterAll);

const check = (name: string, nr: number, more: object = {}) => ({
  name,
  slug: name.toLowerCase(),
  uuid: `33333333-0000-4000-8000-${String(nr).padStart(12, "0")}`,
  ...{ tags: "prod", grace: 3_600, timeout: 86_400, status: "paused", channels: "" },
  ...more,
});

function fileOf(checks: readonly object[]) {
  return {
    name: "checks.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ checks })),
  };
}

describe.skipIf(!CHROMIUM_PATH)("the import page", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  test("is reached from the empty list, reviews 120 checks by reason, and imports them", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/targets", { browser });
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByRole("radio", { name: "Healthchecks" }).check();
    const many = Array.from({ length: 120 }, (_, nr) =>
      check(`Job ${nr}`, nr, nr % 5 === 0 ? { channels: "1" } : nr === 7 ? { timeout: 1 } : {}),
    );
    await page.getByLabel("Choose files").setInputFiles(fileOf(many));
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("tab", { name: "Will be made (95)" }).waitFor();
    await page.getByText("24 in all").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Its notifications are not imported/ }).click();
    await page.getByLabel("Search by name").fill("Job 10");
    await page.getByText("3 of 24").waitFor();
    await page.getByRole("tab", { name: "Not made (1)" }).click();
    await page.getByRole("rowheader", { name: "Job 7" }).waitFor();
    await page.getByRole("cell", { name: /The period '1' is not supported/ }).waitFor();
    await page.getByRole("button", { name: "Import 119" }).click();
    await page.getByText("Import complete: 119 created.").waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: /Heartbeats\s*119/ }).click();
    await page.getByRole("heading", { name: "Heartbeats", level: 1 }).waitFor();
    const { body } = await vedette.request("GET", "/api/v1/heartbeats?limit=100");
    expect((body as { data: object[] }).data).toHaveLength(100);
    expect(pageErrors).toEqual([]);
  });

  test("a file that cannot be read is explained, and nothing that can be made cannot be imported", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/import", {
      ...{ browser, colorScheme: "dark" },
      viewport: PHONE,
    });
    expect(await page.getByRole("button", { name: "Review" }).isDisabled()).toBe(true);
    await page.getByRole("radio", { name: "Healthchecks" }).check();
    await page.getByLabel("Choose files").setInputFiles({ ...fileOf([]), buffer: Buffer.from("{}") });
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("alert").filter({ hasText: "has no list 'checks'" }).waitFor();
    const own = pageErrors.splice(0);
    expect(own.every((text) => text.includes("400"))).toBe(true);
    await page.getByRole("button", { name: "Remove checks.json" }).click();
    await page
      .getByLabel("Choose files")
      .setInputFiles(fileOf([check("One", 900, { schedule: "99 * * * *" })]));
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Nothing in these files can be imported.").waitFor();
    expect(await page.getByRole("button", { name: "Import 0" }).isDisabled()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect([width, pageErrors]).toEqual([0, []]);
  });

  test("imports the history of Uptime Kuma, and the page of a target says until when it is from there", async () => {
    const db = makeKuma123(join(dirname(await lab.emptyDataDir()), "kuma.db"), { monitors: 1, days: 2 });
    const { page, pageErrors } = await openDashboard(vedette, "/import", { browser });
    await page.getByLabel("Choose files").setInputFiles(db);
    await page.getByLabel("Import the history").check();
    await page.getByLabel("Make all targets paused").check();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Import 1" }).click();
    await page.getByText("The history of 1 targets was imported.").waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: /^Monitors?\s*1$/ }).click();
    // The link to the list has the same name as the monitor.
    await page.getByRole("rowheader").getByRole("link", { name: "Monitor 1" }).click();
    const line = /^Until .+ 20\d\d: from Uptime Kuma\.$/;
    for (const name of ["Uptime of the last 90 days", "Response time"])
      await page.getByRole("region", { name, exact: true }).getByText(line).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("works by keyboard alone, from a pasted list to the targets", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/import", { browser });
    await page.getByRole("radio", { name: "Uptime Kuma" }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByLabel("URLs and hosts").focus();
    await page.keyboard.type("http://127.0.0.1:9/, Local, #lab\nftp://127.0.0.1");
    const press = async (name: string) => {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
    };
    await press("Review");
    await page.getByRole("tab", { name: "Not made (1)" }).waitFor();
    expect(await page.evaluate("document.activeElement.contains(document.querySelector('[role=tab]'))")).toBe(
      true,
    );
    await press("Import 1");
    await page.getByText("Import complete: 1 created.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Show all targets" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "All targets" }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
