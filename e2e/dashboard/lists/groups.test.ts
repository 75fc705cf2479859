import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Lists and the overview by group, as a person sees them in one browser and then in another. In the order of the file. */

const lab = createLab(afterAll);
/** Journeys, and as many monitors; requests at a time. */
const [MANY, BATCH] = [250, 10];

describe.skipIf(!CHROMIUM_PATH)("lists by group", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shop = "";
  let checkout = "";

  beforeAll(async () => {
    const dataDir = await lab.newDataDir();
    [vedette, target] = await Promise.all([lab.start({ dataDir }), startTarget()]);
    await signUpOwner(vedette);
    browser = await launchChromium();
    shop = await create("groups", { name: "Shop" });
    checkout = await create("groups", { name: "Checkout", parent_id: shop });
    await create("groups", { name: "Without targets" });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  async function create(path: string, body: object): Promise<string> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data.id;
  }
  const monitor = (name: string, groupId: string | null) =>
    create("monitors", { name, type: "url", url: target.url("/"), interval: 3_600, group_id: groupId });
  const journey = (name: string, groupId: string | null) =>
    create("journeys", { name, interval_seconds: null, group_id: groupId });
  const header = (page: Page, name: RegExp) => page.getByRole("button", { name }).first();
  const rowNames = (page: Page) => page.getByRole("rowheader").getByRole("link").allTextContents();

  /** As the server has them. */
  async function preferencesIn(page: Page): Promise<{ collapsed_groups: string[] }> {
    return (await (await page.request.get("/api/v1/user/preferences")).json()).data;
  }

  test("without a target there is nothing to arrange", async () => {
    for (const path of ["/monitors", "/journeys"]) {
      const { page, pageErrors } = await openDashboard(vedette, path, { browser });
      await page.getByRole("heading", { name: /^Monitor your first/ }).waitFor();
      expect(await page.getByLabel("Group by").count()).toBe(0);
      expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
    }
  });

  test("a group is collapsed with the keyboard, and stays so in another browser and another list", async () => {
    await monitor("Home", shop);
    await monitor("Pay", checkout);
    await monitor("Alone", null);
    await journey("Buy", checkout);
    await journey("Read", null);
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByLabel("Group by").selectOption("group");
    await header(page, /^Shop/).waitFor();
    await expect.poll(() => rowNames(page)).toEqual(["Home", "Pay", "Alone"]);
    expect(await page.getByText("Without targets").count()).toBe(0);
    const button = header(page, /^Shop/);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Shop/, expanded: false }).waitFor();
    expect(await rowNames(page)).toEqual(["Alone"]);
    // The focus stays on the button.
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Shop/, expanded: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Shop/, expanded: false }).waitFor();
    expect(await rowNames(page)).toEqual(["Alone"]);
    await expect.poll(async () => (await preferencesIn(page)).collapsed_groups).toEqual([shop]);
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);

    const other = await openDashboard(vedette, "/monitors", { browser });
    await header(other.page, /^Shop/).waitFor();
    expect(await rowNames(other.page)).toEqual(["Alone"]);
    await other.page.goto("/journeys");
    await other.page.getByRole("link", { name: "Buy" }).waitFor();
    await other.page.getByLabel("Group by").selectOption("group");
    await other.page.getByRole("button", { name: /^No group/ }).waitFor();
    expect(await rowNames(other.page)).toEqual(["Read"]);
    await header(other.page, /^Shop/).click();
    await other.page.getByRole("button", { name: /^Checkout in Shop/ }).waitFor();
    expect(await rowNames(other.page)).toEqual(["Buy", "Read"]);
  });

  test("a status change is shown in the header of the group, and a filter leaves out the others", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    const row = page.getByRole("row").filter({ has: header(page, /^Shop/) });
    await row.getByText("2 up").waitFor();
    const answer = await vedette.request("PUT", `/api/v1/monitors/${await idOf("Pay")}`, { enabled: false });
    expect(answer.status).toBe(200);
    await row.getByText("1 up, 1 paused").waitFor();
    await page.getByRole("searchbox").fill("alone");
    await header(page, /^Shop/).waitFor({ state: "detached" });
    expect(await rowNames(page)).toEqual(["Alone"]);
    expect(pageErrors).toEqual([]);
  });

  async function idOf(name: string): Promise<string> {
    const { body } = await vedette.request("GET", `/api/v1/targets?q=${name}`);
    return (body as { data: { id: string }[] }).data[0]?.id ?? "";
  }

  test("hundreds of targets are all in their groups, and only those in sight are rendered", async () => {
    // A server that gets hundreds of requests at once refuses some, if the machine is busy.
    for (let from = 0; from < MANY; from += BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, at) => from + at);
      await Promise.all(numbers.map((nr) => monitor(`Many ${nr}`, nr % 2 === 0 ? shop : null)));
      await Promise.all(numbers.map((nr) => journey(`Visit ${nr}`, checkout)));
    }
    const { page, pageErrors } = await openDashboard(vedette, "/journeys", { browser });
    await page.getByText("251 pending").first().waitFor();
    // The list loads the rest of its pages while the first is shown.
    await page.locator('table[aria-rowcount="256"]').waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.goto("/");
    const groups = page.getByRole("region", { name: "Uptime by group, last 90 days" });
    await groups.getByRole("link", { name: "Shop" }).waitFor();
    // Groups in it are on its page.
    expect(await groups.getByRole("link", { name: "Checkout" }).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)("every list keeps to WCAG 2.2 AA and fits, %s at %j", async (colorScheme, viewport) => {
    const settings = { browser, colorScheme, ...(viewport && { viewport }) };
    const lists_by_group = ["monitors", "journeys"];
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", settings);
    await page.request.put("/api/v1/user/preferences", {
      data: { lists_by_group },
      headers: { origin: vedette.url },
    });
    for (const path of ["/", "/monitors", "/journeys"]) {
      await page.goto(path);
      const shown = path === "/" ? page.getByRole("link", { name: "Shop" }) : header(page, /^Shop/);
      await shown.first().waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([path, overflow]).toEqual([path, 0]);
    }
    expect(pageErrors).toEqual([]);
  });
});
