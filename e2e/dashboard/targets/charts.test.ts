import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard } from "../../harness/dashboard.ts";
import { createMonitor, listResults } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Comparison of locations, waterfall and downloads of charts in a real browser. */

const NAME = "=Shop, north";
const PNG_SIGNATURE = "89504e470d0a1a0a";

describe.skipIf(!CHROMIUM_PATH)("charts of a monitor", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let id: string;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    const locations = ["default", "oslo", "tokyo"];
    ({ id } = await createMonitor(vedette, { name: NAME, url: target.url("/"), locations }));
    await vi.waitFor(
      async () => {
        const results = await listResults(vedette, id);
        expect(new Set(results.map(({ location }) => location)).size).toBe(3);
      },
      { timeout: 30_000, interval: 50 },
    );
    await vedette.request("PUT", `/api/v1/monitors/${id}`, { interval: 3_600 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const open = (query = "", options: object = {}) =>
    openDashboard(vedette, `/monitors/${id}${query}`, { browser, ...options });

  async function download(
    page: Page,
    scope: Locator,
    item: string,
  ): Promise<{ name: string; bytes: Buffer }> {
    await scope
      .getByRole("button", { name: /^Download / })
      .first()
      .click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
  }

  test("a time in the address that cannot be shown is named, and another choice replaces it", async () => {
    const { page, pageErrors } = await open("?period=1h&from=yesterday&to=2026-11-20");
    await page.getByText(/^“yesterday” in the address is not a time\..* The last hour is shown\.$/).waitFor();
    await page.getByRole("button", { name: "24h" }).click();
    await page.waitForURL((url) => url.search === "");
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("locations share a chart, whose lines are chosen in a table of their figures", async () => {
    const { page, pageErrors } = await open("?view=locations", { colorScheme: "dark" });
    const figure = page.getByRole("figure", { name: /^Response time by location/ });
    const table = page.getByRole("table", { name: "Comparison of locations" });
    await table.getByRole("row", { name: /oslo.*100 %.* ms.* ms/ }).waitFor();
    await figure
      .getByRole("listitem")
      .filter({ hasText: /^oslo$/ })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await table.getByRole("checkbox", { name: "Show oslo in the chart" }).uncheck();
    await figure
      .getByRole("listitem")
      .filter({ hasText: /^oslo$/ })
      .waitFor({ state: "detached" });
    const { name, bytes } = await download(page, figure, "Values (CSV)");
    expect(name).toMatch(/^shop-north-response-time-by-location-\d{8}T\d{4}Z-\d{8}T\d{4}Z\.csv$/);
    expect(bytes.toString()).toMatch(/^time_utc,default \(ms\),tokyo \(ms\)\r\n\d{4}-.*Z,[\d.]*,[\d.]*\r\n/);
    expect(pageErrors).toEqual([]);
  });

  test("charts are saved as images of one size, in both themes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, pageErrors } = await open("", { colorScheme });
      const { name, bytes } = await download(
        page,
        page.getByRole("region", { name: "Response time" }),
        "Image (PNG)",
      );
      expect(name).toMatch(/^shop-north-response-time-.*\.png$/);
      expect(bytes.subarray(0, 8).toString("hex")).toBe(PNG_SIGNATURE);
      expect(bytes.readUInt32BE(16)).toBe(1_200);
      expect(pageErrors).toEqual([]);
    }
  });

  test("the phases of a check are bars on one axis, and a file", async () => {
    const { page, pageErrors } = await open();
    await page
      .getByRole("button", { name: /^Details of the check of / })
      .first()
      .click();
    const figure = page.getByRole("dialog").getByRole("figure", { name: "Phases of the check" });
    await figure
      .getByRole("listitem")
      .filter({ hasText: /^First byte.* ms$/ })
      .waitFor();
    await figure.getByRole("button", { name: "As a table" }).click();
    await figure.getByRole("row", { name: /^First byte/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const { bytes } = await download(page, figure, "Values (CSV)");
    expect(bytes.toString()).toMatch(/\r\nFirst byte,\d{4}-.*Z,[\d.]+,[\d.]+,/);
    const image = await download(page, figure, "Image (PNG)");
    expect(image.bytes.subarray(0, 8).toString("hex")).toBe(PNG_SIGNATURE);
    expect(pageErrors).toEqual([]);
  });

  test("days and heat maps are files, too", async () => {
    const { page, pageErrors } = await open("?view=heat");
    const days = page.getByRole("region", { name: "Uptime of the last 90 days" });
    const table = (await download(page, days, "Values (CSV)")).bytes.toString().split("\r\n");
    expect([table[0], table.length]).toEqual([
      expect.stringMatching(/^date,from_utc,to_utc,uptime \(%\)/),
      92,
    ]);
    expect((await download(page, days, "Image (PNG)")).bytes.subarray(0, 8).toString("hex")).toBe(
      PNG_SIGNATURE,
    );
    const map = page.getByRole("figure", { name: "Response time as a heat map" });
    expect((await download(page, map, "Image (PNG)")).name).toMatch(/^shop-north-response-time-heat-map-/);
    expect(pageErrors).toEqual([]);
  });
});
