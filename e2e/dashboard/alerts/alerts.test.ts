import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../packages/server/test/servers/receiver.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createMonitor } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import { uniqueName } from "../../harness/unique-name.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Alerts, rules, channels and maintenance in a real browser. */

describe.skipIf(!CHROMIUM_PATH)("alerting in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let receiver: Receiver;
  let target: Target;
  let shopId: string;
  let channelId: string;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    receiver = await startReceiver();
    target = await startTarget();
    target.answerWith(500);
    shopId = (await createMonitor(vedette, { name: "Shop", url: target.url() })).id;
    const config = { url: receiver.url };
    channelId = await create("alerts/channels", { name: "Pager", type: "webhook", config });
    await createRule("First");
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await Promise.all([receiver.close(), target.close()]);
  });

  async function create(path: string, body: object): Promise<string> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data.id;
  }
  const createRule = (name: string, more: object = {}) =>
    create("alerts/rules", {
      name,
      type: "consecutive_failures",
      params: { threshold: 1 },
      monitor_id: shopId,
      channel_ids: [channelId],
      ...more,
    });

  test("tunes a rule: compares its combinations, and applies one", async () => {
    const id = await createRule(uniqueName("Tuned"));
    const { page, pageErrors } = await openDashboard(vedette, `/alerts/rules/${id}`, { browser });
    await page.getByRole("link", { name: "Tune" }).click();
    const table = page.getByRole("region", { name: "Combinations of settings" });
    await table.getByText("Present", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Show all \d+ combinations$/ }).click();
    await table.getByRole("radio", { name: "3 checks in a row fail, until 1 good result." }).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Present settings" }).waitFor();
    const { body } = await vedette.request("GET", `/api/v1/alerts/rules/${id}`);
    expect(body).toMatchObject({ data: { params: { threshold: 3 }, recovery_threshold: 1 } });
    expect(pageErrors).toEqual([]);
  });

  test("creates a webhook channel, tests it, and keeps its secret after a rename", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels", { browser });
    await page.getByRole("link", { name: "Add channel" }).first().click();
    await page.getByLabel("Type").selectOption("Webhook");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.locator("input[aria-invalid=true]").first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const [first, second] = [uniqueName("Hooks"), uniqueName("On-call")];
    await page.getByLabel("Name", { exact: true }).fill(first);
    await page.getByLabel("URL").fill(`${receiver.url}/hooks?token=secret-of-mine`);
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByText(/^whsec_•+$/).waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText(/^whsec_\w/).waitFor();
    receiver.responses.push({ status: 500 });
    await page.getByRole("button", { name: `Send test: ${first}` }).click();
    await page.getByText(/^Not delivered/).waitFor();
    await page.getByLabel("Name", { exact: true }).fill(second);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: second }).waitFor();
    expect(await page.content()).not.toContain("secret-of-mine");
    await page.getByRole("button", { name: `Send test: ${second}` }).click();
    await page.getByText(/^Delivered in/).waitFor();
    // The other channel receives alerts meanwhile.
    const paths = receiver.received.map(({ path }) => path);
    expect(paths.filter((path) => path !== "/").at(-1)).toBe("/hooks?token=secret-of-mine");
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("previews a rule and creates it for one target", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/rules/new", { browser });
    const name = uniqueName("Shop is down");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Failures in a row").fill("none");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    await page.getByLabel("Failures in a row").fill("2");
    await page.getByLabel("Target").selectOption("One target");
    await page.getByRole("radio", { name: /Shop/ }).check();
    await page.getByRole("checkbox", { name: /Pager/ }).check();
    await expect
      .poll(
        async () => {
          await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
          return page.getByText(/^The rule would (not )?have opened/).textContent();
        },
        { timeout: 30_000 },
      )
      .toBe("The rule would have opened 1 alert in the last 7 days.");
    await page.getByRole("table", { name: /would have opened/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page
      .getByRole("row", { name: new RegExp(`${name}.*2 checks in a row fail.*Shop.*Pager`) })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("accepts a rule of each type with its defaults", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/rules", { browser });
    const prefix = uniqueName("All");
    for (const [label, condition] of [
      ["Failures in a row", "2 checks in a row fail"],
      ["Error rate", "10 % or more of the checks in 10 min fail"],
      ["Slow responses", "is above 1,000 ms"],
      ["Visual difference", "more than 1 % of the pixels differ"],
      ["Certificate expiry", "the certificate expires within 14 days"],
      ["Flapping", "the status changes 6 times or more in 1 h"],
      ["Missed checks", "checks are missed and the next result has been due for 5 min"],
      ["No data", "the next result has been due for 5 min"],
    ] as const) {
      await page.getByRole("link", { name: "Add rule" }).first().click();
      await page.getByLabel("Type").selectOption(label);
      await page.getByText(condition).waitFor();
      await page.getByLabel("Name", { exact: true }).fill(`${prefix}: ${label}`);
      await page.getByLabel("Enabled").uncheck();
      await page.getByRole("button", { name: "Add rule" }).click();
      await page.getByRole("row", { name: new RegExp(`^${prefix}: ${label}`) }).waitFor();
    }
    await page.getByRole("link", { name: `${prefix}: Slow responses` }).click();
    await page.getByRole("heading", { level: 1, name: `${prefix}: Slow responses` }).waitFor();
    await page.getByText("is above 1,000 ms").waitFor();
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });

  test("creates an SLO, shows its budget, and previews and creates a rule about how fast it burns", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/slos", { browser });
    await page.getByRole("heading", { name: "No SLOs yet" }).waitFor();
    await page.getByRole("link", { name: "Add SLO" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop works");
    await page.getByLabel("Targets", { exact: true }).selectOption("All targets, including future ones");
    await page.getByRole("heading", { name: "Burn rate now" }).waitFor();
    await page.getByRole("button", { name: "Add SLO" }).click();
    await page.getByRole("link", { name: "Shop works" }).click();
    await page.getByRole("heading", { level: 1, name: "Shop works" }).waitFor();
    await page.getByText("Budget left").first().waitFor();
    await page.getByText("Missed, objective 99.9 %").waitFor();
    await page.getByText("No rule alerts when the budget burns too fast.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const sloUrl = page.url();
    await page.goto("/alerts/rules/new");
    await page.getByLabel("Type").selectOption("Error budget of an SLO");
    await page.getByLabel("SLO", { exact: true }).selectOption("Shop works (99.9 %)");
    await page.getByText(/^The rule would (not )?have opened/).waitFor();
    const name = uniqueName("Budget burns");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("link", { name }).first().waitFor();
    await page.goto(sloUrl);
    await page.getByRole("link", { name }).waitFor();
    await page.setViewportSize(PHONE);
    // The chart follows the width of the page a moment later.
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    await expect.poll(() => page.evaluate(overflow)).toBe(0);
    // A preview is requested before the SLO is chosen if the machine is slow.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("previews a rule as it is typed, and replaces it by one of another type", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/rules/new", { browser });
    await page.getByText(/^The rule would (not )?have opened/).waitFor();
    await page.getByLabel("Failures in a row").fill("none");
    await page.getByText(/^params.threshold: /).waitFor();
    await page.getByLabel("Failures in a row").fill("1");
    await page.getByText(/^The rule would (not )?have opened/).waitFor();
    const width = (await page.getByRole("region", { name: "Preview" }).boundingBox())?.width ?? 0;
    expect(width).toBeGreaterThan(450);
    const name = uniqueName("Changing");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Enabled").uncheck();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("link", { name }).click();
    await page.getByLabel("Type").selectOption("Slow responses");
    await page.getByText(/^Saving replaces the rule/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: new RegExp(`${name}.*response times`) }).waitFor();
    const { body } = await vedette.request("GET", "/api/v1/alerts/rules");
    const rules = (body as { data: { name: string; type: string }[] }).data;
    const changed = rules.filter((rule) => rule.name === name);
    expect(changed).toMatchObject([{ type: "latency_threshold", flap_detection: true, enabled: false }]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("keeps the advanced fields of a rule, and shows a rejected one", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/rules/new", { browser });
    const name = uniqueName("Per team");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Enabled").uncheck();
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByLabel("Confirm for (seconds)").fill("9000");
    await page.getByLabel("Good results needed").fill("3");
    await page.getByLabel("Group notifications").selectOption("One per tag value");
    await page.getByLabel("Tag name").fill("team");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Confirm for (seconds)").fill("90");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("link", { name }).click();
    await page.getByText("Advanced", { exact: true }).click();
    const values = ["Confirm for (seconds)", "Good results needed", "Tag name"].map((label) =>
      page.getByLabel(label).inputValue(),
    );
    expect(await Promise.all(values)).toEqual(["90", "3", "team"]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("shows a new alert, acknowledges and resolves it", async () => {
    const rule = uniqueName("New");
    const id = await createRule(rule, { enabled: false });
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels", { browser });
    // On a busy machine the page receives events only after the alert has opened.
    const { promise: mayReceive, resolve: receive } = Promise.withResolvers<void>();
    await page.route("**/api/v1/events", async (route) => {
      await mayReceive;
      await route.continue();
    });
    await page.goto(`/alerts?rule=${id}`);
    await page.getByText("No open alerts.").waitFor();
    await vedette.request("PUT", `/api/v1/alerts/rules/${id}`, { enabled: true });
    const alerts = async () => (await vedette.request("GET", "/api/v1/alerts")).text;
    await expect.poll(alerts, { timeout: 60_000 }).toContain(id);
    receive();
    await page.getByText("1 open alert for 1 target.").waitFor();
    await page.getByText(`Rule: ${rule}`).waitFor();
    await page
      .getByRole("table", { name: /Open alerts/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { name: "Cause" }).waitFor();
    await page.getByRole("cell", { name: "Delivered" }).first().waitFor();
    await page.getByRole("button", { name: /^Acknowledge: / }).click();
    await page.getByText("Acknowledged by Ada Owner").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Resolve/ }).click();
    await page.getByText("Resolved by Ada Owner").waitFor();
    await page.goto("/alerts?state=resolved&days=7");
    await page.getByRole("table", { name: /Resolved alerts/ }).waitFor();
    expect(await page.getByLabel("Status").inputValue()).toBe("resolved");
    await page.getByLabel("Opened").selectOption("Last 24 hours");
    await expect.poll(() => page.url()).toContain("days=1");
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });

  test("starts, ends and schedules weekly maintenance", async () => {
    await endMaintenance();
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/maintenance", { browser });
    expect(await page.getByRole("button", { name: "Start for 30 min" }).isDisabled()).toBe(true);
    await page.getByLabel("Applies to", { exact: true }).selectOption("All targets");
    await page.getByRole("button", { name: "Start for 30 min" }).click();
    const dialog = page.getByRole("dialog", { name: "Mute all alerts?" });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Start for 30 min" }).click();
    await dialog.getByRole("button", { name: "Start for 30 min" }).click();
    await page.getByRole("button", { name: "End now: Maintenance (30 min)" }).click();
    await page.getByText("Ended", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Schedule maintenance" }).first().click();
    const name = uniqueName("Upgrades");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Repeats").selectOption("Every week");
    await page.getByLabel("Monday").check();
    await page.getByText("Every week on Monday and Sunday.").waitFor();
    await page.getByLabel("Duration", { exact: true }).fill("2");
    await page.getByLabel("Duration: unit").selectOption("days");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByRole("button", { name: "Schedule maintenance" }).click();
    await page.getByText("Select a target, tag, group or kind below.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("checkbox", { name: /Shop/ }).check();
    await page.getByRole("button", { name: "Schedule maintenance" }).click();
    const row = new RegExp(`${name}.*Scheduled`);
    await page
      .getByRole("row", { name: new RegExp(`${name}.*Scheduled.*1 target selected.*starts`) })
      .waitFor();
    const { text } = await vedette.request("GET", "/api/v1/maintenance-windows");
    expect(text).toContain("FREQ=WEEKLY;BYDAY=MO,SU");
    expect(text).toMatch(/"duration_seconds":172800.*"timezone":"Europe\/Berlin","counts_uptime":false/);
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: row }).waitFor();
    expect([await accessibilityViolations(page), pageErrors]).toEqual([[], []]);
  });

  /** What a first try has started mutes the alerts of the other tests. */
  async function endMaintenance(): Promise<void> {
    const { body } = await vedette.request("GET", "/api/v1/maintenance-windows");
    for (const { id, active } of (body as { data: { id: string; active: boolean }[] }).data)
      if (active) await vedette.request("POST", `/api/v1/maintenance-windows/${id}/end`);
  }

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)(
    "every page meets WCAG 2.2 AA without horizontal overflow, %s at %o",
    async (colorScheme, viewport) => {
      const size = viewport && { viewport };
      const { page, pageErrors } = await openDashboard(vedette, "/alerts", { browser, colorScheme, ...size });
      for (const path of SCREENS) {
        await page.goto(path);
        await page.locator("main table, main form").first().waitFor();
        expect([path, await accessibilityViolations(page), await overflow(page)]).toEqual([path, [], 0]);
      }
      expect(pageErrors).toEqual([]);
    },
  );
});

const SCREENS = [
  "/alerts",
  "/alerts/rules",
  "/alerts/rules/new",
  "/alerts/channels",
  "/alerts/channels/new",
  "/alerts/maintenance",
  "/alerts/maintenance/new",
];

function overflow(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
