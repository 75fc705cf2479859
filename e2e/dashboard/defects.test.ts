import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { uniqueName } from "../harness/unique-name.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Small things of many pages, in a real browser. */

const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";

describe.skipIf(!CHROMIUM_PATH)("the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  test.each([{}, { viewport: PHONE, colorScheme: "dark" as const }])(
    "shows an unknown page inside the layout, with a way back: %o",
    async (options) => {
      const { page } = await openDashboard(vedette, "/no/such/page", { browser, ...options });
      await page.getByRole("main").getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole("main").getByRole("link", { name: "Go to overview" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    },
  );

  test.each([
    [`/monitors/${UNKNOWN_ID}`, "/monitors"],
    [`/alerts/rules/${UNKNOWN_ID}`, "/alerts/rules"],
    [`/alerts/${UNKNOWN_ID}`, "/alerts"],
  ])("leads back from %s, which does not exist, to %s", async (path, list) => {
    const { page } = await openDashboard(vedette, path, { browser });
    await page.getByText(/does not exist or was deleted\./).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Go back to the list" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(list);
  });

  test("creates the key of a private location where it is added", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/locations", { browser });
    await page.getByRole("button", { name: "Add private location" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add private location" });
    const location = uniqueName("home").replace(" ", "-");
    await dialog.getByLabel("Location name").fill(location);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText(/vedette runner --server/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const { text } = await vedette.request("GET", "/api/v1/api-keys");
    expect(text).toMatch(new RegExp(`"name":"Runner at ${location}".*"location":"${location}"`));
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(pageErrors).toEqual([]);
  });

  test("selects the theme in the profile", async () => {
    const { page } = await openDashboard(vedette, "/settings/profile", { browser });
    await page.getByLabel("Theme").selectOption("Dark theme");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await page.getByLabel("Theme").waitFor();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  });

  test("can be installed: its manifest and icon load", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = await page.request.get(href ?? "");
    expect(manifest.headers()["content-type"]).toContain("manifest+json");
    const { icons, start_url: start } = (await manifest.json()) as {
      icons: { src: string }[];
      start_url: string;
    };
    expect(start).toBe("/");
    expect((await page.request.get(icons[0]?.src ?? "")).status()).toBe(200);
    expect(pageErrors).toEqual([]);
  });
});
