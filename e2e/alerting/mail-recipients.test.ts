import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startMailServer, type TestMailServer } from "../../packages/server/test/servers/mail-server.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import {
  accessibilityViolations,
  OWNER,
  openDashboard,
  PHONE,
  signUpOwner,
  watchPageErrors,
} from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Mail to recipients outside the organization, on a server with open sign-up, in a real browser. */

const lab = createLab(afterAll);
const OUTSIDER = "grace@elsewhere.example";

const LOOKS = [
  ["light", { colorScheme: "light" }],
  ["phone", { viewport: PHONE, colorScheme: "dark" }],
] as const;

async function look(page: Page, name: string): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
}

describe.skipIf(!CHROMIUM_PATH)("recipients of mails in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;
  let mails: TestMailServer;
  let channelPath: string;

  beforeAll(async () => {
    mails = await startMailServer();
    vedette = await lab.start({
      dataDir: await lab.newDataDir(),
      env: {
        SMTP_URL: mails.url,
        VEDETTE_MAIL_FROM: "vedette@example.org",
        VEDETTE_SIGNUP: "open",
        VEDETTE_SIGNUP_SELF_HOSTED: "on",
      },
    });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await releaseChromium(browser);
    await mails?.close();
  });

  const findLinkTo = async (address: string): Promise<string> => {
    await vi.waitFor(() => expect(mails.mailsTo(address)).not.toEqual([]), 30_000);
    const link = /https?:\/\/\S+\/(?:recipient|verify)#\S+/.exec(
      mails.mailsTo(address).at(-1)?.text ?? "",
    )?.[0];
    if (link === undefined) throw new Error(`no link was mailed to ${address}`);
    // The links contain localhost, because the server has no public URL here.
    return `${vedette.url}${link.slice(new URL(link).origin.length)}`;
  };

  test("a channel shows who has not confirmed, and can resend the request", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/alerts/channels/new", { browser });
    await page.getByLabel("Name").fill("On-call");
    const recipients = page.getByLabel("Recipients");
    for (const address of [OWNER.email, OUTSIDER]) {
      await recipients.fill(address);
      await recipients.press("Enter");
    }
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByText("get an email to confirm that they want alerts").waitFor();
    const states = page.getByRole("region", { name: "Recipients" });
    await states.getByText("Confirmed", { exact: true }).waitFor();
    await states.getByText("Not confirmed", { exact: true }).waitFor();
    channelPath = new URL(page.url()).pathname;
    await findLinkTo(OUTSIDER);
    // The first mail was sent a moment ago.
    await page.getByRole("button", { name: `Resend to ${OUTSIDER}` }).click();
    await page.getByText("was mailed within the last hour").last().waitFor();
    expect(pageErrors.filter((error) => !error.includes("429"))).toEqual([]);
  });

  test.each(LOOKS)("its pages are accessible, %s", async (name, options) => {
    const { page, pageErrors } = await openDashboard(vedette, channelPath, { browser, ...options });
    await page.getByRole("button", { name: `Resend to ${OUTSIDER}` }).waitFor();
    await look(page, `channel-${name}`);
    await page.goto("/alerts/channels");
    await page.getByText(`Waiting for confirmation: ${OUTSIDER}`).waitFor();
    await look(page, `channels-${name}`);
    expect(pageErrors).toEqual([]);
  });

  test.each(LOOKS)("opening the link of a mail changes nothing, %s", async (name, options) => {
    const page = await (await browser.newContext(options)).newPage();
    const pageErrors = watchPageErrors(page);
    await page.goto(await findLinkTo(OUTSIDER));
    await page.getByRole("button", { name: "Yes, send me emails" }).waitFor();
    await look(page, `recipient-${name}`);
    expect(pageErrors).toEqual([]);
  });

  test("the buttons behind the link confirm and opt out", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(await findLinkTo(OUTSIDER));
    await page.getByRole("button", { name: "Yes, send me emails" }).click();
    await page.getByText(/receives alerts and reports from/).waitFor();
    await look(page, "recipient-confirmed");
    const { page: own } = await openDashboard(vedette, channelPath, { browser });
    await own.getByText("Confirmed", { exact: true }).nth(1).waitFor();
    await own.getByRole("button", { name: "Send test: On-call" }).click();
    await own.getByText(/^Delivered in/).waitFor();
    const later = await findLinkTo(OUTSIDER);
    expect(mails.mailsTo(OUTSIDER).at(-1)?.subject).toBe("Test message from Vedette");
    await page.goto("about:blank");
    await page.goto(later);
    await page.getByRole("button", { name: "Stop these emails" }).click();
    await page.getByText(/receives no emails from/).waitFor();
    await look(page, "recipient-refused");
    await own.reload();
    await own.getByText("Opted out").waitFor();
  });

  test.each(LOOKS)("signing up verifies the email address, %s", async (name, options) => {
    const page = await (await browser.newContext({ baseURL: vedette.url, ...options })).newPage();
    const pageErrors = watchPageErrors(page);
    const email = `${name}@elsewhere.example`;
    await page.goto("/");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByLabel("Name").fill("Grace");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("password12");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("too easy to guess").waitFor();
    await look(page, `sign-up-weak-${name}`);
    await page.getByLabel("Password").fill("seven purple lanterns");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await look(page, `sign-up-mailed-${name}`);
    await page.goto(await findLinkTo(email));
    await page.getByLabel("Password").fill("seven purple lanterns");
    await look(page, `sign-up-verify-${name}`);
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await page.getByRole("heading", { name: "Confirm your email address" }).waitFor({ state: "detached" });
    await vi.waitFor(async () => {
      const response = await page.request.get("/api/auth/session");
      expect((await response.json()).data.person?.email).toBe(email);
    }, 30_000);
    expect(pageErrors.filter((error) => !/40[0-9]/.test(error))).toEqual([]);
  });
});
