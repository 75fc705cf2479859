import { execFileSync } from "node:child_process";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "./harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, watchPageErrors } from "./harness/dashboard.ts";
import { enterSharedVedette } from "./harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** A status page in a real browser, of the real process: with a script and without, in all appearances. */

const ROOT = new URL("..", import.meta.url).pathname;

describe.skipIf(!CHROMIUM_PATH)("a status page", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let pageId: string;
  let incidentPath: string;

  beforeAll(async () => {
    [vedette, target] = await Promise.all([enterSharedVedette(), startTarget()]);
    browser = await launchChromium();
    const monitor = await create("/monitors", {
      name: "Target",
      type: "url",
      url: target.url(),
      interval: 60,
    });
    await vedette.request("POST", `/api/v1/monitors/${monitor.id}/check`);
    pageId = (
      await create("/status-pages", {
        ...{ slug: "acme", title: "Acme status", published: true, description: "All of **Acme**" },
        ...{
          links: [{ label: "Support", url: "https://acme.example/" }],
          custom_css: ".overall{font-weight:700}",
        },
      })
    ).id;
    const group = await create(`/status-pages/${pageId}/component-groups`, { name: "Shop" });
    await create(`/status-pages/${pageId}/components`, {
      name: "Website",
      targets: [monitor.id],
      group_id: group.id,
    });
    const phone = await create(`/status-pages/${pageId}/components`, {
      name: "Phone",
      status: "operational",
    });
    const incident = await create(`/status-pages/${pageId}/incidents`, {
      ...{
        title: "Long queues",
        message: "We answer *later* than usual.\n\n- by phone\n- by mail",
        impact: "minor",
      },
      components: [{ id: phone.id, status: "degraded_performance" }],
    });
    incidentPath = `/status/acme/incidents/${incident.public_id}`;
    await create("/maintenance-windows", {
      ...{
        name: "Upgrade",
        starts_at: new Date(Date.now() + 86_400_000).toISOString(),
        duration_seconds: 3_600,
      },
      ...{ show_on: [pageId], announcement: "The shop is read-only.", monitor_ids: [monitor.id] },
    });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target?.close();
  });

  async function create(path: string, body: object): Promise<{ id: string; public_id: string }> {
    const response = await vedette.request("POST", `/api/v1${path}`, body);
    if (response.status !== 201) throw new Error(`POST ${path} answered ${JSON.stringify(response.body)}`);
    return (response.body as { data: { id: string; public_id: string } }).data;
  }

  async function open(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext({ baseURL: vedette.url, locale: "en-US", ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const errors = watchPageErrors(page);
    await page.goto(path);
    return { page, errors };
  }

  async function screenshot(page: Page, name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/status-page-${name}.png`, fullPage: true });
  }

  const measured = (page: Page) =>
    expect
      .poll(
        async () => {
          await page.reload();
          return page.locator("#content").textContent();
        },
        { timeout: 30_000 },
      )
      .toMatch(/Website\s*Operational/);

  test.each([
    ["light", "/status/acme", { colorScheme: "light" }],
    ["dark", "/status/acme", { colorScheme: "dark" }],
    ["phone", "/status/acme", { viewport: PHONE }],
    ["arabic", "/status/acme?lang=ar", { viewport: PHONE, colorScheme: "dark" }],
    ["german", "/status/acme", { locale: "de-DE" }],
    ["history", "/status/acme/history", {}],
    ["subscribe", "/status/acme/subscribe", {}],
  ] as const)("is accessible, and loads without an error: %s", async (name, path, options) => {
    const { page, errors } = await open(path, options);
    await page
      .getByText(name === "subscribe" ? "Notify me of" : "Long queues")
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(
      await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0);
    expect(await page.evaluate<string>("document.dir")).toBe(name === "arabic" ? "rtl" : "ltr");
    await screenshot(page, name);
    expect(errors).toEqual([]);
  });

  test("is complete without JavaScript", async () => {
    const { page } = await open("/status/acme", { javaScriptEnabled: false });
    await measured(page);
    for (const text of ["Degraded performance", "Long queues", "Upgrade", "100% uptime"])
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    await screenshot(page, "without-script");
    await page.getByText("Long queues").first().click();
    await page.waitForURL(`**${incidentPath}`);
    expect(await page.locator("h1").textContent()).toBe("Long queues");
    await page.getByRole("link", { name: "Incident history" }).click();
    await page.getByText("Language: English").click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    expect(await page.locator("h1").textContent()).toContain("Verlauf der Störungen");
    await page.getByRole("link", { name: "Aktueller Status" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  test("shows a day of a bar by keyboard", async () => {
    const { page, errors } = await open("/status/acme");
    await page.locator(".bars svg").first().focus();
    await page.keyboard.press("Home");
    const tip = page.locator(".tip").first();
    expect(await tip.textContent()).toMatch(/: No data$/);
    const first = await tip.textContent();
    await page.keyboard.press("ArrowRight");
    expect(await tip.textContent()).not.toBe(first);
    await page.keyboard.press("Escape");
    expect(await tip.isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  test("follows a new incident live, without a reload", async () => {
    const { page, errors } = await open("/status/acme");
    await page.evaluate("window.isSamePage = true");
    await vedette.request("POST", `/api/v1/status-pages/${pageId}/incidents`, {
      ...{ title: "Payments fail", message: "We look into it.", impact: "critical" },
    });
    await page.getByText("Payments fail").first().waitFor({ timeout: 20_000 });
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    expect(errors).toEqual([]);
  });

  test("takes a subscription without JavaScript, which its owner sees in the dashboard", async () => {
    const { page } = await open("/status/acme/subscribe", { javaScriptEnabled: false });
    await page.getByLabel("URL").fill("https://hooks.example.org/visitor");
    await page.getByLabel("Slack, Discord", { exact: false }).selectOption("webhook");
    await page.getByRole("button", { name: "Subscribe to updates" }).click();
    await page.getByRole("status").getByText("is on its way").waitFor();
    const dashboard = await openDashboard(vedette, `/status-pages/${pageId}/subscribers`, { browser });
    const row = dashboard.page.getByRole("row", { name: /hooks\.example\.org/ });
    await row.getByText("Not confirmed").waitFor();
    expect(await accessibilityViolations(dashboard.page)).toEqual([]);
    await screenshot(dashboard.page, "subscribers");
    await dashboard.page.getByRole("button", { name: "Add subscriber" }).click();
    const dialog = dashboard.page.getByRole("dialog");
    await dialog.getByLabel("Type").selectOption("Slack");
    await dialog.getByLabel("Webhook URL").fill("https://chat.example.org/hook");
    await dialog.getByLabel("Already agreed").check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const added = dashboard.page.getByRole("row", { name: /chat\.example\.org/ });
    await added.getByText("Active").waitFor();
    await added.getByRole("button", { name: /^Actions/ }).click();
    await dashboard.page.getByRole("menuitem", { name: "View messages" }).click();
    await dashboard.page.getByText("No messages in the last 90 days.").waitFor();
    await dashboard.page.keyboard.press("Escape");
    const download = dashboard.page.waitForEvent("download");
    await dashboard.page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("subscribers.csv");
    await dashboard.page.getByLabel("State").selectOption("Active");
    await row.waitFor({ state: "detached" });
    await dashboard.page.setViewportSize(PHONE);
    await screenshot(dashboard.page, "subscribers-phone");
    expect(dashboard.pageErrors).toEqual([]);
  });

  test("is published and changed by the command line", async () => {
    const vdt = (...args: string[]) =>
      execFileSync(process.execPath, [`${ROOT}/packages/cli/bin/vdt.mjs`, ...args], {
        env: { ...process.env, VEDETTE_URL: vedette.url, VEDETTE_API_KEY: vedette.key },
        encoding: "utf8",
        timeout: 20_000,
      });
    const created = JSON.parse(
      vdt(
        "status-pages",
        "create",
        "--slug",
        "cli",
        "--title",
        "By command",
        "--suggested",
        "--publish",
        "--json",
      ),
    );
    vdt("status-pages", "post", created.id, "--title", "Disk full", "--message", "We clean up.");
    expect(vdt("status-pages", "list")).toContain("By command");
    const { page } = await open("/status/cli");
    await expect
      .poll(async () => {
        await page.reload();
        return page.locator("#content").textContent();
      })
      .toContain("Disk full");
    expect(await page.locator(".component .name").allTextContents()).toEqual(["Target"]);
    const hook = [
      "https://hooks.example.org/secret",
      "--type",
      "webhook",
      "--topic",
      "incidents",
      "--confirmed",
    ];
    const [subscriberId = ""] = vdt("status-pages", "add-subscriber", created.id, ...hook).split(" ");
    expect(vdt("status-pages", "subscribers", created.id, "--state", "active")).toContain(subscriberId);
    const csv = vdt("status-pages", "subscribers", created.id, "--csv");
    expect(csv).toContain("id,type,address,state,topics");
    expect(csv).toContain(`${subscriberId},webhook,https://hooks.example.org/…,active,incidents,`);
    expect(vdt("status-pages", "deliveries", created.id, subscriberId, "--json").trim()).toBe("[]");
    vdt("status-pages", "delete-subscriber", created.id, subscriberId);
    expect(vdt("status-pages", "subscribers", created.id, "--json").trim()).toBe("[]");
    vdt("status-pages", "delete", created.id);
    expect(vdt("status-pages", "list")).not.toContain("By command");
  });
});
