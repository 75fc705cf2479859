import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { authenticatorCode } from "../../../packages/server/test/authenticator-code.ts";
import { CHROMIUM_PATH, launchChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, PHONE, signUpMember, watchPageErrors } from "../../harness/dashboard.ts";
import { openPage } from "../../harness/pages.ts";
import { signIn } from "../../harness/sharing/kept-sessions.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Sign-in by password and code, by keyboard only. */

describe.skipIf(!CHROMIUM_PATH)("the code of a second factor", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });

  test("is entered by keyboard as the app shows it, and a wrong one is cleared", async () => {
    const { page, secret, pageErrors } = await openCodePage();
    const field = page.getByRole("textbox", { name: "Code" });
    await hasFocus(page, field);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Enter the six digits that your authenticator app shows.").waitFor();
    await page.keyboard.type(wrongCode(secret));
    await page.keyboard.press("Enter");
    await page.getByText("This code is not right. Enter a new code of the app").waitFor();
    expect(await field.inputValue()).toBe("");
    await hasFocus(page, field);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type(authenticatorCode(secret).replace(/^(...)/, "$1 "));
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect(pageErrors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("may be a recovery code, on a phone, in German", async () => {
    const german = { viewport: PHONE, locale: "de-DE", colorScheme: "dark" } as const;
    const { page, secret, recoveryCodes } = await openCodePage(german);
    await page.keyboard.type(wrongCode(secret));
    await page.keyboard.press("Enter");
    await page.getByText("Dieser Code ist falsch.").waitFor();
    await page.keyboard.type("123");
    await page.getByRole("button", { name: "Wiederherstellungscode verwenden" }).press("Enter");
    const field = page.getByRole("textbox", { name: "Wiederherstellungscode" });
    await hasFocus(page, field);
    expect([await field.inputValue(), await page.getByRole("alert").count()]).toEqual(["", 0]);
    await page.getByText("vedette remove-two-factor").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(PHONE.width);
    // As read from paper, without the hyphen.
    await page.keyboard.type((recoveryCodes[0] ?? "").replace("-", ""));
    await page.keyboard.press("Enter");
    // A phone shows the navigation once its menu is open.
    await page.locator("nav[aria-label=Hauptnavigation]").waitFor({ state: "attached" });
  });

  test("a recovery code is accepted in the field of the app", async () => {
    const { page, recoveryCodes } = await openCodePage();
    await page.keyboard.type(recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  test("five wrong ones lead back to the password, with the reason", async () => {
    const { page, secret } = await openCodePage();
    for (let tries = 1; tries <= 6; tries += 1) {
      const sent = page.waitForResponse(/sign-in\/code/);
      await page.keyboard.type(wrongCode(secret));
      await page.keyboard.press("Enter");
      await sent;
      if (tries < 6) await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("");
    }
    await page.getByText("This sign-in has ended: it expired, or five codes were wrong.").waitFor();
    await hasFocus(page, page.getByLabel("Email"));
  });

  /** A new member with an authenticator app, who has entered the password. */
  async function openCodePage(options: BrowserContextOptions = {}) {
    const person = { name: "Grace Member", email: `${randomUUID()}@example.org`, password: PASSWORD };
    await signUpMember(vedette, { ...person, role: "member" });
    const page = await openPage(browser, vedette.url, options);
    await signIn(page.context(), vedette.url, person);
    const post = async (path: string, data: object) => {
      const response = await page.request.post(path, { data, headers: { origin: vedette.url } });
      if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
      return (await response.json()).data;
    };
    const app = await post("/api/auth/two-factor", { password: PASSWORD });
    const secret = new URL(app.uri).searchParams.get("secret") ?? "";
    // The previous step, so that the code of the current one is unused.
    await post("/api/auth/two-factor/confirm", { code: authenticatorCode(secret, -1) });
    await page.context().clearCookies();
    const pageErrors = watchPageErrors(page);
    await page.goto("/");
    await page.locator("[type=email]").fill(person.email);
    await page.locator("[type=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.locator("[name=code]").waitFor();
    return { page, secret, recoveryCodes: app.recovery_codes as string[], pageErrors };
  }
});

const PASSWORD = "a long password of tests";

/** Differs from the codes that are accepted at the moment. */
function wrongCode(secret: string): string {
  const accepted = [-1, 0, 1, 2].map((step) => authenticatorCode(secret, step));
  return ["000000", "000001", "000002", "000003", "000004"].find((code) => !accepted.includes(code)) ?? "";
}

function hasFocus(page: Page, field: ReturnType<Page["locator"]>): Promise<void> {
  return field.and(page.locator(":focus")).waitFor();
}
