import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingChromium } from "../../../packages/server/test/journey-harness.ts";
import type { WebShop } from "../../../packages/server/test/servers/web-shop.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { type JourneyDashboard, startJourneyDashboard } from "../../harness/journey-dashboard.ts";
import { createJourney, runToEnd } from "../../harness/journeys.ts";
import { createLab } from "../../harness/lab.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** The editor of journeys: order, names, elements picked from a page, and scripts. */

const missing = await missingChromium();
const lab = createLab(afterAll);
const RUN_MS = 60_000;

describe.skipIf(missing !== null)(`the journey editor${missing ? `: ${missing}` : ""}`, () => {
  let dashboard: JourneyDashboard | undefined;
  let vedette: Vedette;
  let shop: WebShop;
  let browser: Browser;

  beforeAll(async () => {
    dashboard = await startJourneyDashboard(lab);
    ({ vedette, shop, browser } = dashboard);
  });
  afterAll(() => dashboard?.end());

  const steps = (page: Page) => page.getByRole("list", { name: "Steps", exact: true }).getByRole("listitem");
  const titles = async (page: Page) =>
    (await steps(page).getByRole("button", { expanded: false }).allTextContents()).map((text) =>
      text.replace(/^\d+\.\s*/, ""),
    );

  test("steps are ordered by dragging, and by buttons that announce the new order", async () => {
    const journey = await createJourney(vedette, {
      name: "Order",
      steps: [
        { action: "goto", url: `${shop.url}/`, name: "open" },
        { action: "click", selector: "#b" },
        { action: "expect_visible", selector: "h1" },
      ],
    });
    const { page, pageErrors } = await openDashboard(vedette, `/journeys/${journey.id}/edit`, { browser });
    await page.getByRole("button", { name: "1. open" }).click();
    expect(await titles(page)).toEqual(["open", "Click #b", "Expect visible h1"]);
    await steps(page)
      .nth(2)
      .getByTitle("Drag to move")
      .dragTo(steps(page).nth(0), {
        targetPosition: { x: 40, y: 4 },
      });
    await page.getByText("Step 3 is now step 1.").waitFor({ state: "attached" });
    expect(await titles(page)).toEqual(["Expect visible h1", "open", "Click #b"]);
    await page.getByRole("button", { name: "Move step 1 down" }).click();
    await page.getByText("Step 1 is now step 2.").waitFor({ state: "attached" });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Order", exact: true }).waitFor();
    const { body } = await vedette.request("GET", `/api/v1/journeys/${journey.id}`);
    expect(body).toMatchObject({
      data: { steps: [{ name: "open" }, { selector: "h1" }, { selector: "#b" }] },
    });
    expect(pageErrors).toEqual([]);
  });

  test("an element is picked from the page of a test, with the mouse and with the keyboard", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/journeys/new", { browser });
    await page.getByLabel("URL").fill(`${shop.url}/`);
    await page.getByRole("button", { name: "Remove step 2" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("1 of 1 step passed").waitFor({ timeout: RUN_MS });
    await page.getByRole("button", { name: "Click", exact: true }).click();
    await page.getByRole("button", { name: "Pick element" }).click();
    const dialog = page.getByRole("dialog", { name: "Pick an element" });
    const listed = dialog.getByRole("list", { name: "Elements of the page" });
    await listed.getByText('role=button[name="Help"]').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByTitle('role=button[name="Log in"]').click();
    const selector = page.getByLabel("Selector");
    expect(await selector.inputValue()).toBe('role=button[name="Log in"]');
    await page.getByRole("button", { name: "Pick element" }).click();
    await dialog.getByLabel("Search elements").fill("help");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await selector.inputValue()).toBe('role=button[name="Help"]');
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("2 of 2 steps passed").waitFor({ timeout: RUN_MS });
    expect(pageErrors).toEqual([]);
  });

  test("editor, test and run call a step by one name", async () => {
    const journey = await createJourney(vedette, {
      name: "Names",
      steps: [
        { action: "goto", url: `${shop.url}/` },
        { action: "screenshot", label: "home", compare: true, threshold_percent: 100 },
      ],
    });
    await runToEnd(vedette, journey.id);
    shop.switches.changeLook = true;
    const { run } = await runToEnd(vedette, journey.id);
    shop.repair();
    const { page } = await openDashboard(vedette, `/journeys/${journey.id}/edit`, { browser });
    await page.getByRole("button", { name: `1. Go to URL ${shop.url}/` }).waitFor();
    await page.getByRole("button", { name: "2. Take screenshot home" }).waitFor();
    await page.goto(`/journeys/${journey.id}/runs/${run.id}`);
    await page.getByRole("button", { name: `1. Go to URL ${shop.url}/` }).waitFor();
    // A difference within the threshold of the step is no warning.
    await page.getByText(/ % differ, within 100 %$/).waitFor();
    await page.getByRole("tab", { name: /Screenshots/ }).click();
    await page.getByRole("button", { name: /2\. Take screenshot home/ }).waitFor();
    await page.goto(`/journeys/${journey.id}`);
    await page.getByRole("row", { name: /Take screenshot home/ }).waitFor();
  });

  test("a script is tested while it is edited, and the other tab says what saving does", async () => {
    const script = `import { test, expect } from "@playwright/test";
test("opens the shop", async ({ page }) => {
  await test.step("open", () => page.goto("${shop.url}/"));
  await test.step("welcome", () => expect(page.locator("h1")).toHaveText("Welcome"));
});`;
    const journey = await createJourney(vedette, { name: "By script", script });
    const { page } = await openDashboard(vedette, `/journeys/${journey.id}/edit`, { browser });
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const tested = page.getByRole("list", { name: "Steps of the test" }).getByRole("listitem");
    await page.getByText("2 of 2 steps passed").waitFor({ timeout: RUN_MS });
    expect(await tested.nth(1).textContent()).toContain("welcome");
    await page.getByRole("tab", { name: "Steps", exact: true }).click();
    await page.getByText(/Saving while this tab is open replaces the script/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Script", exact: true }).click();
    await page.getByLabel("Playwright script").waitFor();
    expect(await page.getByText(/Saving while this tab is open/).count()).toBe(0);
  });

  test("on a phone the buttons of a step stay in one row", async () => {
    const { page } = await openDashboard(vedette, "/journeys/new", { browser, viewport: PHONE });
    await page
      .getByLabel("URL")
      .fill("https://shop.example/a/long/path/to/a/page/of/the/shop?with=a&query=too");
    const labels = ["Move step 1 up", "Move step 1 down", "Duplicate step 1", "Remove step 1"];
    const boxes = await Promise.all(labels.map((name) => page.getByRole("button", { name }).boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    const width = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(width).toBe(0);
  });
});
