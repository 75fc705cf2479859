import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../packages/server/test/servers/receiver.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE, signUpOwner } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { createMonitor } from "../../harness/monitors.ts";
import { type MailServer, startMailServer } from "../../harness/servers/mail-server.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import { uniqueName } from "../../harness/unique-name.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Escalation policies and the escalations of an alert in a real browser. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("escalation policies", () => {
  let vedette: Vedette;
  let browser: Browser;
  let receiver: Receiver;
  let target: Target;
  let mails: MailServer;

  beforeAll(async () => {
    // Without mail the owner is out of reach, and the escalation ends as soon as that is known.
    mails = await startMailServer();
    const env = { SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" };
    vedette = await lab.start({ dataDir: await lab.newDataDir(), env });
    receiver = await startReceiver();
    target = await startTarget();
    target.answerWith(500);
    await signUpOwner(vedette);
    const config = { url: receiver.url };
    await create("alerts/channels", { name: "Pager", type: "webhook", config });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await Promise.all([receiver.close(), target.close(), mails.close()]);
  });

  async function create(path: string, body: object): Promise<string> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data.id;
  }

  test("are made step by step with the keyboard, and say in a sentence what happens", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/escalation-policies", { browser });
    await page.getByText("No escalation policies yet").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Add policy" }).first().click();
    const name = uniqueName("Shop");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add policy" }).click();
    await page.locator("select[aria-invalid=true]").waitFor();
    await page.getByLabel("Notify", { exact: true }).selectOption("Pager");
    await page.getByRole("button", { name: "Add step" }).press("Enter");
    const second = page.locator("li[data-drag-item]").nth(1);
    await second.getByLabel("Notify", { exact: true }).selectOption("Ada Owner");
    await second.getByLabel("Severity").selectOption("Critical alerts only");
    await second.getByLabel("Only at certain times").check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await second.getByLabel("Only at certain times").uncheck();
    await page.getByRole("button", { name: "Move step 2 up" }).press("Enter");
    await page
      .getByText(
        "After 5 min: Ada Owner (critical alerts only). At once: Pager. If no one acknowledges, the owners",
      )
      .waitFor();
    await page.getByRole("button", { name: "Move step 1 down" }).press("Enter");
    await page.getByLabel("Repeat").selectOption("2 times");
    await page.getByRole("button", { name: "Add policy" }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText("Then the steps repeat 2 times, 5 min after the last one.").waitFor();
    await page.setViewportSize(PHONE);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("of a rule show on its target and on its alert, with people and receipts", async () => {
    const members = await vedette.request("GET", "/api/v1/user/organizations");
    expect(members.status).toBe(200);
    const policyName = uniqueName("Everyone");
    const policy = await create("escalation-policies", {
      ...{
        name: policyName,
        steps: [{ notify: [{ type: "all" }] }, { wait_seconds: 600, notify: [{ type: "all" }] }],
      },
    });
    const monitor = await createMonitor(vedette, { name: "Shop", url: target.url(), interval: 1 });
    const rule = {
      name: "Down",
      type: "consecutive_failures",
      params: { threshold: 1 },
      monitor_id: monitor.id,
    };
    await create("alerts/rules", { ...rule, escalation_policy_id: policy });
    const { page, pageErrors } = await openDashboard(vedette, `/monitors/${monitor.id}`, { browser });
    await page.getByText("Notifies 1 escalation policy").waitFor();
    await page.getByText("First now: Ada Owner").waitFor();
    const alert = async () => {
      const { body } = await vedette.request("GET", `/api/v1/alerts?target_id=${monitor.id}`);
      return (body as { data: { id: string }[] }).data[0]?.id;
    };
    await expect.poll(alert, { timeout: 30_000 }).toBeTruthy();
    await page.goto(`/alerts/${await alert()}`);
    const section = page.getByRole("region", { name: "Escalation" });
    await section.getByText("Running").waitFor();
    await section.getByText("Ada Owner").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Acknowledge: / }).click();
    await section.getByText("Acknowledged").waitFor();
    expect(pageErrors).toEqual([]);
  });
});
