import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_PATH, launchChromium } from "../../harness/chromium.ts";
import { accessibilityViolations, signUpMember, signUpOwner } from "../../harness/dashboard.ts";
import { createLab } from "../../harness/lab.ts";
import { openPage } from "../../harness/pages.ts";
import { signIn } from "../../harness/sharing/kept-sessions.ts";
import { runVedette, type Vedette } from "../../harness/vedette.ts";

/** Members of an organization that requires single sign-on or a second factor. */

const lab = createLab(afterAll);
const PASSWORD = "a long password of tests";
/** At which nothing listens. */
const ISSUER = "https://127.0.0.1:9";

describe.skipIf(!CHROMIUM_PATH)("an organization that requires another sign-in", () => {
  let vedette: Vedette;
  let browser: Browser;
  let dataDir: string;
  let orgPath: string;

  beforeAll(async () => {
    dataDir = await lab.newDataDir();
    vedette = await lab.start({ dataDir });
    await signUpOwner(vedette);
    const own = await vedette.request("GET", "/api/v1/user/organizations");
    orgPath = `/api/v1/organizations/${(own.body as { data: [{ id: string }] }).data[0].id}`;
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("leads to its identity provider without a request that is refused", async () => {
    await requireProvider("acme.example.org");
    const { page, refused } = await openAs("acme.example.org");
    await page.getByRole("heading", { name: "Single sign-on required" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(refused).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("says in German that its provider does not respond", async () => {
    await requireProvider("german.example.org");
    const { page } = await openAs("german.example.org", { locale: "de-DE" });
    await page.getByRole("button", { name: "Mit Single Sign-on anmelden" }).click();
    await page
      .getByText("german.example.org hat nicht geantwortet. Versuchen Sie es in einer Minute erneut.")
      .waitFor();
  });

  test("leads to the set-up of a second factor, also once it requires it", async () => {
    const { page, refused } = await openAs("example.net");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await setTwoFactorRequired(true);
    await page.getByRole("heading", { name: "Set up two-factor authentication" }).waitFor();
    refused.length = 0;
    await page.goto("/monitors");
    await page.getByRole("heading", { name: "Set up two-factor authentication" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(refused).toEqual([]);
    await setTwoFactorRequired(false);
  });

  /** Adds a provider that is named like its domain. */
  async function requireProvider(domain: string): Promise<void> {
    const provider = {
      ...{ name: domain, issuer: ISSUER, client_id: "vedette", client_secret: "a secret" },
      ...{ domains: [domain], required: true, default_role: "member" },
    };
    const created = await vedette.request("POST", "/api/v1/identity-providers", provider);
    const { id } = (created.body as { data: { id: string } }).data;
    const args = ["verify-domain", domain, "--provider", id, "--issuer", ISSUER];
    const { code, stderr } = await runVedette({ dataDir, args });
    expect([code, stderr]).toEqual([0, ""]);
  }

  async function setTwoFactorRequired(isRequired: boolean): Promise<void> {
    const changed = await vedette.request("PUT", orgPath, { settings: { require_two_factor: isRequired } });
    expect(changed.status).toBe(200);
  }

  /** Opens the dashboard as a new member who signed in by password. `refused` has the paths of responses 403. */
  async function openAs(
    domain: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; refused: string[] }> {
    const person = { name: "Grace", email: `${randomUUID()}@${domain}`, password: PASSWORD };
    await signUpMember(vedette, { ...person, role: "member" });
    const page = await openPage(browser, vedette.url, options);
    await signIn(page.context(), vedette.url, person);
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(new URL(response.url()).pathname);
    });
    await page.goto("/");
    return { page, refused };
  }
});
