import { randomUUID } from "node:crypto";
import { signInErrorText } from "@vedette/contract/people/sign-in-errors.ts";
import { expect, test } from "vitest";
import { Browser } from "../../../../test/browser.ts";
import { identityProviderLab } from "../../../../test/labs/identity-provider-lab.ts";

/** The messages of a sign-in when the provider of an organization fails. */

const lab = identityProviderLab();

const pendingProvider = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.pending_provider;

test("a wrong client secret is named, with the provider of the organization, to the browser that signed in only", async () => {
  const { domain } = await lab.makeProvider({ name: "Acme people", client_secret: "not the secret" });
  const { browser, path } = await lab.signIn({ email: lab.emailAt(domain) });
  expect(path).toBe("/#notice=client_rejected");
  expect(await pendingProvider(browser)).toBe("Acme people");
  expect(await pendingProvider(new Browser(lab.running))).toBeNull();
});

test("a sign-in that a person cancels at the provider has its own message", async () => {
  const { domain } = await lab.makeProvider();
  const browser = new Browser(lab.running);
  const begun = await lab.begin(browser, lab.emailAt(domain));
  const { searchParams } = new URL(begun.json().data.url);
  const answer = new URLSearchParams({ error: "access_denied", state: searchParams.get("state") ?? "" });
  answer.set("iss", lab.provider.issuer);
  const response = await browser.get(`/api/auth/oidc/callback?${answer}`);
  expect(response.headers.location).toBe("/#notice=provider_denied");
});

test.each([
  ["provider_unreachable", (): string => "http://127.0.0.1:9"],
  ["wrong_issuer", (): string => `${lab.provider.issuer}/other`],
] as const)("the start of a sign-in names %s", async (notice, issuer) => {
  const { domain } = await lab.makeProvider({ issuer: issuer() });
  const response = await lab.begin(new Browser(lab.running), lab.emailAt(domain));
  const values = { provider: "Acme" };
  const message = signInErrorText(notice, values);
  const error = { code: "SERVICE_UNAVAILABLE", message, reason: { code: notice, values } };
  expect([response.statusCode, response.json().error]).toEqual([503, error]);
});

test("the start of a sign-in names a domain without a provider", async () => {
  const response = await lab.begin(new Browser(lab.running), "ada@nowhere.example.org");
  expect([response.statusCode, response.json().error.reason]).toEqual([
    404,
    { code: "domain_without_provider", values: { domain: "nowhere.example.org" } },
  ]);
});

test("a session knows whether a provider is responsible for its address", async () => {
  const org = await lab.makeProvider();
  const member = lab.browserOf(await lab.makeMemberAt(org, { role: "member" }));
  const other = await lab.signIn({ sub: randomUUID(), email: lab.emailAt(org.domain) });
  for (const browser of [member, other.browser])
    expect((await browser.get("/api/auth/session")).json().data.single_sign_on).toBe(true);
});
