import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, openDashboard, PHONE } from "../../harness/dashboard.ts";
import { createMonitor, createMonitors } from "../../harness/monitors.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import { startTarget, type Target } from "../../harness/target.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Incidents in a real browser, opened by a rule on a real check. */

describe.skipIf(!CHROMIUM_PATH)("incidents in the dashboard", () => {
  let vedette: Vedette;
  let browser: Browser;
  let target: Target;
  let shopId: string;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    target = await startTarget();
    target.answerWith(500);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await target.close();
  });

  async function create(path: string, body: object): Promise<{ id: string }> {
    const answer = await vedette.request("POST", `/api/v1/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { data: { id: string } }).data;
  }
  const open = (page: Page, title: RegExp) => page.getByRole("link", { name: title }).first().click();

  test("an empty list explains what opens an incident, and one opens by hand", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/incidents", { browser });
    await page.getByRole("heading", { name: "No incidents yet" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Open incident" }).click();
    await page.getByRole("button", { name: "Open incident" }).last().click();
    await page.locator("input[aria-invalid=true]").waitFor();
    await page.getByLabel("Title").fill("Checkout fails");
    await page.getByLabel("Title").press("Enter");
    await page.getByRole("heading", { level: 1, name: "#1 Checkout fails" }).waitFor();
    await page.getByText(/^Incident opened by /).waitFor();
    await page.getByLabel("Lead").selectOption("Ada Owner");
    await page.getByText(/^Lead set by /).waitFor();
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByText("Incident and alerts resolved.").waitFor();
    // The form of the dialog was rejected once.
    expect(pageErrors.filter((text) => !text.includes("400"))).toEqual([]);
  });

  test("a failing check opens one, shown live with its timeline; its page links it and it resolves by itself", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/incidents", { browser });
    await page.getByRole("link", { name: /Checkout fails/ }).waitFor();
    shopId = (await createMonitor(vedette, { name: "Shop", url: target.url() })).id;
    await create("alerts/rules", {
      ...{ name: "Down", type: "consecutive_failures", params: { threshold: 1 } },
      ...{ monitor_id: shopId, opens_incident: true },
    });
    await open(page, /#2 Shop/);
    await page.getByText(/^First bad check of “Shop” from /).waitFor();
    await page.getByText("It opened the incident.").first().waitFor();
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText(/^Incident acknowledged by Ada Owner/).waitFor();
    await page.getByRole("table", { name: "Alerts of the incident" }).getByText("Acknowledged").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await open(page, /^Shop .*(down|failed)/i);
    await page.getByRole("link", { name: /^incident #2/ }).click();
    await page.getByRole("button", { name: /^Remove from the incident/ }).click();
    await page.getByText("No alerts.").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Add to incident" }).click();
    await page.getByLabel("Incident", { exact: true }).selectOption({ index: 1 });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add alert" }).click();
    await page.getByRole("link", { name: /^incident #2/ }).click();
    await page.getByText("A person added it.").first().waitFor();
    target.answerWith(200);
    await page.getByText(/^Incident resolved automatically/).waitFor();
    await page.getByText(/^“Shop” recovered at /).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("a note with a pasted image is shown, and the record is copied with it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/incidents", {
      ...{ browser, permissions: ["clipboard-read", "clipboard-write"] },
    });
    await open(page, /#2 Shop/);
    await page.getByLabel("Note", { exact: true }).fill("The **deploy** was rolled back.");
    await pasteImage(page);
    await page.getByRole("img", { name: "Added image 1" }).waitFor();
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("img", { name: "Image 1 of the note" }).waitFor();
    await page.locator("strong", { hasText: "deploy" }).waitFor();
    // A second try finds the postmortem of the first.
    await page.getByRole("button", { name: /^(Start from template|Edit postmortem)$/ }).click();
    await page.getByRole("textbox", { name: "Postmortem" }).fill("## Root cause\n\nA typo.");
    await page.getByRole("button", { name: "Save postmortem" }).click();
    await page.getByText("Root cause", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByText("Copied as Markdown.").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toMatch(/^# Incident #2: Shop/);
    expect(copied).toContain("The **deploy** was rolled back.");
    expect(copied).toMatch(/!\[Image\]\(http.*\/images\/[0-9a-f-]+\)/);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("filters a long list by state, and is usable on a phone and by keyboard", async () => {
    for (let number = 0; number < 150; number++)
      await create("incidents", { title: `Incident of a long day ${number}`, severity: "minor" });
    const { page, pageErrors } = await openDashboard(vedette, "/incidents?state=unresolved", { browser });
    await page.getByRole("link", { name: /long day 149/ }).waitFor();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByLabel("Severity").selectOption("Critical");
    await page.getByText("No incidents match these filters.").waitFor();
    await page.getByLabel("State").selectOption("Resolved");
    await page.getByRole("link", { name: /#2 Shop/ }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /#2 Shop/ }).waitFor();
    await page.setViewportSize(PHONE);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  test("targets that fail together are one incident with their common cause, in the list and on its page", async () => {
    const rack = await startTarget();
    const many = (count: number, fields: object) =>
      createMonitors(
        vedette,
        Array.from({ length: count }, (_, nr) => ({ name: `Node ${nr}`, ...fields })),
      );
    await create("alerts/rules", {
      ...{ name: "Down", type: "consecutive_failures", params: { threshold: 1 } },
      ...{ selector: { tags: { any: ["rack:7"] } }, opens_incident: true },
    });
    const failing = await many(5, { url: rack.url(), tags: ["rack:7"] });
    const others = await many(14, { url: target.url(), tags: ["rack:8"] });
    await expect
      .poll(async () => {
        const { body } = await vedette.request("GET", "/api/v1/monitors?status=up&limit=50");
        return (body as { data: object[] }).data.length;
      })
      .toBe(failing.length + others.length + 1);
    const { page, pageErrors } = await openDashboard(vedette, "/incidents?state=unresolved", { browser });
    await page.getByRole("link", { name: /long day 149/ }).waitFor();
    rack.answerWith(503);
    await page.getByText("5 targets: all with the tag rack:7; 0 of 15 others.").waitFor();
    await open(page, /^#\d+ Node \d is down/);
    await page.getByText("Common cause of 5 targets: all with the tag rack:7; 0 of 15 others.").waitFor();
    const alerts = page.getByRole("table", { name: "Alerts of the incident" });
    await expect.poll(() => alerts.getByRole("row").count()).toBe(6);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await rack.close();
  });
});

/** Pastes an image into the focused note, as a browser does with a screenshot in the clipboard. */
async function pasteImage(page: Page): Promise<void> {
  await page.getByLabel("Note", { exact: true }).focus();
  await page.evaluate(`(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 320;
    canvas.height = 120;
    const context = canvas.getContext("2d");
    context.fillStyle = "#c33";
    context.fillRect(20, 20, 280, 80);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    const data = new DataTransfer();
    data.items.add(new File([blob], "shot.png", { type: "image/png" }));
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}
