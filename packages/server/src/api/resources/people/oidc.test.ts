import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { CLIENT, type OidcTestProvider, startOidcProvider } from "../../../../test/servers/oidc-provider.ts";
import { makePerson, OWN_ORIGIN } from "../../../../test/sessions.ts";
import { mailBox, mailedToken, signUpByMail } from "../../../../test/sign-up.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Against a real OpenID Connect provider, which runs in this process and listens on loopback. */

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

/** All the way: to the provider, through its pages, and back. The path that we are sent to at the end. */
async function goThrough(browser: Browser): Promise<string> {
  const begun = await browser.post("/api/auth/oidc");
  expect(begun.statusCode).toBe(200);
  const callback = await provider.visit(begun.json().data.url);
  const answer = await browser.get(`${callback.pathname}${callback.search}`);
  expect(answer.statusCode).toBe(303);
  return decodeURIComponent(String(answer.headers.location));
}

const whoIs = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

test("who may come signs in and is the same person the next time, whatever his address is by then", async () => {
  const [sub, email] = [randomUUID(), address()];
  mayCome.add(email);
  provider.signInAs({ sub, email, email_verified: true, name: "Ada" });
  const browser = new Browser(running);
  expect(await goThrough(browser)).toBe("/");
  expect((await browser.get("/api/auth/session")).json().data.person).toMatchObject({ email, name: "Ada" });
  provider.signInAs({ sub, email: address(), email_verified: true });
  const later = new Browser(running);
  await goThrough(later);
  expect(await whoIs(later)).toBe(email);
  // Only what tells who it is is kept: no token of the provider.
  expect(
    await running.database.rows(sql`
      select access_token, refresh_token, id_token from account where account_id = ${sub}`),
  ).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
});

describe("nobody gets in", () => {
  const expectRefused = async (words: string): Promise<void> => {
    const browser = new Browser(running);
    expect(await goThrough(browser)).toContain(words);
    expect(await whoIs(browser)).toBeNull();
  };

  test("who has no account and may not come", async () => {
    provider.signInAs({ sub: randomUUID(), email: address(), email_verified: true });
    await expectRefused("/#notice=no_account");
  });

  test("whose address the provider does not vouch for", async () => {
    const email = address();
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: false });
    await expectRefused("no_account");
  });

  test("who has no address", async () => {
    provider.signInAs({ sub: randomUUID() });
    await expectRefused("no_address");
  });

  test("into an account whose address was never proved here", async () => {
    const { email } = await makePerson(running.database);
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    await expectRefused("address_not_proved");
  });
});

test("a sign-up that was not completed does not lock out the owner of the address", async () => {
  const email = address();
  const squatter = new Browser(running);
  const body = { name: "Eve", email, password: PASSWORD };
  expect((await squatter.post("/api/auth/sign-up", body)).statusCode).toBe(202);
  const token = await mailedToken(box, email);
  mayCome.add(email);
  provider.signInAs({ sub: randomUUID(), email, email_verified: true, name: "Ada" });
  const owner = new Browser(running);
  expect(await goThrough(owner)).toBe("/");
  expect(await whoIs(owner)).toBe(email);
  // Nor is the account taken over afterwards, by the link of that sign-up.
  const late = await squatter.post("/api/auth/sign-up/verify", { token, password: PASSWORD });
  expect(late.statusCode).toBe(400);
  expect(await whoIs(squatter)).toBeNull();
});

test("an address that both sides have proved joins the accounts", async () => {
  provider.signInAs({ sub: randomUUID(), email: "first@example.org", email_verified: true });
  const browser = new Browser(running);
  await goThrough(browser);
  expect(await whoIs(browser)).toBe("first@example.org");
});

test("somebody signed in links his account, and nobody else can take that one", async () => {
  const [sub, email] = [randomUUID(), address()];
  const person = { name: "Ada", email, password: PASSWORD };
  const browser = new Browser(running);
  await signUpByMail({ browser, box }, person);
  provider.signInAs({ sub });
  expect(await goThrough(browser)).toBe("/");
  const later = new Browser(running);
  await goThrough(later);
  expect(await whoIs(later)).toBe(email);
  const thief = new Browser(running);
  await signUpByMail({ browser: thief, box }, { ...person, email: address() });
  expect(await goThrough(thief)).toContain("account_taken");
});

describe("an answer of the provider", () => {
  const begin = async (): Promise<{ browser: Browser; callback: URL }> => {
    const email = address();
    mayCome.add(email);
    provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    const browser = new Browser(running);
    const begun = await browser.post("/api/auth/oidc");
    return { browser, callback: await provider.visit(begun.json().data.url) };
  };
  const arrive = (browser: Browser, { pathname, search }: URL) => browser.get(`${pathname}${search}`);

  test("in another browser than the one that began signs nobody in", async () => {
    const { callback } = await begin();
    const other = new Browser(running);
    expect(String((await arrive(other, callback)).headers.location)).toContain("/#notice=sign_in_expired");
    expect(await whoIs(other)).toBeNull();
  });

  test.each(["state", "code", "iss"])("with another %s signs nobody in", async (parameter) => {
    const { browser, callback } = await begin();
    callback.searchParams.set(parameter, "https://other.example");
    expect(String((await arrive(browser, callback)).headers.location)).toContain("/#notice=");
    expect(await whoIs(browser)).toBeNull();
  });

  test("is good once", async () => {
    const { browser, callback } = await begin();
    const copy = browser.copy();
    expect((await arrive(browser, callback)).headers.location).toBe("/");
    expect(String((await arrive(copy, callback)).headers.location)).toContain("/#notice=");
    expect(await whoIs(copy)).toBeNull();
  });
});

test("a foreign page cannot begin a sign-in", async () => {
  const answer = await new Browser(running).post("/api/auth/oidc", {}, { origin: "https://evil.example" });
  expect(answer.statusCode).toBe(403);
});

test("a provider that the egress policy closes is not asked", async () => {
  const walled = await startApp(["127.0.0.1", "::1"]);
  try {
    const before = provider.requests();
    const answer = await new Browser(walled).post("/api/auth/oidc");
    expect(answer.statusCode).toBe(503);
    expect(provider.requests()).toBe(before);
  } finally {
    await walled.stop();
  }
});
