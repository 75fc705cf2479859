import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The reference page, in a real browser. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("/docs in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  /** Swagger UI takes seconds to show 300 operations, so the tests use one page. */
  let page: Page;
  const pageErrors: string[] = [];
  const asked = new Set<string>();

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    browser = await launchChromium({ optimizesScripts: true });
    page = await browser.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) pageErrors.push(message.text());
    });
    page.on("pageerror", (error) => pageErrors.push(error.message));
    page.on("requestfailed", (request) => pageErrors.push(`${request.url()} failed`));
    page.on("response", (response) => {
      if (response.status() >= 400) pageErrors.push(`${response.url()} answered ${response.status()}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) asked.add(new URL(request.url()).origin);
    });
    await page.goto(`${vedette.url}/docs`, { waitUntil: "networkidle" });
  });
  afterAll(() => releaseChromium(browser));

  test("shows every operation without an error and without external requests", async () => {
    const response = await fetch(`${vedette.url}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, object> };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    await expect.poll(() => operationsShown(page)).toEqual(operations.sort());
    expect(await page.title()).toContain("Vedette");
    expect(pageErrors).toEqual([]);
    expect([...asked]).toEqual([vedette.url]);
  });

  test("makes a request with the key that a person enters", async () => {
    await page.evaluate("scrollTo(0, 0)");
    await page.getByRole("button", { name: "Authorize" }).first().click();
    // Beside the session's cookie, which the browser sends by itself.
    const bearer = page.locator(".auth-container", { has: page.locator("#auth-bearer-value") });
    await bearer.locator("input").fill(vedette.key);
    await bearer.locator("button[type=submit]").click();
    await page.locator(".btn-done").first().click();
    const operation = page.getByText("List monitors", { exact: true }).first();
    while ((await operation.count()) === 0 && (await scrollOn(page)));
    await operation.click();
    const answer = page.waitForResponse((response) => response.url().includes("/api/v1/monitors"));
    await page.getByRole("button", { name: "Execute" }).click();
    expect((await answer).status()).toBe(200);
  });
});

/** The operations that the page shows from its top to its end. Swagger UI adds them while the page is scrolled. */
async function operationsShown(page: Page): Promise<string[]> {
  const shown = new Set<string>();
  const summaries = page.locator(".opblock-summary");
  do {
    const inView = await summaries.evaluateAll((all) =>
      all.map((one) => {
        const [method, path] = ["method", "path"].map((part) =>
          one.querySelector(`.opblock-summary-${part}`),
        );
        return `${method?.textContent} ${path?.getAttribute("data-path")}`;
      }),
    );
    for (const operation of inView) shown.add(operation);
  } while (await scrollOn(page));
  return [...shown].sort();
}

/** Scrolls by half of the window. Returns false at the end of the page. */
function scrollOn(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(async () => {
    const before = scrollY;
    scrollBy(0, innerHeight / 2);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return scrollY !== before;
  })()`);
}
