import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { OWNER, openDashboard, PHONE, watchPageErrors } from "../harness/dashboard.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The dashboard on a slow network, and after it has lost the connection. */

/** 2 s of latency and 50 kB/s, as the preset "Slow 3G" of Chromium's developer tools. */
const SLOW = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A good score by web.dev/cls. */
const LAYOUT_SHIFT_MAX = 0.1;

/** Records in the page, before anything of it loads, in which frames it had no text, and how much its layout shifted. */
const RECORDER = `
  const recorded = (window.recorded = { blankFrames: 0, frames: 0, shift: 0 });
  const onFrame = () => {
    recorded.frames += 1;
    if (!document.body || document.body.innerText.trim() === "") recorded.blankFrames += 1;
    requestAnimationFrame(onFrame);
  };
  document.addEventListener("readystatechange", () => requestAnimationFrame(onFrame), { once: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) recorded.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

describe.skipIf(!CHROMIUM_PATH)("the dashboard on a bad network", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  async function signedIn(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: vedette.url, ...options });
    const { email, password } = OWNER;
    const headers = { origin: vedette.url };
    await context.request.post("/api/auth/sign-in", { data: { email, password }, headers });
    return context;
  }

  async function slowPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW);
    await page.addInitScript(RECORDER);
    return page;
  }

  test.concurrent.for([
    ["a desktop", {}],
    ["a phone in the dark", { viewport: PHONE, colorScheme: "dark" as const }],
  ] as const)("shows a skeleton at once and is never blank, on %s", async ([, options], { expect }) => {
    const page = await slowPage(await signedIn(options));
    const pageErrors = watchPageErrors(page);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByText("Loading …").first().waitFor();
    // The script of the app has not arrived, so this is painted by the page itself.
    expect(await page.locator("#app").innerHTML()).toBe("");
    const painted = "performance.getEntriesByName('first-contentful-paint').length";
    await expect.poll(() => page.evaluate(painted)).toBe(1);
    expect(await page.locator("#app").innerHTML()).toBe("");
    await page.getByRole("heading", { level: 1 }).waitFor({ timeout: 110_000 });
    expect(await page.locator("#skeleton").isVisible()).toBe(false);
    const recorded = await page.evaluate<{ blankFrames: number; shift: number }>("recorded");
    expect(recorded.blankFrames).toBe(0);
    expect(recorded.shift).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
    expect(pageErrors).toEqual([]);
    await page.context().close();
  });

  test("paints the skeleton in the stored theme, not in that of the system", async () => {
    const context = await signedIn({ colorScheme: "light" });
    await context.addInitScript("localStorage.setItem('vedette.theme', 'dark')");
    const page = await slowPage(context);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByText("Loading …").first().waitFor();
    expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
    expect(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe(
      "rgb(14, 19, 25)",
    );
    await context.close();
  });

  test.each([
    ["a desktop", {}],
    ["a phone", { viewport: PHONE }],
  ])("says on %s that the data is not live, and since when", async (_name, options) => {
    const { page } = await openDashboard(vedette, "/monitors", { browser, ...options });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const note = page.getByRole("status").filter({ hasText: /^As of .*, not live\. Reconnecting …$/ });
    for (const path of ["/monitors", "/alerts/rules"]) {
      await page.goto(path);
      const before = await page.getByRole("heading", { level: 1 }).boundingBox();
      await expect.poll(() => page.getByText("Live", { exact: true }).count()).toBe(1);
      await page.context().setOffline(true);
      await note.waitFor();
      // It takes no space of its own.
      expect(await page.getByRole("heading", { level: 1 }).boundingBox()).toEqual(before);
      await page.context().setOffline(false);
      await note.waitFor({ state: "detached" });
    }
  });
});
