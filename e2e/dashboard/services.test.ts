import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redisMissing, startRedis } from "../../packages/server/test/servers/services/redis.ts";
import { createTlsFixtures } from "../../packages/server/test/tls-fixtures.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../harness/dashboard.ts";
import { listResults } from "../harness/monitors.ts";
import { enterSharedVedette } from "../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Monitors of services in a real browser, with a real Redis server. In the order of the file. */

const isMissing = !CHROMIUM_PATH || redisMissing !== null;

describe.skipIf(isMissing)(`monitors of services ${redisMissing ?? ""}`, () => {
  let vedette: Vedette;
  let browser: Browser;
  let redis: Awaited<ReturnType<typeof startRedis>>;

  beforeAll(async () => {
    const { valid } = await createTlsFixtures();
    [vedette, redis] = await Promise.all([enterSharedVedette(), startRedis(valid)]);
    for (const [name, value] of [
      ["REDIS_PASSWORD", "s3cret-redis"],
      ["WRONG_PASSWORD", "another-s3cret"],
    ])
      await vedette.request("POST", "/api/v1/variables", { name, value, type: "secret" });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await redis?.stop();
  });

  const isWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

  async function chooseType(page: Page, text: string): Promise<void> {
    await page.getByLabel(/^What to check/).click();
    await page.getByLabel("Search types").fill(text);
    await page.keyboard.press("Enter");
    await page.getByLabel("Search types").waitFor({ state: "detached" });
  }

  test.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["phone", { viewport: PHONE }],
  ])("the list of types is accessible and fits: %s", async (_name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, "/monitors/new", { browser, ...options });
    await page.getByLabel("What to check: Website or HTTP endpoint").click();
    await page.getByRole("option", { name: "gRPC health" }).waitFor();
    for (const group of ["Web", "Network", "Databases", "Mail", "Messaging", "Infrastructure"])
      expect(await page.getByText(group, { exact: true }).count()).toBeGreaterThan(0);
    expect([await accessibilityViolations(page), await isWide(page)]).toEqual([[], false]);
    await page.getByLabel("Search types").fill("no such type");
    await page.getByText("No results").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("a type is chosen by keyboard, and the focus returns to the field", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel(/^What to check/).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Search types").waitFor();
    await page.keyboard.type("mail imap");
    await page.keyboard.press("Enter");
    await page.getByLabel("What to check: IMAP server").waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')"))
      .toBe("What to check: IMAP server");
    await page.keyboard.press("Enter");
    await page.getByLabel("Search types").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Search types").waitFor({ state: "detached" });
    expect(await page.getByLabel("What to check: IMAP server").count()).toBe(1);
  });

  test("the forms of the services are accessible and fit a phone", async () => {
    const options = { browser, viewport: PHONE };
    const { page, pageErrors } = await openDashboard(vedette, "/monitors/new", options);
    await page.getByText("Advanced", { exact: true }).click();
    for (const [text, field] of [
      ["postgresql", "Database"],
      ["docker", "Container"],
      ["ldap", "Search filter"],
      ["mqtt", "Topic"],
      ["smtp", "Connection security"],
      ["rabbitmq", "Health check"],
      ["snmp", "Community"],
    ] as const) {
      await chooseType(page, text);
      await page.getByLabel(field).first().waitFor();
      expect([text, await isWide(page)]).toEqual([text, false]);
    }
    await page.getByLabel("Version", { exact: true }).selectOption("3");
    await page.getByLabel("Encryption password").waitFor();
    expect(await page.getByLabel("Community").count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("a monitor is added, checked, shown with its facts and edited", async () => {
    const { page } = await openDashboard(vedette, "/monitors/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Cache");
    await chooseType(page, "redis");
    await page.getByLabel("Host").fill("127.0.0.1");
    await page.getByLabel("Port").fill(String(redis.port));
    await page.getByLabel("Password").fill("{{REDIS_PASSWORD}}");
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByLabel("Field of INFO").fill("role");
    await page.getByLabel("Keep response").selectOption("always");
    await page.getByRole("tab", { name: "Assertions" }).click();
    await page.getByRole("button", { name: "Add assertion" }).click();
    const assertion = page.getByRole("group", { name: "Assertion 1" });
    await assertion.getByLabel("Source").selectOption("value");
    await assertion.getByLabel("Comparison").selectOption("equals");
    await assertion.getByLabel("Expected").fill("master");
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("Responded in").waitFor();
    await page.getByRole("button", { name: "Add and check" }).click();
    await page.getByText("Cache is being monitored").waitFor();
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.getByText(`127.0.0.1:${redis.port} · every`).waitFor();
    await page.getByText("Field of INFO").waitFor();
    await page.getByText("Responded in").first().waitFor();
    expect(await page.getByText("s3cret").count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("down by another password, with the cause and an alert", async () => {
    const list = (await vedette.request("GET", "/api/v1/monitors")).body as { data: { id: string }[] };
    const [{ id } = { id: "" }] = list.data;
    await vedette.request("POST", "/api/v1/alerts/rules", {
      ...{ name: "Cache is down", type: "consecutive_failures", params: { threshold: 1 }, monitor_id: id },
    });
    const { page } = await openDashboard(vedette, `/monitors/${id}/edit`, { browser });
    await page.getByLabel("Password").fill("{{WRONG_PASSWORD}}");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("the server refused the login: WRONGPASS", { exact: false }).first().waitFor();
    await expect
      .poll(
        async () =>
          ((await vedette.request("GET", "/api/v1/alerts")).body as { data: unknown[] }).data.length,
      )
      .toBe(1);
    const results = await listResults(vedette, id);
    expect(results.at(-1)?.error?.code).toBe("LOGIN_FAILED");
    expect(results[0]?.timings.download_ms).not.toBeNull();
  });
});
