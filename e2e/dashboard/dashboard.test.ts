import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import {
  accessibilityViolations,
  OWNER,
  openDashboard,
  PHONE,
  signUpOwner,
  watchPageErrors,
} from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Compressed script size of the first load, which a slow phone has to wait for. */
const FIRST_LOAD_BYTES_MAX = 200_000;

/** The layout around every page, in a real browser. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("the dashboard in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(() => releaseChromium(browser));

  test("shows the requested page after signing in", async () => {
    const page = await browser.newPage();
    const pageErrors = watchPageErrors(page);
    await page.goto(`${vedette.url}/monitors/new`);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Add monitor" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the sign-in page shows known notices only, never text from the URL", async () => {
    const page = await (await browser.newContext({ baseURL: vedette.url })).newPage();
    await page.goto("/#notice=no_account");
    await page.getByText("You do not have an account.").waitFor();
    await page.goto("about:blank");
    await page.goto("/#notice=Call%20555-0100%20and%20say%20your%20password");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.getByText("555-0100").count()).toBe(0);
  });

  test("the first page loads at most 200 kB of compressed script, without charts and editors", async () => {
    const context = await browser.newContext({ baseURL: vedette.url });
    const { email, password } = OWNER;
    const headers = { origin: vedette.url };
    await context.request.post("/api/auth/sign-in", { data: { email, password }, headers });
    const page = await context.newPage();
    const scripts: Promise<[name: string, bytes: number]>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      const name = new URL(response.url()).pathname;
      scripts.push(response.body().then((body) => [name, gzipSync(body).length]));
    });
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("load");
    const loaded = await Promise.all(scripts);
    expect(loaded.length).toBeGreaterThan(2);
    const bytes = loaded.reduce((sum, [, each]) => sum + each, 0);
    expect(bytes, JSON.stringify(loaded)).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
    expect(loaded.filter(([name]) => /time-series|code-mirror|recorded/.test(name))).toEqual([]);
  });

  test("adds a monitor, shows its first check and lists it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByRole("link", { name: "Add monitor" }).click();
    await page.getByLabel("Name").fill("Itself");
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Itself");
    await page.getByLabel("URL").fill(`${vedette.url}/healthz`);
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Itself is being monitored").waitFor();
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("row", { name: /Itself/ }).waitFor();
    // The browser itself logs the rejected form submission.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)(
    "the list meets WCAG 2.2 AA and the Content-Security-Policy, %s at %o",
    async (colorScheme, viewport) => {
      const size = viewport && { viewport };
      const { page, pageErrors } = await openDashboard(vedette, "/monitors", {
        browser,
        colorScheme,
        ...size,
      });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("table").waitFor();
      const width = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([await accessibilityViolations(page), pageErrors, width]).toEqual([[], [], 0]);
    },
  );

  test("the command palette opens a page, and ? shows the shortcuts", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors", { browser });
    await page.getByRole("table").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill("new mon");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Add monitor" }).waitFor();
    await page.getByRole("heading", { name: "Add monitor" }).click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("an expired session does not lose form input", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name").fill("Typed before");
    await page.getByLabel("URL").fill(`${vedette.url}/healthz`);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Add and check" }).click();
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    await dialog.getByLabel("Password").fill(OWNER.password);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Typed before is being monitored").waitFor();
  });
});
