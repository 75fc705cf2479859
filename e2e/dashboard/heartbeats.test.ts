import { heartbeatSchema } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../harness/api-client.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Heartbeats in a real browser: form, page with pings, metrics and examples, ping key, rule, search. */

describe.skipIf(!CHROMIUM_PATH)("heartbeats in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  const isWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  const send = (url: string, body: string) =>
    fetch(url, { method: "POST", body, signal: AbortSignal.timeout(20_000) });

  test("is created with a schedule that is explained, and shows its pings as they arrive", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/heartbeats/new", { browser });
    await page.getByLabel("Name").fill("Nightly backup");
    await page.getByLabel("Schedule", { exact: true }).selectOption("Cron expression");
    await page.getByLabel(/^Cron expression/).fill("30 2 * * 1-5");
    await page
      .getByText(/02:30.*Monday/)
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add heartbeat" }).click();
    await page.getByText("Waiting for the first ping").waitFor();
    const url =
      (await page
        .getByText(/\/ping\/[0-9a-f-]{36}$/)
        .first()
        .textContent()) ?? "";
    await page.getByRole("tab", { name: "cron", exact: true }).click();
    await page
      .getByText(`30 2 * * 1-5 /path/to/job; curl -fsS -m 10 --retry 3 -o /dev/null ${url}/$?`)
      .waitFor();

    await send(`${url}/start`, "");
    await page.getByText("Running", { exact: true }).waitFor({ timeout: 20_000 });
    await send(url, '{"metrics": {"rows": 120}}');
    await send(`${url}/3`, "disk full");
    const row = page.getByRole("row", { name: /Failure, exit code 3/ });
    await row.waitFor({ timeout: 20_000 });
    await page.getByRole("figure", { name: "rows" }).waitFor();
    await row.getByRole("button", { name: /^Body of the ping/ }).click();
    await page.getByRole("dialog").getByText("disk full").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Kind").selectOption("Success");
    await expect
      .poll(() => page.getByRole("table", { name: "Pings, newest first" }).getByRole("row").count())
      .toBe(2);
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });

  test.each([
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
  ])("is readable: %s", async (name, options) => {
    const body = { name: `Import ${name}`, schedule: { type: "period", seconds: 3_600 } };
    const { id, ping_url: url } = dataOf(
      heartbeatSchema,
      await vedette.request("POST", "/api/v1/heartbeats", body),
    );
    await send(`${url}`, '{"metrics": {"rows": 7, "bytes": 12345}}');
    const { page } = await openDashboard(vedette, `/heartbeats/${id}`, { browser, ...options });
    await page.getByRole("row", { name: /Success/ }).waitFor({ timeout: 20_000 });
    await page.getByRole("figure", { name: "bytes" }).waitFor();
    await page.getByRole("tab", { name: "Kubernetes" }).click();
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
  });

  test("is found by search, and a rule watches its metric", async () => {
    const body = { name: "Export of orders" };
    const { id } = dataOf(heartbeatSchema, await vedette.request("POST", "/api/v1/heartbeats", body));
    const { page } = await openDashboard(vedette, "/alerts/rules/new", { browser });
    await page.getByLabel("Name").fill("Few rows");
    await page.getByLabel("Type").selectOption("Metric of a heartbeat");
    await page.getByLabel("Metric", { exact: true }).fill("rows");
    await page.getByLabel("Value", { exact: true }).fill("100");
    await page.getByText("An alert opens when rows is less than 100.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("Rows is less than 100").waitFor();
    await page.goto("/heartbeats");
    await page.getByRole("link", { name: "Export of orders" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Export of orders");
    await page
      .getByRole("option", { name: /Export of orders/ })
      .first()
      .click();
    await page.waitForURL(`**/heartbeats/${id}`);
  });

  test("is pinged by its slug with a key that owners create, replace and delete", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/api-keys", { browser });
    const section = page.getByRole("region", { name: "Ping key" });
    await section.getByRole("button", { name: "Create ping key" }).click();
    const dialog = page.getByRole("dialog", { name: "Ping key created" });
    const key = (await dialog.getByText(/^vdt_ping_/).textContent()) ?? "";
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    expect((await send(`${vedette.url}/ping/${key}/weekly?create=1`, "")).status).toBe(201);
    await section.getByRole("button", { name: "Replace the ping key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    expect((await send(`${vedette.url}/ping/${key}/weekly`, "")).status).toBe(404);
    await section.getByRole("button", { name: "Delete the ping key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await section.getByText("There is no ping key.").waitFor();
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });
});
