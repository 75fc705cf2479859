import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, OWNER, openDashboard, signUpMember } from "../../harness/dashboard.ts";
import { enterSharedVedette } from "../../harness/sharing/shared-vedette.ts";
import type { Vedette } from "../../harness/vedette.ts";

describe.skipIf(!CHROMIUM_PATH)("the address of an account", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await enterSharedVedette();
    browser = await launchChromium();
  });

  test("is in use as a contact method, and its verification is shown once", async () => {
    const person = { name: "Grace", email: `${randomUUID()}@example.org`, password: OWNER.password };
    await signUpMember(vedette, { ...person, role: "member" });
    const { page } = await openDashboard(vedette, "/settings/profile", { browser, person });
    const method = page.getByRole("region", { name: "Contact methods" }).getByRole("listitem").first();
    await method.getByText("address of your account").waitFor();
    await method.getByText("In use").waitFor();
    const account = page.getByRole("region", { name: "Account" });
    await account.getByText("Not verified").waitFor();
    await account.getByText("Messages reach this address").waitFor();
    expect(await page.getByText("Verified", { exact: true }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("that is verified needs no explanation", async () => {
    const { page } = await openDashboard(vedette, "/settings/profile", { browser });
    await page.getByRole("region", { name: "Account" }).getByText("Verified", { exact: true }).waitFor();
    expect(await page.getByText("Messages reach this address").count()).toBe(0);
  });
});
