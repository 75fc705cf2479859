import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Monitors and the overview as their owner uses them, from the first one on. In the order of the file. */

describe.skipIf(!CHROMIUM_PATH)("monitors in Chromium", () => {
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

  test("a new installation asks for its first monitor, and shows its result", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser });
    await page.getByRole("heading", { name: "Monitor your first website" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Name").fill("Itself");
    await page.getByLabel("URL").fill(target.url("/"));
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Itself is being monitored").waitFor();
    await page.getByText("Responded 200").waitFor();
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.getByRole("heading", { level: 1, name: "Itself" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("many monitors are changed with one request, and those that fail stay selected with the reason", async () => {
    const full = Array.from({ length: 20 }, (_, index) => `t${index}`);
    for (const [name, tags] of [
      ["Full of tags", full],
      ["Bulk one", []],
      ["Bulk two", []],
    ] as const) {
      const body = { name, type: "url", url: target.url("/"), interval: 3_600, tags };
      expect((await vedette.request("POST", "/api/v1/monitors", body)).status).toBe(201);
    }
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    for (const name of ["Full of tags", "Bulk one", "Bulk two"])
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    const selected = page.getByRole("region", { name: "Selected monitors" });
    await selected.getByRole("button", { name: "Tag" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Add").fill("eu");
    await dialog.getByLabel("Add").press("Enter");
    await dialog.getByRole("button", { name: "Change tags" }).click();
    await page.getByText("Tagged 2 monitors.").waitFor();
    await selected.getByText("1 monitor could not be changed:").waitFor();
    expect(await selected.getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(/^Full of tags: .*20 tags/),
    ]);
    await selected.getByText("1 selected").waitFor();
    expect(sent).toEqual(["POST /api/v1/targets/bulk"]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Select Bulk one" }).check();
    await page.getByRole("checkbox", { name: "Select Bulk two" }).check();
    await selected.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 3 monitors.").waitFor();
    await selected.waitFor({ state: "detached" });
    expect(sent).toHaveLength(2);
    expect(pageErrors).toEqual([]);
  });

  test("the advanced part takes assertions, and an error is shown at its field", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name").fill("Strict");
    await page.getByLabel("URL").fill(target.url("/"));
    await page.getByLabel("Interval", { exact: true }).selectOption("Custom …");
    await page.getByLabel("Seconds between checks").fill("often");
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Tags, group and parents" }).click();
    await page.getByLabel("Tags", { exact: true }).fill("inner,");
    await page.getByLabel("Tags", { exact: true }).press("Enter");
    await page.getByRole("tab", { name: "Assertions" }).click();
    await page.getByRole("button", { name: "Add assertion" }).click();
    await page.getByRole("group", { name: "Assertion 1" }).getByLabel("Expected").fill("418");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText(/^The interval /).waitFor();
    expect(await page.getByRole("group", { name: "Assertion 1" }).getByLabel("Expected").inputValue()).toBe(
      "418",
    );
    await page.getByLabel("Interval", { exact: true }).selectOption("Every 1 min");
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Strict is being monitored").waitFor();
  });

  test("a monitor is checked before it is saved: what is wrong with it, and what its target answers", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.locator("input[aria-invalid=true]").first().waitFor();
    await page.getByLabel("URL").fill(target.url("/"));
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Assertions" }).click();
    await page.getByRole("button", { name: "Add assertion" }).click();
    await page.getByRole("group", { name: "Assertion 1" }).getByLabel("Expected").fill("418");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const result = page.getByRole("region", { name: "Test result" });
    await result.getByText("Down", { exact: true }).waitFor();
    await result.getByRole("row", { name: /Status code is 418 200 Failed/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("group", { name: "Assertion 1" }).getByLabel("Expected").fill("200");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await result.getByText("Responded 200").waitFor();
    await result.getByText("First byte").waitFor();
    const stored = await vedette.request("GET", "/api/v1/monitors");
    expect(stored.body).toMatchObject({ data: [{ name: "Strict" }, { name: "Itself" }] });
    // The browser itself reports the rejected form on the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("a monitor that is down shows why, with the evidence of each check", async () => {
    const { page, pageErrors } = await openMonitor("Strict");
    await page
      .getByRole("button", { name: /^Details of the check/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Status code is 418").waitFor();
    await dialog.getByText("Failed", { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "As a table" }).click();
    await page.getByRole("columnheader", { name: "p95" }).first().waitFor();
    await page.getByRole("columnheader", { name: "Median" }).waitFor();
    await page.getByRole("button", { name: "7d" }).click();
    await page.waitForURL(/period=7d/);
    expect(pageErrors).toEqual([]);
  });

  test("shows phases in the chart and parents by name, and copies cURL and create requests", async () => {
    const { body } = await vedette.request("GET", "/api/v1/monitors");
    const { data } = body as { data: { id: string; name: string }[] };
    const idOf = (name: string) => data.find((monitor) => monitor.name === name)?.id;
    await vedette.request("POST", "/api/v1/variables", { name: "WANTED", value: "text/html" });
    const headers = { authorization: "Bearer not to be seen", accept: "{{WANTED}}" };
    await vedette.request("PUT", `/api/v1/monitors/${idOf("Strict")}`, {
      parents: [idOf("Itself")],
      headers,
    });
    const { page, pageErrors } = await openMonitor("Strict", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Phases" }).click();
    await page.getByRole("figure").getByRole("listitem").filter({ hasText: "First byte" }).waitFor();
    await page.getByRole("link", { name: "Monitor Itself" }).waitFor();
    for (const [way, start] of [
      ["cURL command", `curl '${target.url("/")}'`],
      ["Create request (API)", `curl '${vedette.url}/api/v1/monitors'`],
    ] as const) {
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name: way }).click();
      const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
      await expect.poll(copied, { timeout: 30_000 }).toContain(start);
      expect([await copied(), /not to be seen/.test(await copied())]).toEqual([
        expect.stringContaining("{{WANTED}}"),
        false,
      ]);
    }
    expect(pageErrors).toEqual([]);
  });

  test("the list shows the latest checks of the rows in sight, read at once", async () => {
    for (const path of ["/monitors"]) {
      const { page, pageErrors } = await openDashboard(vedette, "/locations", { browser });
      const asked: URL[] = [];
      page.on("request", (request) => asked.push(new URL(request.url())));
      await page.goto(path);
      for (const name of ["Itself", "Strict"]) {
        const bars = page.getByRole("img", { name: `Latest checks of ${name}` }).first();
        await bars.waitFor();
        expect(await bars.getAttribute("aria-label")).toMatch(name === "Itself" ? /: Up, / : /: Down, .*418/);
      }
      await page
        .getByText(/^p95 \d/)
        .first()
        .waitFor();
      const ofRows = asked.filter(({ searchParams }) => searchParams.get("include") === "uptime,recent");
      expect(ofRows.map(({ searchParams }) => searchParams.get("ids")?.split(",").length)).toEqual([2]);
      expect(asked.filter(({ pathname }) => /\/monitors\/.*\/(results|stats)/.test(pathname))).toEqual([]);
      expect(pageErrors).toEqual([]);
    }
  });

  test("it is changed, paused and resumed", async () => {
    const { page, pageErrors } = await openMonitor("Strict");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Strict one");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Strict one" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the list is narrowed by what its address says", async () => {
    const { page } = await openDashboard(vedette, "/monitors?tag=inner", { browser });
    await page.getByRole("row", { name: /Strict one/ }).waitFor();
    expect(await page.getByRole("row", { name: /Itself/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove Tag: inner" }).click();
    await page.getByRole("row", { name: /Itself/ }).waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "TCP" }).check();
    await page.getByText("No monitor matches.").waitFor();
    expect(page.url()).toMatch(/\?type=tcp$/);
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)("every screen keeps to WCAG 2.2 AA and fits, %s at %o", async (colorScheme, viewport) => {
    const { page, pageErrors } = await openMonitor("Itself", { colorScheme, ...(viewport && { viewport }) });
    await page.getByRole("figure").waitFor();
    const address = new URL(page.url()).pathname;
    for (const path of [address, `${address}/edit`, "/monitors", "/"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, await accessibilityViolations(page), await overflowOf(page)]).toEqual([path, [], 0]);
    }
    expect(pageErrors).toEqual([]);
  });

  test("those chosen are paused and deleted together", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByLabel("Select Itself").check();
    await page.getByRole("button", { name: "Select all 2" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Every monitor is paused.").waitFor();
    // Shown at once; once it is done nothing is chosen any more.
    await page.getByText("Paused 2 monitors.").waitFor();
    await page.getByRole("region", { name: "Selected monitors" }).waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(
      await page.getByRole("link", { name: "Strict one" }).evaluate((link) => link.matches(":focus")),
    ).toBe(true);
    await page.keyboard.press("x");
    expect(await page.getByLabel("Select Strict one").isChecked()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /Strict one/ }).waitFor({ state: "detached" });
    expect(pageErrors).toEqual([]);
  });

  async function openMonitor(name: string, options: Parameters<Browser["newContext"]>[0] = {}) {
    const opened = await openDashboard(vedette, "/monitors", { browser, ...options });
    await opened.page.getByRole("link", { name, exact: true }).click();
    await opened.page.getByRole("heading", { level: 1, name }).waitFor();
    return opened;
  }
});

function overflowOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
