import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The lists of targets: order, filters, columns, views and changes of many targets. In the order of the file. */

const JOURNEY = { steps: [{ action: "goto", url: "http://127.0.0.1:9/" }], interval_seconds: null };
const DESKTOP = { width: 1280, height: 800 };

describe.skipIf(!CHROMIUM_PATH)("lists of targets in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shop = "";

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    browser = await launchChromium();
    shop = await create("groups", { name: "Shop" });
    for (let index = 0; index < 16; index += 1) await monitor(`Monitor ${String(index).padStart(2, "0")}`);
    await monitor("Alpha", { tags: ["prod", "eu"], owner: "Web team", group_id: shop, interval: 7_200 });
    await monitor("Zulu", { tags: ["prod"] });
    await create("journeys", { ...JOURNEY, name: "Buy", tags: ["prod"] });
    await create("api-monitors", { name: "Orders", enabled: false, steps: [{ url: target.url() }] });
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
  const monitor = (name: string, fields: object = {}) =>
    create("monitors", { name, type: "url", url: target.url("/"), interval: 3_600, ...fields });
  async function get<T>(path: string): Promise<T> {
    return ((await vedette.request("GET", `/api/v1/${path}`)).body as { data: T }).data;
  }
  async function named(name: string): Promise<Record<string, unknown>> {
    const matching = await get<Record<string, unknown>[]>(`targets?q=${encodeURIComponent(name)}`);
    const found = matching.find((one) => one.name === name);
    if (!found) throw new Error(`no target ${name}`);
    return found;
  }
  async function setEnabled(monitors: readonly string[], enabled: boolean): Promise<void> {
    for (const name of monitors)
      await vedette.request("PUT", `/api/v1/monitors/${(await named(name)).id}`, { enabled });
  }
  const open = (path: string, options: object = {}) =>
    openDashboard(vedette, path, { browser, viewport: DESKTOP, ...options });
  const names = (page: Page) => page.getByRole("rowheader").getByRole("link").allTextContents();
  const sortBy = (page: Page, column: string) =>
    page.getByRole("columnheader", { name: column }).getByRole("button").click();
  const menuItem = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
  const rowMenu = (page: Page, name: string) => page.getByRole("button", { name: `Actions for ${name}` });

  test("at 1280 × 800 at least 12 rows are visible, none higher than 48 px", async () => {
    const { page, pageErrors } = await open("/monitors");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    await page.getByRole("img", { name: "Latest checks of Alpha" }).waitFor();
    const boxes = await boxesOf(page.locator("main tbody tr"));
    expect(boxes.filter(({ bottom }) => bottom <= DESKTOP.height).length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(48);
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });

  test("headers sort in both directions, and the order is announced and in the address", async () => {
    const { page } = await open("/monitors");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "Status" }).getAttribute("aria-sort")).toBe(
      "ascending",
    );
    await sortBy(page, "Name");
    await page.waitForURL(/sort=name/);
    expect(await names(page)).toEqual((await names(page)).toSorted());
    await sortBy(page, "Name");
    await page.waitForURL(/sort=-name/);
    expect((await names(page))[0]).toBe("Zulu");
    expect(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await page.reload();
    await page.getByRole("link", { name: "Zulu" }).waitFor();
    expect((await names(page))[0]).toBe("Zulu");
  });

  test("rows stay in place while the pointer is in the table, and one button shows the new order", async () => {
    await setEnabled(["Alpha", "Zulu"], true);
    const { page } = await open("/monitors");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    const before = await names(page);
    await page.getByRole("row", { name: /Alpha/ }).hover();
    await setEnabled(["Zulu"], false);
    await page.getByRole("row", { name: /Zulu/ }).getByText("Paused").waitFor();
    await setEnabled(["Alpha"], false);
    await page.getByText("1 change", { exact: true }).waitFor();
    expect(await names(page)).toEqual(before);
    const refresh = page.getByRole("button", { name: "Refresh", exact: true });
    await refresh.hover();
    // The pointer left the rows for the button, which must not lose it.
    expect(await names(page)).toEqual(before);
    await refresh.click();
    await expect.poll(async () => (await names(page)).slice(-2)).toEqual(["Alpha", "Zulu"]);
    // Outside of the table the order follows at once.
    await page.mouse.move(5, 5);
    await setEnabled(["Alpha"], true);
    await expect.poll(async () => (await names(page)).at(-1)).toBe("Zulu");
    await expect.poll(async () => (await names(page)).at(-2)).not.toBe("Alpha");
    await setEnabled(["Zulu"], true);
  });

  test("bars: failures are the highest, arrow keys in the row show each check, and they are no tab stop", async () => {
    await expect.poll(async () => (await named("Monitor 15")).status).toBe("up");
    target.answerWith(500);
    await vedette.request("POST", `/api/v1/monitors/${(await named("Monitor 15")).id}/check`);
    target.answerWith(200);
    const { page } = await open("/monitors?q=Monitor 15");
    const bars = page.getByRole("img", { name: /^Latest checks of Monitor 15: Down, .* 1 of \d+ down\.$/ });
    await bars.waitFor();
    const heights = await bars.evaluate((strip) =>
      [...strip.querySelectorAll("span > span")].map((bar) => bar.getBoundingClientRect().height),
    );
    expect(heights.at(-1)).toBe(Math.max(...heights));
    expect(heights.at(-1)).toBeGreaterThan(heights[0] ?? 0);
    await page.getByRole("link", { name: "Monitor 15" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page
      .getByRole("tooltip")
      .getByText(/^Down, .*500/)
      .waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tooltip").getByText(/^Up, /).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    expect(await rowMenu(page, "Monitor 15").evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    const forced = await open("/monitors?q=Monitor 15", { forcedColors: "active" });
    const forcedBars = forced.page.getByRole("img", { name: /^Latest checks of Monitor 15/ });
    await forcedBars.waitFor();
    const colors = await forced.page.evaluate<string[]>(
      `[document.querySelector("main tbody [role=img] span > span"), document.body].map((part) => getComputedStyle(part).backgroundColor)`,
    );
    expect(colors[0]).not.toBe(colors[1]);
  });

  test("filters by several tags, owner, and rules that cover nothing, and clears them", async () => {
    const { page, pageErrors } = await open("/targets");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    const panel = page.getByRole("dialog", { name: "Filter" });
    await panel.getByRole("checkbox", { name: "prod" }).check();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["Alpha", "Buy", "Zulu"]);
    await panel.getByRole("checkbox", { name: "eu", exact: true }).check();
    await panel.getByRole("checkbox", { name: "Has all of these tags" }).check();
    await expect.poll(() => names(page)).toEqual(["Alpha"]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole("checkbox", { name: "Has all of these tags" }).uncheck();
    await panel.getByRole("checkbox", { name: "Web team" }).check();
    await expect.poll(() => names(page)).toEqual(["Alpha"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("link", { name: "Zulu" }).waitFor();
    const rule = { name: "Prod", type: "consecutive_failures", params: { threshold: 2 } };
    await create("alerts/rules", { ...rule, selector: { tags: { any: ["prod"] } } });
    await page.goto("/targets?covered=false&tag=prod");
    await page.getByText("No target matches.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    await page.goto("/targets?covered=false");
    await page.getByRole("link", { name: "Orders" }).waitFor();
    expect(await names(page)).not.toContain("Alpha");
    expect(pageErrors).toEqual([]);
  });

  test("columns and grouping are kept for the person, also in another browser", async () => {
    const { page } = await open("/monitors");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    const panel = page.getByRole("dialog", { name: "Columns" });
    const latest = panel.getByRole("checkbox", { name: "Latest checks" });
    await panel.getByRole("checkbox", { name: "Owner" }).click();
    await latest.click();
    await expect.poll(() => latest.isChecked()).toBe(false);
    await page.getByRole("columnheader", { name: "Owner" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Group by").selectOption("tag");
    await page.getByRole("button", { name: "No tag" }).waitFor();
    expect(await page.getByRole("link", { name: "Alpha" }).count()).toBe(2);
    await expect
      .poll(async () => (await (await page.request.get("/api/v1/user/preferences")).json()).data)
      .toMatchObject({
        lists_by_tag: ["monitors"],
        list_columns: { monitors: expect.arrayContaining(["owner"]) },
      });
    const other = await open("/monitors");
    await other.page.getByRole("columnheader", { name: "Owner" }).waitFor();
    await other.page.getByRole("button", { name: "prod", expanded: true }).click();
    await expect.poll(() => other.page.getByRole("link", { name: "Zulu" }).count()).toBe(0);
    expect(await accessibilityViolations(other.page)).toEqual([]);
    await other.page.getByRole("button", { name: "Columns" }).click();
    await other.page.getByRole("button", { name: "Reset columns" }).click();
    await other.page.keyboard.press("Escape");
    await other.page.getByLabel("Group by").selectOption("none");
    await other.page.getByRole("columnheader", { name: "Latest checks" }).waitFor();
    // Saved before the page closes: the next tests have lists without groups.
    await expect
      .poll(async () => (await (await page.request.get("/api/v1/user/preferences")).json()).data.lists_by_tag)
      .toEqual([]);
  });

  test("a view is saved, shared, opened by its link, changed and deleted", async () => {
    const { page, pageErrors } = await open("/monitors?tag=prod&sort=-name");
    await expect.poll(() => names(page)).toEqual(["Zulu", "Alpha"]);
    await page.getByRole("button", { name: "Views" }).click();
    await menuItem(page, "Save as new view …").click();
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await dialog.getByLabel("Name").fill("Production");
    await dialog.getByLabel("Share with the organization").check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("button", { name: "Production" }).waitFor();
    const [view] = await get<{ id: string }[]>("views");
    expect(view).toMatchObject({
      name: "Production",
      shared: true,
      filters: { tag: ["prod"] },
      sort: "-name",
    });
    await page.goto(`/monitors?view=${view?.id}`);
    await expect.poll(() => names(page)).toEqual(["Zulu", "Alpha"]);
    await sortBy(page, "Name");
    await page.getByText("(changed)").waitFor();
    await page.getByRole("button", { name: "Production" }).click();
    await menuItem(page, "Save changes").click();
    await page.getByText("(changed)").waitFor({ state: "detached" });
    expect(await get<object[]>("views")).toMatchObject([{ sort: "name" }]);
    await page.getByRole("button", { name: "Production" }).click();
    await menuItem(page, "Delete view …").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Views" }).waitFor();
    expect(await get("views")).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("interval, group and owner of several targets are changed with one request each", async () => {
    const { page, pageErrors } = await open("/targets?tag=prod");
    for (const name of ["Alpha", "Zulu", "Buy"]) await page.getByLabel(`Select ${name}`).check();
    const bar = page.getByRole("region", { name: "Selected targets" });
    const change = async (item: string, fill: (dialog: Locator) => Promise<unknown>) => {
      await bar.getByRole("button", { name: "Change" }).click();
      await menuItem(page, item).click();
      await fill(page.getByRole("dialog"));
      await page.getByRole("dialog").getByRole("button", { name: "Change 3 targets" }).click();
    };
    const seconds = page.getByRole("dialog").getByLabel("Seconds between checks");
    await change("Interval …", async (dialog) => {
      await dialog.getByLabel("Interval").selectOption({ label: "Custom …" });
      await seconds.fill("often");
    });
    await page
      .getByRole("dialog")
      .getByText(/^The interval /)
      .waitFor();
    await page.getByRole("dialog").getByLabel("Interval").selectOption({ label: "Every 15 min" });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Change 3 targets" }).click();
    await page.getByText("Changed 3 targets.").waitFor();
    // The selection is cleared when the list is read again.
    await bar.waitFor({ state: "detached" });
    for (const name of ["Alpha", "Zulu", "Buy"]) await page.getByLabel(`Select ${name}`).check();
    await change("Group …", (dialog) => dialog.getByLabel("Group").selectOption({ label: "Shop" }));
    await expect.poll(async () => (await named("Buy")).group_id).toBe(shop);
    for (const name of ["Alpha", "Zulu", "Buy"])
      expect(await named(name)).toMatchObject({ interval_seconds: 900, group_id: shop });
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("targets are added to a rule and removed from it, unless the rule selects them by a tag", async () => {
    const params = { threshold: 3 };
    const listed = { targets: [(await named("Alpha")).id] };
    const id = await create("alerts/rules", {
      name: "Listed",
      type: "consecutive_failures",
      params,
      selector: listed,
    });
    const { page } = await open("/monitors?tag=prod");
    await page.getByLabel("Select Zulu").check();
    const dialog = page.getByRole("dialog", { name: "Alert rule" });
    const openDialog = async (change: string, rule: string) => {
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await menuItem(page, "Alert rule …").click();
      await dialog.getByLabel("Change").selectOption(change);
      await dialog.getByLabel("Alert rule").selectOption(rule);
      await dialog.getByRole("button", { name: change.split(" ")[0] ?? "", exact: true }).click();
    };
    await openDialog("Add to", "Listed");
    await page.getByText("Added 1 target: Listed.").waitFor();
    const ids = [(await named("Alpha")).id, (await named("Zulu")).id];
    expect(await get(`alerts/rules/${id}`)).toMatchObject({ selector: { targets: ids } });
    await openDialog("Remove from", "Listed");
    await page.getByText("Removed 1 target: Listed.").waitFor();
    expect(await get(`alerts/rules/${id}`)).toMatchObject({ selector: { targets: ids.slice(0, 1) } });
    await openDialog("Remove from", "Prod");
    await dialog.getByText(/by group, tag or type/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("all selected are checked with one request, and a deletion names what it deletes", async () => {
    const { page } = await open("/monitors?q=Monitor");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.getByLabel("Select Monitor 00").check();
    await page.getByRole("button", { name: "Select all 16" }).click();
    const hits = target.hits("/");
    const bar = page.getByRole("region", { name: "Selected monitors" });
    await bar.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Started 16 monitors.").waitFor();
    await expect.poll(() => target.hits("/")).toBeGreaterThanOrEqual(hits + 16);
    expect(sent).toEqual(["/api/v1/targets/bulk"]);
    await bar.waitFor({ state: "detached" });
    await page.getByLabel("Select Monitor 01").check();
    await page.getByLabel("Select Monitor 02").check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("Monitor 01, Monitor 02.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /Monitor 01/ }).waitFor({ state: "detached" });
    expect(await page.getByText(/in \d+ s/).count()).toBe(0);
  });

  test.each([
    ["monitors", "Alpha", "Add and check"],
    ["api-monitors", "Orders", "Add and run"],
    ["journeys", "Buy", "Add and run"],
  ])("a target of %s is cloned from the menu of its row", async (noun, name, submit) => {
    const { page, pageErrors } = await open(`/${noun}`);
    await rowMenu(page, name).click();
    await menuItem(page, "Clone").click();
    await page.getByRole("heading", { level: 1, name: `Clone ${name}` }).waitFor();
    const field = page.getByLabel("Name", { exact: true }).first();
    expect(await field.inputValue()).toBe(`Copy of ${name}`);
    await page
      .getByRole("button", { name: new RegExp(`^${submit}`) })
      .first()
      .click();
    await expect.poll(async () => (await get<object[]>(`targets?q=Copy of ${name}`)).length).toBe(1);
    expect((await named(`Copy of ${name}`)).tags).toEqual((await named(name)).tags);
    expect(pageErrors).toEqual([]);
  });

  test("a row is paused from its menu with the keyboard", async () => {
    await setEnabled(["Alpha"], true);
    const { page } = await open("/monitors?q=Alpha&sort=name");
    await rowMenu(page, "Alpha").focus();
    await page.keyboard.press("Enter");
    await menuItem(page, "Pause").waitFor();
    // The first letter selects an item.
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await page
      .getByRole("row", { name: /^Select Alpha/ })
      .getByText("Paused")
      .waitFor();
    await expect.poll(async () => (await named("Alpha")).enabled).toBe(false);
  });

  test("500 targets scroll without rendering all rows", async () => {
    await Promise.all(Array.from({ length: 5 }, (_, part) => makeMany(part)));
    const { page, pageErrors } = await open("/monitors?sort=name");
    await page.getByRole("link", { name: "Alpha", exact: true }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.mouse.wheel(0, 100_000);
    await page.getByRole("link", { name: "Zulu" }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.getByRole("searchbox").fill("Many 4-99");
    await expect.poll(() => names(page)).toEqual(["Many 4-99"]);
    expect(pageErrors).toEqual([]);
  });

  async function makeMany(part: number): Promise<void> {
    for (let index = 0; index < 100; index += 1) await monitor(`Many ${part}-${index}`, { enabled: false });
  }

  test.each([
    ["light", PHONE],
    ["dark", DESKTOP],
  ] as const)("every list keeps to WCAG 2.2 AA and fits, %s at %j", async (colorScheme, viewport) => {
    const { page, pageErrors } = await open("/targets?tag=prod", { colorScheme, viewport });
    for (const path of ["/targets?tag=prod", "/monitors", "/api-monitors", "/journeys"]) {
      await page.goto(path);
      await page.getByRole("table").waitFor();
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([path, await accessibilityViolations(page), overflow]).toEqual([path, [], 0]);
    }
    expect(pageErrors).toEqual([]);
  });
});

async function boxesOf(rows: Locator): Promise<{ bottom: number; height: number }[]> {
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const { bottom, height } = row.getBoundingClientRect();
      return { bottom, height };
    }),
  );
}
