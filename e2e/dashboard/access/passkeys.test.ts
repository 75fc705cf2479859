import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, OWNER, signUpOwner, watchPageErrors } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { openPage } from "../../harness/pages.ts";
import type { Vedette } from "../../harness/vedette.ts";

/** Passkeys in a real browser, with an authenticator that Chromium emulates. */

const lab = createLab(afterAll);

describe.skipIf(!CHROMIUM_PATH)("passkeys in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("are added in the profile, sign in without an address, and are removed", async () => {
    const page = await openPage(browser, vedette.url, {});
    const pageErrors = watchPageErrors(page);
    const devices = await addAuthenticator(page);
    // The emulated authenticator would sign in by itself, without the button, as soon as the email field offers passkeys.
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    await page.goto("/settings/profile");
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    const section = page.getByRole("region", { name: "Passkeys" });
    await section.getByText("No passkeys yet.").waitFor();
    const add = section.getByRole("button", { name: "Add passkey" });
    const hasFocus = (button: Locator) => button.and(page.locator(":focus")).waitFor();
    await add.press("Enter");
    await section.getByRole("button", { name: "Cancel" }).press("Enter");
    await hasFocus(add);
    await add.press("Enter");
    await section.getByLabel("Passkey name").fill("Work laptop");
    expect(await accessibilityViolations(page)).toEqual([]);
    await section.getByLabel("Passkey name").press("Enter");
    await section.getByText("never used").waitFor();
    await hasFocus(add);
    const rename = section.getByRole("button", { name: "Rename Work laptop" });
    await rename.press("Enter");
    await section.getByRole("button", { name: "Save name" }).press("Enter");
    await hasFocus(rename);
    expect(await credentialHosts(devices)).toEqual(["localhost"]);

    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await section.getByText("This session").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await section.getByRole("button", { name: "Remove Work laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await section.getByText("No passkeys yet.").waitFor();

    // The device still has it, but the server does not know it anymore.
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("This passkey is not registered here").waitFor();
    expect(pageErrors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("are not offered at an IP address", async () => {
    const address = `http://127.0.0.1:${new URL(vedette.url).port}`;
    const page = await openPage(browser, address, {});
    await page.goto("/");
    await page.getByLabel("Email").waitFor();
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
  });
});

type Devices = { client: CDPSession; authenticatorId: string };

async function addAuthenticator(page: Page): Promise<Devices> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { client, authenticatorId };
}

async function credentialHosts({ client, authenticatorId }: Devices): Promise<(string | undefined)[]> {
  const { credentials } = await client.send("WebAuthn.getCredentials", { authenticatorId });
  return credentials.map(({ rpId }) => rpId);
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.reload();
}
