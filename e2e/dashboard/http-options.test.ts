import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { getMonitor } from "../harness/monitors.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** The options of an HTTP monitor in its form, in a real browser. */

describe.skipIf(!CHROMIUM_PATH)("the options of an HTTP monitor", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    target.answerWith(401);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  const isWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

  async function openForm(options: object = {}) {
    const dashboard = await openDashboard(vedette, "/monitors/new", { browser, ...options });
    const { page } = dashboard;
    await page.getByLabel("URL", { exact: true }).fill(target.url());
    await page.getByText("Advanced", { exact: true }).click();
    return dashboard;
  }

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
  ])("are accessible and fit: %s", async (_name, options) => {
    const { page, pageErrors } = await openForm(options);
    await page.getByRole("tab", { name: "Auth" }).click();
    const authentication = page.getByLabel("Authentication");
    for (const type of [
      "Basic (user and password)",
      "OAuth 2 client credentials",
      "Client certificate (mTLS)",
    ]) {
      await authentication.selectOption(type);
      expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    }
    await page.getByRole("tab", { name: "Connection" }).click();
    await page.getByLabel("Proxy", { exact: true }).fill("http://proxy.example:3128");
    await page.getByLabel("Proxy user").waitFor();
    await page.getByRole("button", { name: "Add DNS override" }).click();
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    expect(pageErrors).toEqual([]);
  });

  test("are saved, shown on the page of the monitor, and open again in the form", async () => {
    const { page } = await openForm();
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await page.getByRole("tab", { name: "Connection" }).click();
    await page.getByLabel("Accepted statuses").fill("200-299, 401");
    await page.getByLabel("IP version").selectOption("IPv4 only");
    await page.getByLabel("Maximum redirects").fill("3");
    await page.getByRole("tab", { name: "Timeout and retries" }).click();
    await page.getByLabel("Retry interval").fill("5");
    await page.getByLabel("Retry backoff").selectOption("exponential");
    await page.getByRole("tab", { name: "Auth" }).click();
    await page.getByLabel("Authentication").selectOption("digest");
    await page.getByLabel("User", { exact: true }).fill("ann");
    await page.getByLabel("Password", { exact: true }).fill("p");
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Responded 401").waitFor();
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.waitForURL(/\/monitors\/[0-9a-f-]{36}/);
    const id = page.url().split("/").at(-1)?.split("?")[0] ?? "";
    expect(await getMonitor(vedette, id)).toMatchObject({
      ...{ accept_statuses: ["200-299", 401], ip_family: 4, max_redirects: 3 },
      auth: { type: "digest", username: "ann", password: "p" },
      retry: { count: 1, interval_seconds: 5, backoff: "exponential" },
    });
    await page.getByText("200-299, 401").waitFor();
    await page.getByText("1, exponential 5 s apart").waitFor();
    await page.goto(`/monitors/${id}/edit`);
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByRole("tab", { name: "Connection (set)" }).click();
    expect(await page.getByLabel("Accepted statuses").inputValue()).toBe("200-299, 401");
    await page.getByRole("tab", { name: "Auth (set)" }).click();
    expect(await page.getByLabel("User", { exact: true }).inputValue()).toBe("ann");
  });

  test("name the field that is wrong", async () => {
    const { page } = await openForm();
    await page.getByLabel("Name", { exact: true }).fill("Wrong");
    await page.getByRole("tab", { name: "Connection" }).click();
    await page.getByLabel("Accepted statuses").fill("2xx");
    await page.getByLabel("Proxy", { exact: true }).fill("proxy.example:3128");
    await page.getByRole("tab", { name: "Auth" }).click();
    await page.getByLabel("Authentication").selectOption("mtls");
    await page.getByLabel("Private key").fill("-----BEGIN PRIVATE KEY-----");
    await page.getByRole("tab", { name: "Query" }).click();
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByRole("tab", { name: "Connection invalid" }).click();
    await page.getByText(/^Each accepted status must be a status such as 401/).waitFor();
    await page.getByText(/^The proxy must be the URL of a proxy/).waitFor();
    await page.getByRole("tab", { name: "Auth invalid" }).click();
    await page.getByText(/^The private key must be a reference to a secret variable/).waitFor();
    await page.getByText(/^The certificate must be a certificate in PEM/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
