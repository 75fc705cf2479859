import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHROMIUM_PATH } from "../harness/chromium.ts";
import { accessibilityViolations, PHONE } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { DESKTOP, listsLab, menuItem, rowMenu } from "./lists/lists-lab.ts";

/** The lists of targets: order, filters, columns and views. In the order of the file. */
describe.skipIf(!CHROMIUM_PATH)("lists of targets in Chromium", () => {
  const lab = listsLab(enterSharedVedette);
  const { create, get, monitor, named, open, setEnabled } = lab;
  const names = (page: Page) => page.getByRole("rowheader").getByRole("link").allTextContents();
  const sortBy = (page: Page, column: string) =>
    page.getByRole("columnheader", { name: column }).getByRole("button").click();

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
    lab.target.answerWith(500);
    await lab.vedette.request("POST", `/api/v1/monitors/${(await named("Monitor 15")).id}/check`);
    lab.target.answerWith(200);
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
