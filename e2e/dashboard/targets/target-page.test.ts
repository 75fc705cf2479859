import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApiMonitor, runNow } from "../../harness/api-monitors.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpMember } from "../../harness/dashboard.ts";
import { createMonitor, getMonitor, listResults } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** The page of a target in a real browser: its history, its chart, its checks and who is notified. */

const POLL = { timeout: 30_000, interval: 50 };
/** How much the layout of the page has shifted so far. Without any shift, the browser reports nothing. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  setTimeout(() => resolve(0), 1_000);
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: "layout-shift", buffered: true });
})`;
const VIEWER = { name: "Vera", email: "vera@target-page.example.org", password: "another password of tests" };
const STRIP = "Uptime of the last 90 days, by day";

describe.skipIf(!CHROMIUM_PATH)("the page of a target", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shopId: string;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    const shop = { name: "Shop", url: target.url("/"), keep_body: "always" as const };
    shopId = (await createMonitor(vedette, shop)).id;
    const becomes = (status: string) =>
      vi.waitFor(async () => expect((await getMonitor(vedette, shopId)).status).toBe(status), POLL);
    const results = (status: string, count: number) =>
      vi.waitFor(async () => {
        const found = (await listResults(vedette, shopId)).filter((one) => one.status === status);
        expect(found.length).toBeGreaterThanOrEqual(count);
      }, POLL);
    await becomes("up");
    target.answerWith(503);
    await becomes("down");
    await results("down", 4);
    target.answerWith(200);
    await becomes("up");
    await results("up", 4);
    await vedette.request("PUT", `/api/v1/monitors/${shopId}`, { interval: 3_600 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const open = (options: object = {}, path = `/monitors/${shopId}`) =>
    openDashboard(vedette, path, { browser, ...options });
  const isWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  const outages = (page: Page) => page.getByRole("table", { name: "Outages, newest first" });

  test("the evidence says why it was down, with the facts of the location", async () => {
    const { page, pageErrors } = await open();
    const evidence = page.getByRole("region", { name: "Evidence" });
    await evidence.getByText(/^HTTP, .*(certain|likely)$/).waitFor();
    await evidence.getByText(/503/).first().waitFor();
    await evidence.getByText("The same check again").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("a day of the strip is selected by keyboard and shows its outages with their cause", async () => {
    const { page, pageErrors } = await open();
    const strip = page.getByRole("listbox", { name: STRIP });
    await strip.focus();
    await page.keyboard.press("Home");
    await strip.getByRole("option", { name: /No data/ }).waitFor({ state: "attached" });
    await page.keyboard.press("End");
    await strip.getByRole("option", { name: /1 outage/ }).waitFor({ state: "attached" });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
    await page.getByRole("heading", { name: /^Outages on / }).waitFor();
    await outages(page).getByText("503").waitFor();
    // The chart shows the day, too.
    await page.waitForURL(/from=.*to=/);
    await page.getByRole("button", { name: "All days" }).click();
    await page.getByRole("heading", { name: "Latest outages" }).waitFor();
    expect(page.url()).not.toContain("from=");
    expect(pageErrors).toEqual([]);
  });

  test("a click on a day selects it, and its tooltip shows what happened", async () => {
    const { page } = await open();
    const strip = page.getByRole("listbox", { name: STRIP });
    const box = await strip.boundingBox();
    if (!box) throw new Error("the strip has no box");
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await page.getByText(/^1 outage, /).waitFor();
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await page.getByText("No outages on this day.").waitFor();
  });

  test("a deploy marker is a line in the chart, and an entry of the list below it, which members delete", async () => {
    const marker = {
      ...{ title: "shop 2.14.0", url: "https://ci.example/42", tags: ["shop"] },
      selector: { targets: [shopId] },
    };
    const created = await vedette.request("POST", "/api/v1/markers", marker);
    expect(created.status).toBe(201);
    const { page, pageErrors } = await open();
    const chart = page.getByRole("region", { name: /^Response time/ });
    await chart
      .getByRole("listitem")
      .filter({ hasText: /^▼Deploy$/ })
      .waitFor();
    await chart.getByText("1 deploy in this period").focus();
    await page.keyboard.press("Enter");
    const list = chart.getByRole("list", { name: "Deploys in this period, newest first" });
    await list.getByRole("link", { name: "shop 2.14.0" }).waitFor();
    expect(await list.getByRole("link").getAttribute("href")).toBe("https://ci.example/42");
    const values = chart.getByRole("listbox", { name: /: values$/ });
    await values.focus();
    await page.keyboard.press("End");
    await values.getByRole("option", { name: /Deploy: shop 2\.14\.0/ }).waitFor({ state: "attached" });
    expect(await accessibilityViolations(page)).toEqual([]);
    const deleteMarker = { name: "Delete the deploy marker shop 2.14.0" };
    await signUpMember(vedette, { ...VIEWER, role: "viewer" });
    const viewed = await open({ person: VIEWER });
    await viewed.page.getByText("1 deploy in this period").click();
    await viewed.page.getByRole("link", { name: "shop 2.14.0", exact: true }).waitFor();
    expect(await viewed.page.getByRole("button", deleteMarker).count()).toBe(0);
    await list.getByRole("button", deleteMarker).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete marker" }).click();
    await page.getByText("Deploy marker deleted.").waitFor();
    await page.getByText("1 deploy in this period").waitFor({ state: "detached" });
    const left = await vedette.request("GET", `/api/v1/markers?target_id=${shopId}`);
    expect(left.body).toMatchObject({ data: [] });
    expect(pageErrors).toEqual([]);
  });

  test("an outage opens its first failed check beside the last good one", async () => {
    const { page, pageErrors } = await open();
    await outages(page)
      .getByRole("link", { name: /^First failure/ })
      .click();
    await page.waitForURL(/result=/);
    const dialog = page.getByRole("dialog", { name: /^Check of / });
    await dialog.getByRole("heading", { name: "Compared with the last good check" }).waitFor();
    await dialog.getByRole("row", { name: /Status code.*differs.*503.*200/ }).waitFor();
    const headers = dialog.getByRole("table", { name: /^Response headers/ });
    await headers.getByRole("row", { name: /connection/ }).waitFor();
    await dialog.getByRole("region", { name: "Response", exact: true }).getByText("ok").waitFor();
    await dialog.getByRole("figure", { name: "Body of the last good check" }).getByText("ok").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await page.getByRole("dialog", { name: /^Check of / }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).not.toContain("result=");
    expect(pageErrors).toEqual([]);
  });

  test("the kept response of a good check is shown with its headers", async () => {
    const { page } = await open({}, `/monitors/${shopId}?status=up`);
    await page
      .getByRole("button", { name: /^Details of the check/ })
      .first()
      .click();
    const response = page.getByRole("dialog").getByRole("region", { name: "Response", exact: true });
    await response.getByText(/connection: close/).waitFor();
    await response.getByText("ok", { exact: true }).waitFor();
  });

  test("uptime is shown once for a young monitor, since its start", async () => {
    const { page } = await open();
    await page.getByText("Uptime since start").waitFor();
    expect(await page.getByText(/^Uptime (24 h|7 d|30 d|90 d)$/).count()).toBe(0);
    await page.getByText(/Response time: since the first check on/).waitFor();
  });

  test("equal consecutive checks are one row, which can be expanded", async () => {
    const { page } = await open({}, `/monitors/${shopId}?status=down`);
    const checks = page.getByRole("table", { name: "Checks, newest first" });
    const joined = checks.getByRole("row", { name: /repeated \d+/ });
    await joined.waitFor();
    const before = await checks.getByRole("row").count();
    await joined.getByRole("button", { name: /^Show all/ }).click();
    await expect.poll(() => checks.getByRole("row").count()).toBeGreaterThanOrEqual(before + 4);
    await joined.getByRole("button", { name: /^Collapse/ }).click();
    await expect.poll(() => checks.getByRole("row").count()).toBe(before);
  });

  test("dragging zooms to a time in the address, and Back or a reset lead back", async () => {
    const { page, pageErrors } = await open();
    const plot = page.locator(".u-over");
    await plot.waitFor();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (!box) throw new Error("the plot has no box");
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/);
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("from=");
    await page.goForward();
    await page.waitForURL(/from=.*to=/);
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(() => page.url()).not.toContain("from=");
    await page.getByRole("button", { name: "Custom" }).click();
    const form = page.getByRole("form", { name: "Custom time" });
    await form.getByLabel("From").fill("2026-01-01T10:00");
    await form.getByLabel("To", { exact: true }).fill("2026-01-01T09:00");
    await form.getByText("The start must be before the end.").waitFor();
    await form.getByLabel("To", { exact: true }).fill("2026-01-01T12:00");
    await form.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/from=2026-01-01T/);
    expect(pageErrors).toEqual([]);
  });

  test("the values of the chart are read by keyboard, and shown as a table without empty rows", async () => {
    const { page } = await open();
    const values = page.getByRole("listbox", { name: /^Response time: .*values$/ });
    await values.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await values.getByRole("option", { name: /Average: .* ms/ }).waitFor({ state: "attached" });
    await page.mouse.move(0, 0);
    const plot = await page.locator(".u-over").boundingBox();
    if (!plot) throw new Error("the plot has no box");
    await page.mouse.move(plot.x + 3, plot.y + 20);
    await page
      .getByText(/^Average: .* ms$/)
      .filter({ visible: true })
      .waitFor();
    await page.getByRole("button", { name: "As a table" }).click();
    const figure = page.getByRole("figure").filter({ has: page.getByRole("button", { name: "As a chart" }) });
    await figure.getByRole("columnheader", { name: "Median" }).waitFor();
    expect(await figure.getByRole("row", { name: /–.*–.*–/ }).count()).toBe(0);
  });

  test("phases and the heat map are views of the same time", async () => {
    const { page, pageErrors } = await open();
    await page.getByRole("button", { name: "Phases" }).click();
    await page.waitForURL(/view=phases/);
    await page.getByRole("figure").getByRole("listitem").filter({ hasText: "First byte" }).waitFor();
    await page.getByRole("button", { name: "Heat map" }).click();
    const map = page.getByRole("listbox", { name: "Response time: heat map" });
    await map.focus();
    await page.keyboard.press("ArrowLeft");
    await map.getByRole("option", { name: /ms to .*response/ }).waitFor({ state: "attached" });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("axes and figures are in the language and the time zone of the browser", async () => {
    const { page } = await open({ locale: "de-DE", timezoneId: "Europe/Berlin" });
    await page.addInitScript(`
      window.drawn = [];
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        window.drawn.push(text);
        draw.call(this, text, x, y);
      };`);
    const day = (instant: string) => `from=${encodeURIComponent(instant)}`;
    await page.goto(`/monitors/${shopId}?${day("2026-06-14T22:00:00.000Z")}&to=2026-06-16T22:00:00.000Z`);
    const drawn = () => page.evaluate<string[]>("window.drawn");
    await page.locator(".u-over").waitFor();
    await expect.poll(drawn).toContain("15. Juni");
    const texts = await drawn();
    expect(texts.filter((text) => /[ap]m|\d\/\d/i.test(text))).toEqual([]);
    // Midnight in Berlin starts the day.
    expect(texts.find((text) => /^00:00$|^0:00$/.test(text))).toBeDefined();
    await page.goto(`/monitors/${shopId}`);
    await page
      .getByText(/^\d+,\d\d %$/)
      .first()
      .waitFor();
  });

  test("says who is notified, which maintenance is on, and where no runner is", async () => {
    const { page } = await open();
    await page.getByRole("link", { name: "No one is notified" }).waitFor();
    const channel = await vedette.request("POST", "/api/v1/alerts/channels", {
      name: "Ops hook",
      type: "webhook",
      config: { url: target.url("/hook") },
    });
    expect([channel.status, channel.text]).toEqual([201, expect.anything()]);
    const rule = {
      name: "Anything down",
      type: "consecutive_failures",
      params: { threshold: 1 },
      channel_ids: [(channel.body as { data: { id: string } }).data.id],
    };
    const made = await vedette.request("POST", "/api/v1/alerts/rules", rule);
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const window = { name: "Database upgrade", mode: "mute", duration_minutes: 30, monitor_ids: [shopId] };
    const started = await vedette.request("POST", "/api/v1/maintenance-windows", window);
    expect([started.status, started.text]).toEqual([201, expect.anything()]);
    await page.reload();
    await page.getByRole("link", { name: "Notifies 1 channel" }).waitFor();
    const coverage = page.getByRole("region", { name: "Who is notified if this fails?" });
    await coverage.getByRole("link", { name: "Ops hook" }).waitFor();
    await coverage.getByText("Failures in a row").waitFor();
    await page.getByText("Maintenance", { exact: true }).filter({ visible: true }).first().waitFor();
    await page.getByRole("link", { name: "Database upgrade" }).first().waitFor();
    const key = await vedette.request("POST", "/api/v1/api-keys", {
      name: "Runners",
      scope: "runner",
      location: "frankfurt",
    });
    expect([key.status, key.text]).toEqual([201, expect.anything()]);
    const away = await createMonitor(vedette, {
      name: "Away",
      url: target.url("/"),
      interval: 3_600,
      locations: ["default", "frankfurt"],
    });
    const opened = await open({}, `/monitors/${away.id}`);
    await opened.page.getByText(/^No runner at frankfurt: no checks from there/).waitFor();
    await opened.page.getByRole("button", { name: "By location" }).click();
    await opened.page.getByRole("figure", { name: /^Response time by location/ }).waitFor();
    expect(await accessibilityViolations(opened.page)).toEqual([]);
  });

  test("an API monitor has the same history, and opens the failed run of an outage", async () => {
    target.answerWith(500);
    const { id } = await createApiMonitor(vedette, {
      name: "Checkout",
      steps: [{ name: "home", method: "GET", url: target.url("/") }],
    });
    await runNow(vedette, id);
    target.answerWith(200);
    const { page, pageErrors } = await open({}, `/api-monitors/${id}`);
    await page.getByRole("listbox", { name: STRIP }).waitFor();
    await page.getByRole("region", { name: "Who is notified if this fails?" }).waitFor();
    await outages(page)
      .getByRole("link", { name: /^First failure/ })
      .click();
    await page.waitForURL(/\/runs\//);
    expect(pageErrors).toEqual([]);
  });

  test("a journey that never ran and a group have the strip too", async () => {
    const body = { name: "Buy", steps: [{ action: "goto", url: target.url("/") }], interval_seconds: null };
    const journey = await vedette.request("POST", "/api/v1/journeys", body);
    expect([journey.status, journey.text]).toEqual([201, expect.anything()]);
    const group = await vedette.request("POST", "/api/v1/groups", { name: "Storefront" });
    const idOf = ({ body: made }: { body: unknown }) => (made as { data: { id: string } }).data.id;
    await vedette.request("PUT", `/api/v1/monitors/${shopId}`, { group_id: idOf(group) });
    const { page, pageErrors } = await open({}, `/journeys/${idOf(journey)}`);
    await page.getByText("Not measured yet.").waitFor();
    await page.getByText("No outages yet.").waitFor();
    await page.getByRole("region", { name: "Who is notified if this fails?" }).waitFor();
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    await page.goto(`/groups/${idOf(group)}`);
    await page.getByRole("listbox", { name: STRIP }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("paragraph")
      .filter({ hasText: / · 1 outage, / })
      .waitFor();
    expect([await accessibilityViolations(page), await isWide(page), pageErrors]).toEqual([[], false, []]);
  });

  test("nothing moves while the page loads", async () => {
    const { page } = await open();
    await page.locator(".u-over").waitFor();
    await page.getByText("Latest outages").waitFor();
    // 0.1 is a good score by web.dev/cls.
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.1);
  });

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
    ["forced colors", { forcedColors: "active" as const }],
  ])("is accessible and fits: %s", async (_name, options) => {
    const { page, pageErrors } = await open(options);
    await page.locator(".u-over").waitFor();
    await page.getByText("Latest outages").waitFor();
    expect([await accessibilityViolations(page), await isWide(page), pageErrors]).toEqual([[], false, []]);
    await page.getByRole("button", { name: "Heat map" }).click();
    await page.getByRole("listbox", { name: "Response time: heat map" }).waitFor();
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
  });
});
