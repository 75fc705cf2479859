import { randomUUID } from "node:crypto";
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RdapServer, startRdapServer } from "../../packages/server/test/servers/rdap-server.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import { type DnsServer, startDnsServer } from "../harness/servers/dns-server.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Manual and composite monitors, changed DNS records and the expiry of domains. In the order of the file. */

const lab = createLab(afterAll);
const DAY_MS = 86_400_000;

describe.skipIf(!CHROMIUM_PATH)("monitors without a check of their own in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  let rdap: RdapServer;
  let dns: DnsServer;
  const paths: string[] = [];

  beforeAll(async () => {
    [rdap, dns] = await Promise.all([startRdapServer(), startDnsServer("192.0.2.1")]);
    const expiresAt = new Date(Date.now() + 13.5 * DAY_MS).toISOString();
    rdap.domains.set("shop.test", { expiresAt, registrar: "Registrar of Tests", status: ["active"] });
    vedette = await lab.start({
      dataDir: await lab.newDataDir(),
      env: { VEDETTE_RDAP_BOOTSTRAP: rdap.bootstrapUrl },
    });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await rdap?.close();
    dns?.close();
  });

  async function openForm(type: string, name: string): Promise<{ page: Page; pageErrors: string[] }> {
    const opened = await openDashboard(vedette, "/monitors/new", { browser });
    const { page } = opened;
    await page.getByRole("button", { name: /^What to check/ }).click();
    await page.getByLabel("Search types").fill(type);
    await page.getByLabel("Search types").press("Enter");
    await page.getByLabel("Name", { exact: true }).fill(name);
    return opened;
  }

  async function openMonitorPage(page: Page, name: string): Promise<void> {
    await page.getByRole("link", { name: "Open monitor" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    paths.push(new URL(page.url()).pathname);
  }

  test("a person sets the status of a manual monitor, and its composite follows", async () => {
    // A repetition of this test finds what the first try has left.
    const tag = `supply-${randomUUID().slice(0, 8)}`;
    const manual = await openForm("manual", "Warehouse");
    await manual.page.getByText("Advanced", { exact: true }).click();
    await manual.page.getByRole("tab", { name: "Tags, group and parents" }).click();
    await manual.page.getByLabel("Tags", { exact: true }).fill(tag);
    await manual.page.getByLabel("Tags", { exact: true }).press("Enter");
    await manual.page.getByRole("button", { name: "Add and check" }).click();
    await openMonitorPage(manual.page, "Warehouse");

    const composite = await openForm("composite", "Supply");
    await composite.page.getByRole("button", { name: "Add and check" }).click();
    await composite.page.getByText("Select a tag, a group, a kind or a target.").waitFor();
    await composite.page.getByLabel("With any of these tags").fill(tag);
    await composite.page.getByLabel("With any of these tags").press("Enter");
    await composite.page.getByText("Selects 1 target now").waitFor();
    await composite.page.getByRole("button", { name: "Add and check" }).click();
    await openMonitorPage(composite.page, "Supply");
    await composite.page.getByText(/up for/).waitFor();

    const { page } = manual;
    await page.getByText("Up, as no one has set another status yet.").waitFor();
    await page.getByLabel("Reason").fill("Flood in hall 2");
    await page.getByRole("button", { name: "Set status" }).click();
    await page.getByText(/Set to down by .*: Flood in hall 2/).waitFor();
    await page.getByText("Flood in hall 2.", { exact: true }).first().waitFor();
    await composite.page
      .getByText(/1 of 1 members is down: Warehouse/)
      .first()
      .waitFor();
    const members = composite.page.getByRole("region", { name: "Members" });
    await members.getByRole("listitem").filter({ hasText: "Down" }).getByRole("link").waitFor();
    expect(manual.pageErrors).toEqual([]);
    // The browser itself reports the rejected form on the console.
    expect(composite.pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("changed DNS records are down until they are accepted", async () => {
    const body = {
      name: "Records",
      type: "dns",
      host: "shop.test",
      expect: "unchanged",
      interval: 1,
      retries: 0,
    };
    const server = { server: ["127.0.0.1"], port: dns.port };
    const created = await vedette.request("POST", "/api/v1/monitors", { ...body, ...server });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    const path = `/monitors/${(created.body as { data: { id: string } }).data.id}`;
    const { page, pageErrors } = await openDashboard(vedette, path, { browser });
    await page.getByText(/Found by the first check/).waitFor();
    dns.address = "192.0.2.2";
    paths.push(path);
    await page.getByRole("button", { name: "Accept records" }).click();
    await page.getByText("Later checks are compared with these records.").first().waitFor();
    await page.getByText(/^Accepted/).waitFor();
    await page.getByText(/up for/).waitFor();
    expect(pageErrors).toEqual([]);
    dns.address = "192.0.2.3";
  });

  test("a domain shows its registration, and a rule in steps is previewed", async () => {
    const { page, pageErrors } = await openForm("domain", "Shop");
    await page.getByLabel("Domain", { exact: true }).fill("shop.test");
    await page.getByRole("button", { name: "Add and check" }).click();
    await openMonitorPage(page, "Shop");
    await page.goto("/alerts/rules/new");
    await page.getByLabel("Name").fill("Domains expire");
    await page.getByLabel("Type").selectOption("Expiry in steps");
    await page.getByLabel("What expires").selectOption("Domain");
    await page.getByLabel("Days left").fill("20, 14");
    await page.getByText(/expires within 20 days, and again within 14/).waitFor();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("The rule would have opened 1 alert in the last 7 days.").waitFor();
    await preview.getByRole("columnheader", { name: "Notified again" }).waitFor();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("link", { name: "Domains expire" }).click();
    await page.getByLabel("Days left").waitFor();
    expect(await page.getByLabel("Days left").inputValue()).toBe("20, 14");
    paths.push(new URL(page.url()).pathname);
    expect(pageErrors).toEqual([]);
  });

  test.each([
    ["light", { colorScheme: "light" }],
    ["phone", { viewport: PHONE, colorScheme: "dark" }],
  ] as const)("meets WCAG 2.2 AA without horizontal overflow, %s", async (name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, "/", { browser, ...options });
    for (const [nr, path] of paths.entries()) {
      await page.goto(path);
      await page.locator("main h2").first().waitFor();
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      const found = [path, await accessibilityViolations(page), await page.evaluate(overflow)];
      expect(found).toEqual([path, [], 0]);
      const { SCREENSHOTS } = process.env;
      if (SCREENSHOTS)
        await page.screenshot({ path: `${SCREENSHOTS}/computed-${nr}-${name}.png`, fullPage: true });
    }
    expect(pageErrors).toEqual([]);
  });
});
