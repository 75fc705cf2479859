import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../harness/chromium.ts";
import { accessibilityFaults, OWNER, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Variables, locations and the settings, in a real browser. */

const lab = createLab(afterAll);

const GRACE = { name: "Grace", email: "grace@example.org", password: "another password of tests" };

const PATHS = [
  "/variables",
  "/locations",
  "/settings/organization",
  "/settings/members",
  "/settings/api-keys",
  "/settings/audit-log",
  "/settings/profile",
];

describe.skipIf(!CHROMIUM_PATH)("variables, locations and settings in Chromium", () => {
  let vedette: Vedette;
  let browser: Browser;

  beforeAll(async () => {
    vedette = await lab.start({ dataDir: await lab.newDataDir() });
    await signUpOwner(vedette);
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a variable is added, changed, made secret and then shown no more, and deleted", async () => {
    const { page, faults } = await openDashboard(vedette, "/variables", { browser });
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name").fill("1 wrong");
    await page.getByLabel("Value").fill("sesame");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    expect(await page.getByLabel("Value").inputValue()).toBe("sesame");
    await page.getByLabel("Name").fill("TOKEN");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row", { name: /TOKEN/ });
    await row.getByText("sesame").waitFor();

    await choose(page, "Actions for TOKEN", "Make secret");
    await page.getByRole("button", { name: "Make secret" }).click();
    await row.getByText("Secret, not shown").waitFor();
    expect(await page.getByText("sesame").count()).toBe(0);

    await choose(page, "Actions for TOKEN", "Change");
    await page.getByLabel("Name").fill("TOKEN_2");
    expect(await page.getByLabel("New value").inputValue()).toBe("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /TOKEN_2/ }).waitFor();

    await choose(page, "Actions for TOKEN_2", "Delete");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Write a value down once" }).waitFor();
    expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  });

  test("a variable that is used stays, and its users are told", async () => {
    const key = vedette.key;
    const named = { name: "HOST_PATH", value: "healthz" };
    await vedette.requestWith({ method: "POST", path: "/api/v1/variables", key, body: named });
    const monitor = { name: "Shop", type: "url", url: `${vedette.url}/{{HOST_PATH}}` };
    const made = await vedette.requestWith({ method: "POST", path: "/api/v1/monitors", key, body: monitor });
    expect(made.status, made.text).toBe(201);
    const { page } = await openDashboard(vedette, "/variables", { browser });
    await choose(page, "Actions for HOST_PATH", "Delete");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("'Shop'").waitFor();
  });

  test("a key is made, shown once and revoked", async () => {
    const { page, faults } = await openDashboard(vedette, "/settings/api-keys", { browser });
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pipeline");
    await dialog.getByRole("radio", { name: /Read/ }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText(/^vdt_agent_.{20,}/).waitFor();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Revoke Pipeline" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page
      .getByRole("row", { name: /Pipeline/ })
      .getByText("Revoked")
      .waitFor();
    expect(faults).toEqual([]);
  });

  test("somebody is invited by a link, which is renewed and withdrawn; a member gets a role", async () => {
    const { page, faults } = await openDashboard(vedette, "/settings/members", { browser });
    await page.getByLabel("E-mail").fill("grace@example.org");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const link = await page.getByText(/\/invite#|#[A-Za-z0-9_-]{43}/).textContent();
    await page.getByRole("button", { name: "New link for grace@example.org" }).click();
    const renewed = await page
      .getByRole("dialog")
      .getByText(/#[A-Za-z0-9_-]{43}/)
      .textContent();
    expect(renewed).not.toBe(link);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await signUp(renewed ?? "");
    await page.reload();
    await page.getByLabel("Role of Grace").selectOption("viewer");
    await page.getByText("Grace is viewer now.").waitFor();
    await page.getByLabel("E-mail").fill("edsger@example.org");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("button", { name: "Withdraw edsger@example.org" }).click();
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    await page.getByText("is withdrawn").waitFor();
    expect(faults).toEqual([]);
  });

  test("a viewer is offered nothing that the server would refuse, and told why", async () => {
    const context = await browser.newContext({ baseURL: vedette.url });
    const answer = await context.request.post("/api/auth/sign-in", {
      data: { email: GRACE.email, password: GRACE.password },
      headers: { origin: vedette.url },
    });
    expect(answer.status()).toBe(200);
    const page = await context.newPage();
    for (const [path, words] of [
      ["/variables", /Members change them/],
      ["/settings/members", /Admins and owners invite/],
      ["/settings/api-keys", /seen and made by admins/],
      ["/settings/audit-log", /read by admins/],
      ["/settings/organization", /Owners can also/],
    ] as const) {
      await page.goto(path);
      await page.getByText(words).waitFor();
      expect(await page.getByRole("button", { name: /Add|Create key|Save|^Invite$|^Delete/ }).count()).toBe(
        0,
      );
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  test("the organization is changed, another created and deleted by its typed name", async () => {
    const { page, faults } = await openDashboard(vedette, "/settings/organization", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Lovelace Ltd");
    await page.getByLabel("Slug").fill("Not a slug");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    await page.getByLabel("Slug").fill("lovelace");
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Lovelace Ltd" }).waitFor();
    await page.getByLabel("Name of the new organization").fill("Second");
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("heading", { name: "Second" }).waitFor();
    await page.getByRole("button", { name: "Delete organization" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Delete for good" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Second");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "Lovelace Ltd" }).waitFor();
    expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
  });

  test("the audit log shows what a change did, and only what is asked for", async () => {
    const { page, faults } = await openDashboard(vedette, "/settings/audit-log", { browser });
    await page.getByLabel("Change", { exact: true }).selectOption("organization.update");
    await page.waitForURL(/action=organization.update/);
    const entry = page.getByRole("listitem").filter({ hasText: "Organization changed" }).first();
    await entry.locator("summary").click();
    await entry.getByText("Europe/Berlin").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await entry.getByRole("button", { name: "All changes of this" }).click();
    await page.waitForURL(/target=/);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("listitem").filter({ hasText: "Variable deleted" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("the password is changed and an authenticator app set up and removed", async () => {
    const { page, faults } = await openDashboard(vedette, "/settings/profile", { browser });
    await page.getByLabel("Present password").fill("not this one at all");
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("is not your password").waitFor();
    await page.getByLabel("Present password").fill(OWNER.password);
    await page.getByLabel("New password").fill(OWNER.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("signed out everywhere else").last().waitFor();

    await page.getByRole("button", { name: "Set up an app" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Go on" }).click();
    const secret = await page.getByText(/^[A-Z2-7]{16,}$/).textContent();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Code of the app").fill("000000");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("This code is not right").waitFor();
    await page.getByLabel("Code of the app").fill(codeOf(secret ?? ""));
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByRole("button", { name: "New recovery codes" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByLabel("Code of the app").fill(codeOf(secret ?? ""));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Make new codes" }).click();
    const codes = await page.getByText(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}\s/).textContent();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "I have kept them" }).click();

    await page.getByRole("button", { name: "Remove the app" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Remove the app" }).click();
    await page.getByText("a code of the authenticator app, or a recovery code").waitFor();
    await page.getByLabel("Code of the app").fill(codes?.split("\n")[0] ?? "");
    await page.getByRole("button", { name: "Remove the app" }).click();
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    expect(faults.filter((fault) => !/40[01]/.test(fault))).toEqual([]);
  });

  test("one sees where one is signed in, and signs a lost device out", async () => {
    const { page: lost } = await openDashboard(vedette, "/settings/profile", { browser });
    const { page, faults } = await openDashboard(vedette, "/settings/profile", { browser });
    const others = page.getByRole("button", { name: "End the session of Chrome on Linux" });
    await page.getByText("This one").waitFor();
    const before = await others.count();
    await others.first().click();
    await page.getByText("The session is ended.").waitFor();
    await expect.poll(() => others.count()).toBe(before - 1);
    if (before > 1) await page.getByRole("button", { name: "End all others" }).click();
    await expect.poll(() => others.count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await lost.reload();
    await lost.getByRole("button", { name: "Sign in" }).waitFor();
    expect(faults).toEqual([]);
  });

  test.each([
    ["light", undefined],
    ["dark", undefined],
    ["light", PHONE],
    ["dark", PHONE],
  ] as const)(
    "every screen keeps to WCAG 2.2 AA and to the policy, %s at %o",
    async (colorScheme, viewport) => {
      const size = viewport && { viewport };
      const { page, faults } = await openDashboard(vedette, "/variables", { browser, colorScheme, ...size });
      for (const path of PATHS) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.getByText("Loading …").first().waitFor({ state: "detached" });
        const width = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect([path, await accessibilityFaults(page), faults, width]).toEqual([path, [], [], 0]);
      }
    },
  );

  async function signUp(link: string): Promise<void> {
    const answer = await vedette.requestWith({
      method: "POST",
      path: "/api/auth/sign-up",
      key: null,
      headers: { origin: vedette.url },
      body: { ...GRACE, invitation_token: link.slice(link.indexOf("#") + 1) },
    });
    expect(answer.status, answer.text).toBe(201);
  }
});

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const STEP_MS = 30_000;

/** What an authenticator app shows now. Source: RFC 6238 with SHA-1, six digits and 30 seconds. */
function codeOf(secret: string): string {
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return ((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0");
}
