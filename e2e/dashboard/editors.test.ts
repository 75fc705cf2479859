import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiMonitor } from "../harness/api-monitors.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { getMonitor } from "../harness/monitors.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The forms of monitors, API monitors and journeys, as a person fills them in. */

const SCREENS = [
  ["light", undefined],
  ["dark", PHONE],
] as const;

describe.skipIf(!CHROMIUM_PATH)("the forms of targets", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const idOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

  test("interval, runbook and description are in sight, and are stored", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Preset");
    await page.getByLabel("URL", { exact: true }).fill(target.url());
    await page.getByLabel("Interval", { exact: true }).selectOption("Every 15 min");
    await page.getByLabel("Runbook").fill("https://wiki.example/shop");
    await page.getByLabel("Description").fill("The shop");
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.getByRole("heading", { level: 1, name: "Preset" }).waitFor();
    expect(await getMonitor(vedette, idOf(page))).toMatchObject({
      interval: 900,
      runbook_url: "https://wiki.example/shop",
      description: "The shop",
    });
    await page.goto(`/monitors/${idOf(page)}/edit`);
    await page.getByLabel("Interval", { exact: true }).selectOption("Custom …");
    await page.getByLabel("Seconds between checks").fill("45");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Preset", exact: true }).waitFor();
    expect(await getMonitor(vedette, idOf(page))).toMatchObject({ interval: 45 });
  });

  test("query parameters are a table that follows the URL, and changes it", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    const url = page.getByLabel("URL", { exact: true });
    await url.fill("https://shop.example/find?q=red+lamp");
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Query (set)" }).click();
    expect(await page.getByLabel("Value of parameter 1").inputValue()).toBe("red lamp");
    await page.getByLabel("Value of parameter 1").fill("{{WORD}} & more");
    await page.getByRole("button", { name: "Add parameter" }).click();
    await page.getByLabel("Name of parameter 2").pressSequentially("page");
    await page.getByLabel("Value of parameter 2").fill("2");
    expect(await url.inputValue()).toBe("https://shop.example/find?q={{WORD}}%20%26%20more&page=2");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove parameter 1" }).click();
    expect(await url.inputValue()).toBe("https://shop.example/find?page=2");
    await url.fill("https://shop.example/");
    expect(await page.getByLabel("Name of parameter 1").count()).toBe(0);
  });

  test("an error opens its tab and gets the focus, and tabs with input are marked", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Wrong header");
    await page.getByLabel("URL", { exact: true }).fill(target.url());
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Headers", exact: true }).click();
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByLabel("Name of header 1").fill("not a token");
    await page.getByRole("tab", { name: "Headers (set)" }).waitFor();
    await page.getByRole("tab", { name: "Locations" }).click();
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByRole("tab", { name: "Headers invalid", selected: true }).waitFor();
    const header = page.getByLabel("Name of header 1");
    await expect.poll(() => header.evaluate((field) => field.matches(":focus"))).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await header.fill("x-shop");
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Wrong header is being monitored").waitFor();
  });

  test("http:// is offered where TLS is not spoken, in a test and after the first check", async () => {
    const https = target.url().replace(/^http/, "https");
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Plain");
    await page.getByLabel("URL", { exact: true }).fill(https);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("button", { name: "Try http://" }).click();
    await page.getByText("Responded 200").waitFor();
    expect(await page.getByLabel("URL", { exact: true }).inputValue()).toBe(target.url());
    await page.getByLabel("URL", { exact: true }).fill(https);
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Plain is being monitored").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Try http://" }).click();
    await page.getByText("Responded 200").waitFor();
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.getByRole("heading", { level: 1, name: "Plain" }).waitFor();
    expect(await getMonitor(vedette, idOf(page))).toMatchObject({ url: target.url() });
  });

  test("a step of an API monitor shows stored and written parameters, and opens its faulty tab", async () => {
    const steps = [{ name: "find", url: `${target.url("/find?page=1")}`, query: { q: "lamp" } }];
    const { id } = await createApiMonitor(vedette, { name: "Search", steps });
    const { page } = await openDashboard(vedette, `/api-monitors/${id}/edit`, { browser });
    await page.getByRole("tab", { name: "Query (set)" }).click();
    expect(await page.getByLabel("Value of parameter 1").inputValue()).toBe("1");
    await page.getByLabel("Value of parameter 2").fill("chair");
    await page.getByRole("tab", { name: "Body" }).click();
    await page.getByLabel("Format").selectOption("JSON");
    await page.getByLabel("JSON body").fill("{");
    await page.getByRole("tab", { name: "Query (set)" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    const body = page.getByLabel("JSON body");
    await expect.poll(() => body.evaluate((field) => field.matches(":focus"))).toBe(true);
    await body.fill("{}");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Search", exact: true }).waitFor();
    const answer = await vedette.request("GET", `/api/v1/api-monitors/${id}`);
    expect(answer.body).toMatchObject({
      data: { steps: [{ url: target.url("/find?page=1"), query: { q: "chair" }, body: {} }] },
    });
  });

  test("the device of a journey is selected from Playwright's list, with its size", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    const device = page.getByLabel("Device", { exact: true });
    await device.fill("iphone 15 pro");
    await page.getByRole("option", { name: /^iPhone 15 Pro 393 × 659/ }).click();
    await page.getByText("Viewport 393 × 659.").waitFor();
    expect(await page.getByLabel("Viewport width").count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Interval", { exact: true }).selectOption("On demand only");
    await page.getByLabel("Name", { exact: true }).fill("On a phone");
    await page.getByLabel("URL").fill(`${target.url()}`);
    await page.getByRole("button", { name: "2. Expect visible" }).click();
    await page.getByLabel("Selector").fill("body");
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByRole("heading", { name: "Run of On a phone" }).waitFor();
    const stored = await vedette.request("GET", `/api/v1/journeys/${idOf(page)}`);
    expect(stored.body).toMatchObject({ data: { device: "iPhone 15 Pro", interval_seconds: null } });
    expect(pageErrors).toEqual([]);
  });

  test.each(SCREENS)("the forms keep to WCAG 2.2 AA and fit, %s at %o", async (colorScheme, viewport) => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors/new", {
      browser,
      colorScheme,
      ...(viewport && { viewport }),
    });
    for (const path of ["/monitors/new", "/api-monitors/new", "/journeys/new"]) {
      await page.goto(path);
      await page.getByLabel("Runbook").waitFor();
      if (path === "/monitors/new") await page.getByText("Advanced", { exact: true }).click();
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        const width = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        const name = await tab.textContent();
        expect([path, name, await accessibilityViolations(page), width]).toEqual([path, name, [], 0]);
      }
    }
    expect(pageErrors).toEqual([]);
  });
});
