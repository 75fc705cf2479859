import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingChromium } from "../../../packages/server/test/journey-harness.ts";
import type { WebShop } from "../../../packages/server/test/servers/web-shop.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { type JourneyDashboard, startJourneyDashboard } from "../../harness/journey-dashboard.ts";
import { createJourney, runToEnd } from "../../harness/journeys.ts";
import { createLab } from "../../harness/lab.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Journeys in the dashboard: written, run and looked at as a person does it, in a real browser. */

const missing = await missingChromium();
const lab = createLab(afterAll);
const RUN_MS = 60_000;

describe.skipIf(missing !== null)(`journeys in the dashboard${missing ? `: ${missing}` : ""}`, () => {
  let dashboard: JourneyDashboard | undefined;
  let vedette: Vedette;
  let shop: WebShop;
  let browser: Browser;

  beforeAll(async () => {
    dashboard = await startJourneyDashboard(lab);
    ({ vedette, shop, browser } = dashboard);
  });
  afterAll(() => dashboard?.end());

  test("the form tests a journey without saving it, and shows the steps as they run", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    await page.getByLabel("URL").fill(`${shop.url}/`);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("invalid", { exact: true }).waitFor();
    await page.getByLabel("Selector").fill("h1");
    await page.getByRole("button", { name: "Go to URL", exact: true }).click();
    await page.getByLabel("URL").fill(`${shop.url}/search`);
    shop.switches.slowMs = 600_000;
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const steps = page.getByRole("list", { name: "Steps of the test" }).getByRole("listitem");
    // The third step is in progress, because the shop does not answer.
    await steps.nth(2).getByText("Running").waitFor({ timeout: RUN_MS });
    expect(await steps.nth(0).textContent()).toContain("Passed");
    expect(await steps.nth(1).textContent()).toContain("Passed");
    await page.getByText("Step 3 of 3 is running.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop test" }).click();
    await page.getByText("Stopped. Nothing was saved.").waitFor();
    shop.repair();
    await page.getByRole("button", { name: /Expect visible h1/ }).click();
    await page.getByLabel("Selector").fill("#missing");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("1 of 3 steps passed").waitFor({ timeout: RUN_MS });
    expect(await steps.nth(1).textContent()).toMatch(/'#missing'.*Failed/);
    await page.getByRole("button", { name: "Enlarge the screenshot of step 2" }).click();
    await page.getByRole("dialog").getByRole("img").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The browser logs the rejected test of the incomplete form.
    expect(pageErrors).toEqual([expect.stringContaining("400 (Bad Request)")]);
    const stored = await vedette.request("GET", "/api/v1/journeys");
    expect(stored.body).toMatchObject({ data: [] });
    await page.close();
  });

  test("a journey is created and corrected at the marked fields, and its first run is shown", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys", { browser });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Add journey" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Welcome");
    await page.getByLabel("URL").fill(`${shop.url}/`);
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByText("invalid", { exact: true }).waitFor();
    const selector = page.getByLabel("Selector");
    expect(await selector.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Move step 2 up" }).click();
    expect(await selector.getAttribute("aria-invalid")).toBe("true");
    await selector.fill("h1");
    await page.getByRole("button", { name: "Move step 1 down" }).click();
    await page.getByRole("button", { name: "Duplicate step 2" }).click();
    await page.getByRole("button", { name: "Remove step 3" }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByRole("heading", { name: "Run of Welcome" }).waitFor();
    await page.getByText("2 of 2").waitFor({ timeout: RUN_MS });
    await page.getByRole("button", { name: /Go to URL http/ }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "All runs of Welcome" }).click();
    await page.getByText("100 %").first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The browser itself reports the rejected form on the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("a pasted recording becomes steps, and unsupported parts are listed", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    await page.getByRole("button", { name: "Record or paste recording" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Recorded script").fill(RECORDED);
    await dialog.getByRole("button", { name: "Convert to steps" }).click();
    await dialog.getByText(/Converted to 2 steps/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Use these 2 steps" }).click();
    await page.getByRole("button", { name: "Move step 2 up" }).waitFor();
    expect(await page.getByRole("button", { name: /^Remove step/ }).count()).toBe(2);
    // Violations of the Content-Security-Policy are on the console too.
    expect(pageErrors).toEqual([]);
  });

  test("Tab indents a script, and Escape leads out of it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    await page.getByRole("tab", { name: "Script" }).click();
    const editor = page.getByLabel("Playwright script");
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    // With every key that is a shortcut elsewhere.
    await page.keyboard.type("const jokes = x / y ? k : 1;");
    await editor.press("Home");
    await editor.press("Tab");
    await expect.poll(() => editor.textContent(), { timeout: 30_000 }).toBe("  const jokes = x / y ? k : 1;");
    const coloursOf = () =>
      Promise.all(
        [editor.getByText("const", { exact: true }), editor].map((part) =>
          part.evaluate((element) => element.computedStyleMap().get("color")?.toString()),
        ),
      );
    await expect.poll(async () => new Set(await coloursOf()).size, { timeout: 30_000 }).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
    await editor.press("Escape");
    await page.keyboard.press("Tab");
    expect(await editor.evaluate((area) => area.matches(":focus-within"))).toBe(false);
    // Violations of the Content-Security-Policy are on the console too.
    expect(pageErrors).toEqual([]);
  });

  test("a script that asks for a module that is not there is refused at its field, with its line", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Pad");
    await page.getByRole("tab", { name: "Script" }).click();
    const editor = page.getByLabel("Playwright script");
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type('import pad from "left-pad";');
    await page.getByRole("button", { name: "Add and run" }).click();
    await page.getByText('Line 1: the module "left-pad" is not available').first().waitFor();
    // The browser itself reports the rejected form on the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  describe("of a journey whose page changed its look and broke", () => {
    let made: Promise<string> | undefined;
    /** The run's page; made by the first test, for only tests may wait for a run. */
    const brokenRun = () => (made ??= makeBrokenRun());

    async function makeBrokenRun(): Promise<string> {
      shop.repair();
      const journey = await createJourney(vedette, {
        name: "Look",
        capture: { trace: "always", video: "always" },
        steps: [
          { action: "goto", url: `${shop.url}/` },
          { action: "screenshot", label: "home", compare: true },
          { action: "goto", url: `${shop.url}/cart` },
          { action: "click", selector: 'role=button[name="Pay"]', timeout_ms: 1_000 },
        ],
      });
      await runToEnd(vedette, journey.id);
      Object.assign(shop.switches, { changeLook: true, throwInConsole: true, breakButton: true });
      const { run } = await runToEnd(vedette, journey.id);
      return `/journeys/${journey.id}/runs/${run.id}`;
    }

    test.each([
      ["light", undefined],
      ["dark", PHONE],
    ] as const)("the run keeps to WCAG 2.2 AA and to the policy, %s at %o", async (colorScheme, viewport) => {
      const size = viewport && { viewport };
      const { page, pageErrors } = await openDashboard(vedette, await brokenRun(), {
        browser,
        colorScheme,
        ...size,
      });
      await page.getByRole("slider").waitFor();
      await page.getByAltText("Current page").waitFor();
      expect([await accessibilityViolations(page), pageErrors, await overflowOf(page)]).toEqual([[], [], 0]);
    });

    test("all that the browser saw is there, the trace with its command", async () => {
      const { page } = await openDashboard(vedette, await brokenRun(), { browser });
      await page.getByText("Step 4 failed").waitFor();
      await page.getByText("npx playwright show-trace trace.zip").waitFor();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download trace.zip" }).click();
      expect((await downloading).suggestedFilename()).toBe("trace.zip");
      await page.locator("video").waitFor();
      await page.getByRole("tab", { name: /Console/ }).click();
      await page.getByText("stock is low").first().waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.reload();
      await page.getByRole("tab", { name: /Console/, selected: true }).waitFor();
      await page.getByRole("tab", { name: /Screenshots/ }).click();
      await page.getByRole("button", { name: /Click role=button/ }).click();
      await page.getByRole("dialog").getByRole("img").waitFor();
    });

    test("the edge between before and now moves by the keyboard, and the change is accepted", async () => {
      const { page } = await openDashboard(vedette, await brokenRun(), { browser });
      const slider = page.getByRole("slider");
      await slider.focus();
      await page.keyboard.press("ArrowRight");
      expect(await slider.getAttribute("aria-valuetext")).toBe("51 % baseline, 49 % current");
      await page.getByRole("button", { name: "Difference" }).click();
      await page.getByAltText("Difference").waitFor();
      await page.getByRole("button", { name: "Accept as new baseline" }).click();
      await page.getByText("Accepted as the new baseline").waitFor();
      await page.getByRole("link", { name: /All runs/ }).click();
      await page.getByRole("heading", { name: "Baselines" }).waitFor();
      await page
        .getByText(/^Accepted|1280x720/)
        .first()
        .waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });
});

function overflowOf(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

const RECORDED = `import { test, expect } from "@playwright/test";
test("buys", async ({ page }) => {
  await page.goto("https://shop.example/");
  await page.getByRole("button", { name: "Pay" }).click();
  const prices = await page.evaluate(() => 1);
});
`;
