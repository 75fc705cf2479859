import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../packages/server/test/servers/receiver.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createMonitor } from "../../harness/monitors.ts";
import { createObject, emptyOrganization } from "../../harness/objects.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Whether alert channels deliver, in a real browser. */

describe.skipIf(!CHROMIUM_PATH)("the health of alert channels", () => {
  let vedette: Vedette;
  let browser: Browser;
  let receiver: Receiver;
  let target: Target;
  let channelId = "";

  beforeAll(async () => {
    [vedette, receiver, target] = await Promise.all([enterSharedVedette(), startReceiver(), startTarget()]);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    await emptyOrganization(vedette);
    receiver.responses.length = 0;
    const config = { url: `${receiver.url}/hook` };
    channelId = await create("alerts/channels", { name: "Hook", type: "webhook", config });
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await Promise.all([receiver?.close(), target?.close()]);
  });

  const create = (path: string, body: object) => createObject(vedette, path, body);
  /** A test message, which the receiver answers with this status. */
  async function sendTest(status: number): Promise<void> {
    receiver.responses.push({ status });
    await vedette.request("POST", `/api/v1/alerts/channels/${channelId}/test`);
  }
  const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

  test("a channel is not tested, fails from the first refused message on, and works again", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels", { browser });
    await rowOf(page, "Hook").getByText("Not tested").waitFor();
    await rowOf(page, "Hook").getByText("Nothing sent").waitFor();
    receiver.responses.push({ status: 503, body: "maintenance" });
    await page.getByRole("button", { name: "Send test: Hook" }).click();
    await rowOf(page, "Hook")
      .getByText(/^Failing since/)
      .waitFor();
    await rowOf(page, "Hook").getByText("HTTP 503: maintenance.").first().waitFor();
    await rowOf(page, "Hook").getByText("0 of 1").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send test: Hook" }).click();
    await rowOf(page, "Hook").getByText("Working").waitFor();
    await rowOf(page, "Hook").getByText("1 of 2").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the page of the channel has every attempt, with its alert", async () => {
    target.answerWith(500);
    await sendTest(503);
    await sendTest(200);
    const before = receiver.received.length;
    await createMonitor(vedette, { name: "Shop", url: target.url() });
    receiver.responses.push({ status: 500 });
    await create("alerts/rules", {
      name: "Down",
      type: "consecutive_failures",
      params: { threshold: 1 },
      channel_ids: [channelId],
    });
    await receiver.waitFor(before + 2);
    const { page, pageErrors } = await openDashboard(vedette, `/alerts/channels/${channelId}`, { browser });
    const log = page.getByRole("table", { name: "Delivery attempts, newest first" });
    await log.getByRole("row", { name: /Shop.*Failed.*500/ }).waitFor();
    await log
      .getByRole("row", { name: /Shop.*Delivered.*200/ })
      .first()
      .waitFor();
    await log.getByRole("row", { name: /Test message.*Delivered/ }).waitFor();
    await page.getByLabel("Failed attempts only").check();
    await expect.poll(() => log.getByRole("row", { name: /Delivered/ }).count()).toBe(0);
    expect(await log.getByRole("row", { name: /Failed/ }).count()).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
    await log.getByRole("link", { name: /Shop/ }).first().click();
    await page.getByRole("heading", { name: "Delivery log" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("the signing secret is hidden until it is asked for", async () => {
    const { page } = await openDashboard(vedette, `/alerts/channels/${channelId}`, { browser });
    await page.getByRole("heading", { name: "Signing secret" }).waitFor();
    expect(await page.getByText(/^whsec_\w/).count()).toBe(0);
    // By keyboard: each delivery that arrives above moves the button, also between the press and the release of a mouse.
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await page.getByText(/^whsec_\w/).waitFor();
    await page.getByRole("button", { name: "Hide", exact: true }).press("Enter");
    await page.getByText(/^whsec_•+$/).waitFor();
  });

  test("without a mail server, email is the last choice, and its form says that it cannot work", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels/new", { browser });
    const type = page.getByLabel("Type");
    const labels = await type.locator("option").allTextContents();
    expect(labels).toEqual(
      expect.arrayContaining(["Webhook", "Slack", "Microsoft Teams", "ntfy", "PagerDuty"]),
    );
    expect(labels.at(-1)).toBe("Email (no mail server)");
    await page.getByLabel("Find a service").fill("rocket chat");
    // The chosen type stays, so that a search does not change the form.
    expect(await type.locator("option").allTextContents()).toEqual(["Slack", "Rocket.Chat"]);
    await page.getByLabel("Find a service").fill("");
    await type.selectOption("email");
    await page.getByText(/This server sends no mail/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Name", { exact: true }).fill("Mail");
    await page.getByLabel("Recipients").fill("ada@example.org,");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByText("Cannot send").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("a channel is created from the declaration of its type, with quiet hours, and keeps its secrets", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels/new", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Phone");
    await page.getByLabel("Find a service").fill("push");
    await page.getByLabel("Type").selectOption("ntfy");
    await page.getByLabel("Server URL").fill(receiver.url);
    await page.getByLabel("Topic").fill("ops");
    await page.getByLabel("Access token").fill("tk_0123456789abcdef");
    await page.getByLabel("Alerts", { exact: true }).selectOption("Only critical");
    await page.getByLabel("Acknowledge links").uncheck();
    await page.getByLabel("Quiet hours", { exact: true }).check();
    await page.getByLabel("From").fill("25:00");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByText("The time must be a time such as 22:00.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("From").fill("21:00");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByRole("button", { name: "Send test: Phone" }).click();
    await page.getByText(/^Delivered in/).waitFor();
    expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer tk_0123456789abcdef");
    expect(await page.content()).not.toContain("tk_0123456789abcdef");
    expect(await page.getByLabel("From").inputValue()).toBe("21:00");
    expect(await page.getByLabel("Acknowledge links").isChecked()).toBe(false);
    // Chromium reports the rejected form in the console.
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test.each([
    ["light", { colorScheme: "light" }],
    ["phone", { viewport: PHONE, colorScheme: "dark" }],
  ] as const)("meets WCAG 2.2 AA without horizontal overflow, %s", async (name, options) => {
    await sendTest(200);
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels", { browser, ...options });
    for (const path of ["/alerts/channels", `/alerts/channels/${channelId}`]) {
      await page.goto(path);
      await page.getByRole("table").first().waitFor();
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect([path, await accessibilityViolations(page), await page.evaluate(overflow)]).toEqual([
        path,
        [],
        0,
      ]);
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/channel${path === "/alerts/channels" ? "s" : ""}-${name}.png`,
          fullPage: true,
        });
    }
    expect(pageErrors).toEqual([]);
  });

  test("a channel gets own texts, with a preview that follows the form and names faults", async () => {
    const { page, pageErrors } = await openDashboard(vedette, `/alerts/channels/${channelId}`, { browser });
    await page.getByText("Own title and text, with a preview").click();
    const preview = page.getByRole("region", { name: "Preview of the message" });
    await preview.getByText(/^With (the last|a sample) alert/).waitFor();
    await page.getByLabel("Title", { exact: true }).fill("[{{alert.severity}}] {{alert.titel}}");
    await preview.getByText("did you mean 'alert.title'?").waitFor();
    await page.getByLabel("Title", { exact: true }).fill("[{{alert.severity}}] {{alert.title}}");
    await preview.getByText(/^\[critical\] \S/).waitFor();
    await page.getByLabel("Body", { exact: true }).fill('{"text": "{{message.headline}}"}');
    await preview.getByText(/^\{"text": "\[critical\] /).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Channel saved.").waitFor();
    await page.reload();
    expect(await page.getByLabel("Body", { exact: true }).inputValue()).toBe(
      '{"text": "{{message.headline}}"}',
    );
    await sendTest(200);
    expect(receiver.received.at(-1)?.json()).toEqual({ text: "Test message from Vedette" });
    expect(pageErrors).toEqual([]);
  });
});
