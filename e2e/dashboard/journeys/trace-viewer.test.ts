import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingChromium } from "../../../packages/server/test/journey-harness.ts";
import type { WebShop } from "../../../packages/server/test/servers/web-shop.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { type JourneyDashboard, startJourneyDashboard } from "../../harness/journey-dashboard.ts";
import { createJourney, runToEnd } from "../../harness/journeys.ts";
import { createLab } from "../../harness/lab.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** The trace of a real run in Playwright's viewer, and what the viewer cannot reach. */

const missing = await missingChromium();
const lab = createLab(afterAll);

describe.skipIf(missing !== null)(`the trace viewer${missing ? `: ${missing}` : ""}`, () => {
  let dashboard: JourneyDashboard | undefined;
  let vedette: Vedette;
  let shop: WebShop;
  let browser: Browser;
  let made: Promise<string> | undefined;

  beforeAll(async () => {
    dashboard = await startJourneyDashboard(lab);
    ({ vedette, shop, browser } = dashboard);
  });
  afterAll(() => dashboard?.end());

  /** The page of a run with a trace. */
  const tracedRun = () => (made ??= runWithTrace());

  async function runWithTrace(): Promise<string> {
    const journey = await createJourney(vedette, {
      name: "Traced",
      capture: { trace: "always" },
      steps: [
        { action: "goto", url: `${shop.url}/` },
        { action: "fill", selector: "[name=user]", value: "Ann" },
        { action: "click", selector: 'role=button[name="Help"]' },
      ],
    });
    const { run } = await runToEnd(vedette, journey.id);
    return `/journeys/${journey.id}/runs/${run.id}`;
  }

  async function openTrace(page: Page): Promise<Frame> {
    await page.getByRole("button", { name: "Open trace" }).click();
    const frame = await page.locator("iframe[title^='Trace viewer']").elementHandle();
    const viewer = await frame?.contentFrame();
    if (!viewer) throw new Error("the trace viewer is a frame");
    await viewer.getByText("Fill", { exact: false }).first().waitFor({ timeout: 30_000 });
    return viewer;
  }

  test("shows the actions and a snapshot of a run, inside of its page", async () => {
    const { page, pageErrors } = await openDashboard(vedette, await tracedRun(), {
      browser,
      serviceWorkers: "allow",
    });
    const viewer = await openTrace(page);
    await viewer.getByText(/^Fill/).first().click();
    const snapshot = viewer.frameLocator("iframe.snapshot-visible").first();
    await snapshot.getByText("Welcome").first().waitFor({ timeout: 30_000 });
    expect(await accessibilityViolations(page)).toEqual([]);
    // Violations of a policy are on the console. The remark about the sandbox is about every frame with an origin.
    expect(pageErrors.filter((error) => !error.includes("allow-same-origin"))).toEqual([]);
    await page.getByRole("button", { name: "Close trace" }).click();
    expect(await page.locator("iframe").count()).toBe(0);
    await page.getByRole("button", { name: "Download trace.zip" }).waitFor();
  });

  test("cannot reach the API, the dashboard or another server, even with a script of its own", async () => {
    const { page } = await openDashboard(vedette, await tracedRun(), { browser, serviceWorkers: "allow" });
    const viewer = await openTrace(page);
    const reach = (url: string) =>
      viewer.evaluate(`fetch(${JSON.stringify(url)}).then(({ status }) => String(status), () => "blocked")`);
    expect(await reach("/trace-viewer/playwright-logo.svg")).toBe("200");
    expect(await reach("/api/v1/monitors")).toBe("blocked");
    expect(await reach("/")).toBe("blocked");
    expect(await reach(`${shop.url}/`)).toBe("blocked");
    expect(await viewer.evaluate("document.cookie")).toBe("");
    expect(await viewer.evaluate("window.open('/', '_blank')")).toBeNull();
    const framed = await viewer.evaluate(`new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      document.body.append(Object.assign(document.createElement("iframe"), { src: "/monitors" }));
    })`);
    expect(framed).toBe("frame-src");
    const inline = await viewer.evaluate(`new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      document.body.append(Object.assign(document.createElement("script"), { textContent: "1" }));
    })`);
    expect(inline).toBe("script-src-elem");
  });

  test("a link to the viewer loads no trace of another server", async () => {
    const { page } = await openDashboard(vedette, "/", { browser, serviceWorkers: "allow" });
    await page.goto(`/trace-viewer/index.html?trace=${encodeURIComponent(`${shop.url}/trace.zip`)}`);
    await page.getByText(/Could not load trace/).waitFor();
    expect(shop.requests).not.toContain("GET /trace.zip");
  });

  test.each([
    ["light", undefined],
    ["dark", undefined],
    ["light", PHONE],
  ] as const)("fits the page, %s at %o", async (colorScheme, viewport) => {
    const { page } = await openDashboard(vedette, await tracedRun(), {
      browser,
      serviceWorkers: "allow",
      colorScheme,
      ...(viewport && { viewport }),
    });
    await openTrace(page);
    const width = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect([await accessibilityViolations(page), width]).toEqual([[], 0]);
  });
});
