import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { CLIENT, type OidcTestProvider, startOidcProvider } from "../../../../test/servers/oidc-provider.ts";
import { makePerson, OWN_ORIGIN } from "../../../../test/sessions.ts";
import { mailBox, readMailedToken, signUpByMail } from "../../../../test/sign-up.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Uses a real OpenID Connect provider in this process, on loopback. */

const BASE_URL = new URL(OWN_ORIGIN).origin;
const PASSWORD = "correct horse battery";
const box = mailBox();
let provider: OidcTestProvider;
let running: TestApp;
const mayCome = new Set<string>();

beforeAll(async () => {
  provider = await startOidcProvider(`${BASE_URL}/api/auth/oidc/callback`);
  running = await startApp();
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});
beforeEach(() => provider.signInAs({ sub: randomUUID() }));

async function startApp(deny: string[] = []): Promise<TestApp> {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny, ownPorts: () => [] });
  const started = await startTestApp({
    config: { signUp: "open" },
    mailer: box.mailer,
    identity: {
      oidc: {
        ...CLIENT,
        issuer: provider.issuer,
        name: "Acme",
        baseUrl: BASE_URL,
        fetch: createFetchJson(createEgress({ policy })),
        maySignUp: async (email) => mayCome.has(email),
      },
    },
  });
  await new Browser(started).signUpFirst();
  return started;
}

const address = () => `${randomUUID()}@example.org`;

/** Completes the flow: to the provider, through its pages, and back. Returns the final path. */
async function completeFlow(browser: Browser): Promise<string> {
  const begun = await browser.post("/api/auth/oidc");
  expect(begun.statusCode).toBe(200);
  const callback = await provider.visit(begun.json().data.url);
  const response = await browser.get(`${callback.pathname}${callback.search}`);
  expect(response.statusCode).toBe(303);
  return decodeURIComponent(String(response.headers.location));
}

const signedInEmail = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

test("signs in an allowed person, and the same person again after a change of the address", async () => {
  const [sub, email] = [randomUUID(), address()];
  mayCome.add(email);
  provider.signInAs({ sub, email, email_verified: true, name: "Ada" });
  const browser = new Browser(running);
  expect(await completeFlow(browser)).toBe("/");
  expect((await browser.get("/api/auth/session")).json().data.person).toMatchObject({ email, name: "Ada" });
  provider.signInAs({ sub, email: address(), email_verified: true });
  const later = new Browser(running);
  await completeFlow(later);
  expect(await signedInEmail(later)).toBe(email);
  // Only the subject is stored: no token of the provider.
  expect(
    await running.database.rows(sql`
      select access_token, refresh_token, id_token from account where account_id = ${sub}`),
  ).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
});

describe("sign-in is rejected", () => {
  const expectRefused = async (words: string): Promise<void> => {
    const browser = new Browser(running);
    expect(await completeFlow(browser)).toContain(words);
    expect(await signedInEmail(browser)).toBeNull();
  };

  test("without an account and without an invitation", async () => {
    provider.signInAs({ sub: randomUUID(), email: address(), email_verified: true });
    await expectRefused("/#notice=no_account");
  });

  test("with an address that the provider has not verified", async () => {
    const email = address();
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: false });
    await expectRefused("no_account");
  });

  test("without an address", async () => {
    provider.signInAs({ sub: randomUUID() });
    await expectRefused("no_address");
  });

  test("for an account with an unverified address", async () => {
    const { email } = await makePerson(running.database);
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    await expectRefused("address_not_proved");
  });
});

test("does not lock out the owner of an address after an incomplete sign-up", async () => {
  const email = address();
  const squatter = new Browser(running);
  const body = { name: "Eve", email, password: PASSWORD };
  expect((await squatter.post("/api/auth/sign-up", body)).statusCode).toBe(202);
  const token = await readMailedToken(box, email);
  mayCome.add(email);
  provider.signInAs({ sub: randomUUID(), email, email_verified: true, name: "Ada" });
  const owner = new Browser(running);
  expect(await completeFlow(owner)).toBe("/");
  expect(await signedInEmail(owner)).toBe(email);
  // The link of that sign-up cannot take over the account afterwards.
  const late = await squatter.post("/api/auth/sign-up/verify", { token, password: PASSWORD });
  expect(late.statusCode).toBe(400);
  expect(await signedInEmail(squatter)).toBeNull();
});

test("links accounts with an address that both sides have verified", async () => {
  provider.signInAs({ sub: randomUUID(), email: "first@example.org", email_verified: true });
  const browser = new Browser(running);
  await completeFlow(browser);
  expect(await signedInEmail(browser)).toBe("first@example.org");
});

test("links the provider to the signed-in account, and to no other account", async () => {
  const [sub, email] = [randomUUID(), address()];
  const person = { name: "Ada", email, password: PASSWORD };
  const browser = new Browser(running);
  await signUpByMail({ browser, box }, person);
  provider.signInAs({ sub });
  expect(await completeFlow(browser)).toBe("/");
  const later = new Browser(running);
  await completeFlow(later);
  expect(await signedInEmail(later)).toBe(email);
  const thief = new Browser(running);
  await signUpByMail({ browser: thief, box }, { ...person, email: address() });
  expect(await completeFlow(thief)).toContain("account_taken");
});

describe("a provider response", () => {
  const begin = async (): Promise<{ browser: Browser; callback: URL }> => {
    const email = address();
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    const browser = new Browser(running);
    const begun = await browser.post("/api/auth/oidc");
    return { browser, callback: await provider.visit(begun.json().data.url) };
  };
  const arrive = (browser: Browser, { pathname, search }: URL) => browser.get(`${pathname}${search}`);

  test("in another browser than the one that started is rejected", async () => {
    const { callback } = await begin();
    const other = new Browser(running);
    expect(String((await arrive(other, callback)).headers.location)).toContain("/#notice=sign_in_expired");
    expect(await signedInEmail(other)).toBeNull();
  });

  test.each(["state", "code", "iss"])("with another %s is rejected", async (parameter) => {
    const { browser, callback } = await begin();
    callback.searchParams.set(parameter, "https://other.example");
    expect(String((await arrive(browser, callback)).headers.location)).toContain("/#notice=");
    expect(await signedInEmail(browser)).toBeNull();
  });

  test("is valid once", async () => {
    const { browser, callback } = await begin();
    const copy = browser.copy();
    expect((await arrive(browser, callback)).headers.location).toBe("/");
    expect(String((await arrive(copy, callback)).headers.location)).toContain("/#notice=");
    expect(await signedInEmail(copy)).toBeNull();
  });
});

test("rejects a sign-in that a foreign page starts", async () => {
  const response = await new Browser(running).post("/api/auth/oidc", {}, { origin: "https://evil.example" });
  expect(response.statusCode).toBe(403);
});

test("does not contact a provider that the egress policy blocks", async () => {
  const walled = await startApp(["127.0.0.1", "::1"]);
  try {
    const before = provider.requests();
    const response = await new Browser(walled).post("/api/auth/oidc");
    expect(response.statusCode).toBe(503);
    expect(provider.requests()).toBe(before);
  } finally {
    await walled.stop();
  }
});
