import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHROMIUM_PATH } from "../../harness/chromium.ts";
import { accessibilityViolations } from "../../harness/dashboard.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { listsLab, menuItem, rowMenu } from "./lists-lab.ts";

/** Changes of one or many targets in their lists. In the order of the file. */
describe.skipIf(!CHROMIUM_PATH)("changes of targets in their lists, in Chromium", () => {
  const lab = listsLab(enterSharedVedette);
  const { create, get, named, open, setEnabled } = lab;

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
    await expect.poll(async () => (await named("Buy")).group_id).toBe(lab.shop);
    for (const name of ["Alpha", "Zulu", "Buy"])
      expect(await named(name)).toMatchObject({ interval_seconds: 900, group_id: lab.shop });
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("targets are added to a rule and removed from it, unless the rule selects them by a tag", async () => {
    const rule = { type: "consecutive_failures", params: { threshold: 3 } };
    await create("alerts/rules", { ...rule, name: "Prod", selector: { tags: { any: ["prod"] } } });
    const listed = { targets: [(await named("Alpha")).id] };
    const id = await create("alerts/rules", { ...rule, name: "Listed", selector: listed });
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
    const hits = lab.target.hits("/");
    const bar = page.getByRole("region", { name: "Selected monitors" });
    await bar.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Started 16 monitors.").waitFor();
    await expect.poll(() => lab.target.hits("/")).toBeGreaterThanOrEqual(hits + 16);
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
});
