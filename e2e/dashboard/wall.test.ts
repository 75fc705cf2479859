import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitors } from "../harness/monitors.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The wall in a real browser: no scrolling at any size, the worst first. */

const lab = createLab(afterAll);
const COUNT = 60;

describe.skipIf(!CHROMIUM_PATH)("wall mode", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([lab.start({ dataDir: await lab.newDataDir() }), startTarget()]);
    await signUpOwner(vedette);
    browser = await launchChromium();
    const made = await vedette.request("POST", "/api/v1/groups", { name: "Web" });
    const group_id = (made.body as { data: { id: string } }).data.id;
    const url = target.url();
    await createMonitors(vedette, [
      { name: "Broken", type: "url", url: "http://127.0.0.1:9/", interval: 60, tags: ["prod"], group_id },
      ...Array.from({ length: COUNT - 1 }, (_, index) => ({
        name: `Service ${index}`,
        url,
        interval: 60,
        tags: index < 3 ? ["prod"] : [],
      })),
    ]);
    const { body } = await vedette.request("GET", "/api/v1/targets");
    for (const { id } of (body as { data: { id: string }[] }).data)
      await vedette.request("POST", `/api/v1/monitors/${id}/check`);
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  /** Signed in as the owner, on the wall. */
  async function openWall(query: string, options: Parameters<Browser["newContext"]>[0] = {}) {
    const opened = await openDashboard(vedette, "/", { browser, ...options });
    await opened.page.goto(`/wall${query}`);
    await tiles(opened.page).first().waitFor();
    return opened;
  }
  const tiles = (page: Page) =>
    page.getByRole("list", { name: "Targets, worst first" }).getByRole("listitem");
  /** What sticks out of the window, in pixels; and the names that do not fit into their tiles. */
  const overflow = (page: Page) =>
    page.evaluate<[number, number, number]>(`[
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
      [...document.querySelectorAll("main li > div")].filter((tile) => tile.scrollHeight > tile.clientHeight + 1).length,
    ]`);

  test.each([
    ["phone", PHONE],
    ["small", { width: 320, height: 256 }],
    ["laptop", { width: 1_280, height: 800 }],
    ["hd", { width: 1_920, height: 1_080 }],
    ["4k", { width: 3_840, height: 2_160 }],
    ["portrait", { width: 1_080, height: 1_920 }],
  ] as const)(
    "fits into a screen of any size without scrolling, the worst first: %s",
    async (name, viewport) => {
      const { page, pageErrors } = await openWall("", { viewport, colorScheme: "dark" });
      await expect.poll(() => tiles(page).first().textContent()).toMatch(/^Broken.*Down/);
      expect(await overflow(page)).toEqual([0, 0, 0]);
      expect(await page.getByRole("navigation").count()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/wall-${name}.png` });
      expect(pageErrors).toEqual([]);
    },
  );

  test("shows pages in turn if there are more than fit, and all targets are on them", async () => {
    const { page } = await openWall("?rotate=3", { viewport: { width: 1_280, height: 800 } });
    const names = new Set<string>();
    await expect
      .poll(
        async () => {
          for (const text of await tiles(page).locator("p:first-child").allTextContents()) names.add(text);
          return names.size;
        },
        { timeout: 60_000 },
      )
      .toBe(COUNT);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /Stop changing pages/, pressed: true }).waitFor();
  });

  test("is narrowed by tag and by group, with tiles as large as the screen allows", async () => {
    const { page } = await openWall("?tag=prod", { viewport: { width: 1_920, height: 1_080 } });
    await expect.poll(() => tiles(page).count()).toBe(4);
    const box = await tiles(page).first().boundingBox();
    expect(box?.width).toBeGreaterThan(900);
    const size = await page.evaluate<number>(
      'Number.parseFloat(getComputedStyle(document.querySelector("main li p")).fontSize)',
    );
    expect(size).toBeGreaterThan(60);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/wall-tag.png` });
    await page.goto("/wall?group=Web");
    await expect.poll(() => tiles(page).allTextContents()).toEqual([expect.stringMatching(/^Broken/)]);
    await page.goto("/wall?group=unknown");
    await page.getByText("No targets match.").waitFor();
  });

  test("keeps the screen on, Escape leaves, and a lost connection is shown", async () => {
    const { page } = await openDashboard(vedette, "/", { browser });
    await page.addInitScript(`
      globalThis.locks = 0;
      Object.defineProperty(navigator, "wakeLock", { value: {
        request: async () => { globalThis.locks += 1; return { release: async () => { globalThis.locks -= 1; } }; },
      } });
    `);
    await page.goto("/wall");
    await tiles(page).first().waitFor();
    await expect.poll(() => page.evaluate<number>("globalThis.locks")).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await expect.poll(() => page.evaluate<number>("globalThis.locks")).toBe(0);
    await page.goBack();
    await tiles(page).first().waitFor();
    // The last test: the others need the server.
    await vedette.kill9();
    await page.getByText(/Connection lost at .* The statuses are old\./).waitFor({ timeout: 60_000 });
    expect(await accessibilityViolations(page)).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/wall-lost.png` });
  });
});
