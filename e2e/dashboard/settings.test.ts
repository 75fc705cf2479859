import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticatorCode } from "../../packages/server/test/authenticator-code.ts";
import { CHROMIUM_PATH, launchChromium, releaseChromium } from "../harness/chromium.ts";
import { accessibilityViolations, OWNER, openDashboard, PHONE, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Variables, locations and settings in a real browser. */

const lab = createLab(afterAll);

const GRACE = { name: "Grace", email: "grace@example.org", password: "another password of tests" };

const PATHS = [
  "/variables",
  "/locations",
  "/settings/organization",
  "/settings/members",
  "/settings/api-keys",
  "/settings/ci-trusts",
  "/settings/audit-log",
  "/settings/audit-streams",
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
  afterAll(() => releaseChromium(browser));

  test("adds, edits and deletes a variable, and hides it once it is secret", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/variables", { browser });
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name").fill("1 wrong");
    await page.getByLabel("Value").fill("sesame");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    expect(await page.getByLabel("Value").inputValue()).toBe("sesame");
    await page.getByLabel("Name").fill("TOKEN");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row", { name: /TOKEN/ });
    await row.getByText("sesame").waitFor();

    await selectMenuItem(page, "Actions for TOKEN", "Make secret");
    await page.getByRole("button", { name: "Make secret" }).click();
    await row.getByText("Secret (hidden)").waitFor();
    expect(await page.getByText("sesame").count()).toBe(0);

    await selectMenuItem(page, "Actions for TOKEN", "Edit");
    await page.getByLabel("Name").fill("TOKEN_2");
    expect(await page.getByLabel("New value").inputValue()).toBe("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /TOKEN_2/ }).waitFor();

    await selectMenuItem(page, "Actions for TOKEN_2", "Delete");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "No variables yet" }).waitFor();
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("does not delete a variable in use and names the monitors that use it", async () => {
    const key = vedette.key;
    const named = { name: "HOST_PATH", value: "healthz" };
    await vedette.requestWith({ method: "POST", path: "/api/v1/variables", key, body: named });
    const monitor = { name: "Shop", type: "url", url: `${vedette.url}/{{HOST_PATH}}` };
    const created = await vedette.requestWith({
      method: "POST",
      path: "/api/v1/monitors",
      key,
      body: monitor,
    });
    expect(created.status, created.text).toBe(201);
    const { page } = await openDashboard(vedette, "/variables", { browser });
    await selectMenuItem(page, "Actions for HOST_PATH", "Delete");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("'Shop'").waitFor();
  });

  test("creates an API key, shows it once and revokes it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/api-keys", { browser });
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pipeline");
    await dialog.getByRole("radio", { name: /Read/ }).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText(/^vdt_agent_.{20,}/).waitFor();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Revoke Pipeline" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page
      .getByRole("row", { name: /Pipeline/ })
      .getByText("Revoked")
      .waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("adds a CI trust from a preset, shows what the job needs, and deletes it", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/ci-trusts", { browser });
    await page.getByRole("heading", { name: "No CI trusts yet" }).waitFor();
    await page.getByRole("button", { name: "Add trust" }).click();
    const dialog = page.getByRole("dialog");
    const issuer = dialog.getByLabel("Issuer");
    expect(await issuer.inputValue()).toBe("https://token.actions.githubusercontent.com");
    await dialog.getByLabel("CI system").selectOption("GitLab");
    expect(await issuer.inputValue()).toBe("https://gitlab.com");
    expect(await dialog.getByLabel("Audience").inputValue()).toBe(vedette.url);
    await dialog.getByLabel("Subject pattern").fill("project_path:*");
    await dialog.getByLabel("Projects").fill("shop, not a name");
    await dialog.getByRole("button", { name: "Add trust" }).click();
    await dialog.getByText(/^The subject pattern must name the owner/).waitFor();
    await dialog.getByText(/^Each entry must be the name of a project/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel("Subject pattern").fill("project_path:acme/*");
    await dialog.getByLabel("Projects").fill("shop, team-*");
    await dialog.getByRole("button", { name: "Add trust" }).click();
    await dialog.getByText(/VEDETTE_TRUST_ID: [0-9a-f-]{36}/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: /project_path:acme/ });
    await row.getByText("shop, team-*").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole("button", { name: "Delete the trust in project_path:acme/*" }).click();
    await page.getByRole("button", { name: "Delete trust" }).click();
    await page.getByRole("heading", { name: "No CI trusts yet" }).waitFor();
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("approves the login of a program by its code, with the chosen scope", async () => {
    const anonymous = { method: "POST", key: null } as const;
    const name = { client_name: "vdt on laptop" };
    const start = await vedette.requestWith({ ...anonymous, path: "/api/v1/device/code", body: name });
    const started = JSON.parse(start.text).data;
    const { page, pageErrors } = await openDashboard(vedette, `/device?code=${started.user_code}`, {
      browser,
    });
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("vdt on laptop").waitFor();
    await page.getByRole("radio", { name: /Read/ }).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Approve login" }).click();
    await page.getByText("Login approved.").waitFor();
    const body = { device_code: started.device_code };
    const token = await vedette.requestWith({ ...anonymous, path: "/api/v1/device/token", body });
    expect(JSON.parse(token.text).data).toMatchObject({ status: "approved", key: expect.any(String) });
    expect(pageErrors).toEqual([]);
  });

  test("invites a person, replaces and revokes the link, and changes a role", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/members", { browser });
    await page.getByLabel("Email").fill("grace@example.org");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const link = await page.getByText(/\/invite#|#[A-Za-z0-9_-]{43}/).textContent();
    await page.getByRole("button", { name: "Create new link for grace@example.org" }).click();
    const renewed = await page
      .getByRole("dialog")
      .getByText(/#[A-Za-z0-9_-]{43}/)
      .textContent();
    expect(renewed).not.toBe(link);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await signUp(renewed ?? "");
    await page.reload();
    await page.getByLabel("Role of Grace").selectOption("viewer");
    await page.getByText("Grace is now viewer.").waitFor();
    await page.getByLabel("Email").fill("edsger@example.org");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("button", { name: "Revoke edsger@example.org" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("Invitation for edsger@example.org revoked.").waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("offers a viewer no action that the server would reject, and shows the reason", async () => {
    const context = await browser.newContext({ baseURL: vedette.url });
    const answer = await context.request.post("/api/auth/sign-in", {
      data: { email: GRACE.email, password: GRACE.password },
      headers: { origin: vedette.url },
    });
    expect(answer.status()).toBe(200);
    const page = await context.newPage();
    for (const [path, text] of [
      ["/variables", /Members can change them/],
      ["/settings/members", /Only admins and owners can invite/],
      ["/settings/api-keys", /Only admins and owners can view and create/],
      ["/settings/ci-trusts", /Only admins and owners can view and add CI trusts/],
      ["/settings/audit-log", /Only admins and owners can view the audit log/],
      ["/settings/audit-streams", /Only admins and owners can view and add streams/],
      ["/settings/organization", /Only owners can transfer/],
    ] as const) {
      await page.goto(path);
      await page.getByText(text).waitFor();
      expect(await page.getByRole("button", { name: /Add|Create key|Save|^Invite$|^Delete/ }).count()).toBe(
        0,
      );
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  });

  test("edits the organization, creates another one and deletes it by typing its name", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/organization", { browser });
    await page.getByLabel("Name", { exact: true }).fill("Lovelace Ltd");
    await page.getByLabel("Slug").fill("Not a slug");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("input[aria-invalid=true]").waitFor();
    await page.getByLabel("Slug").fill("lovelace");
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Lovelace Ltd" }).waitFor();
    await page.getByLabel("Organization name").fill("Second");
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("heading", { name: "Second" }).waitFor();
    await page.getByRole("button", { name: "Delete organization" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Delete permanently" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Second");
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await page.getByRole("heading", { name: "Lovelace Ltd" }).waitFor();
    expect(pageErrors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  test("the audit log shows changed fields and applies its filters", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/audit-log", { browser });
    await page.getByLabel("Action", { exact: true }).selectOption("organization.update");
    await page.waitForURL(/action=organization.update/);
    const entry = page.getByRole("listitem").filter({ hasText: "Organization updated" }).first();
    await entry.locator("summary").click();
    await entry.getByText("Europe/Berlin").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await entry.getByRole("button", { name: "All changes to this object" }).click();
    await page.waitForURL(/target=/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("listitem").filter({ hasText: "Variable deleted" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test("changes the password, and sets up and removes an authenticator app", async () => {
    const { page, pageErrors } = await openDashboard(vedette, "/settings/profile", { browser });
    await page.getByLabel("Current password").fill("not this one at all");
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("is not your password").waitFor();
    await page.getByLabel("Current password").fill(OWNER.password);
    await page.getByLabel("New password").fill(OWNER.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("signed out everywhere else").last().waitFor();

    await page.getByRole("button", { name: "Set up app" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = await page.getByText(/^[A-Z2-7]{16,}$/).textContent();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Code from the app").fill("000000");
    await page.getByRole("button", { name: "Enable", exact: true }).click();
    await page.getByText("This code is not right").waitFor();
    await page.getByLabel("Code from the app").fill(authenticatorCode(secret ?? ""));
    await page.getByRole("button", { name: "Enable", exact: true }).click();
    await page.getByRole("button", { name: "Create new recovery codes" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByLabel("Code from the app").fill(authenticatorCode(secret ?? ""));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Create codes" }).click();
    const codes = await page.getByText(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}\s/).textContent();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "I have saved them" }).click();

    await page.getByRole("button", { name: "Remove app" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Remove app" }).click();
    await page.getByText("a code of the authenticator app, or a recovery code").waitFor();
    await page.getByLabel("Code from the app").fill(codes?.split("\n")[0] ?? "");
    await page.getByRole("button", { name: "Remove app" }).click();
    await page.getByRole("button", { name: "Set up app" }).waitFor();
    expect(pageErrors.filter((error) => !/40[01]/.test(error))).toEqual([]);
  });

  test("lists the sessions and signs out a lost device", async () => {
    const { page: lost } = await openDashboard(vedette, "/settings/profile", { browser });
    const { page, pageErrors } = await openDashboard(vedette, "/settings/profile", { browser });
    const others = page.getByRole("button", { name: "Sign out Chrome on Linux" });
    await page.getByText("This session").waitFor();
    const before = await others.count();
    await others.first().click();
    await page.getByText("Session signed out.").waitFor();
    await expect.poll(() => others.count()).toBe(before - 1);
    if (before > 1) await page.getByRole("button", { name: "Sign out all other sessions" }).click();
    await expect.poll(() => others.count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await lost.reload();
    await lost.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)(
    "every page meets WCAG 2.2 AA and the Content-Security-Policy, %s at %o",
    async (colorScheme, viewport) => {
      const size = viewport && { viewport };
      const { page, pageErrors } = await openDashboard(vedette, "/variables", {
        browser,
        colorScheme,
        ...size,
      });
      for (const path of PATHS) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.locator("#app").getByText("Loading …").first().waitFor({ state: "detached" });
        const width = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect([path, await accessibilityViolations(page), pageErrors, width]).toEqual([path, [], [], 0]);
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

async function selectMenuItem(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
