import { randomUUID } from "node:crypto";
import { PASSKEYS_MAX, type Passkey, type PasskeyRequest } from "@vedette/contract/people/passkeys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../../test/app.ts";
import { Authenticator } from "../../../../../test/authenticator.ts";
import { Browser } from "../../../../../test/browser.ts";
import { makePerson, type TestPerson } from "../../../../../test/sessions.ts";
import { mailBox, signUpByMail } from "../../../../../test/sign-up.ts";
import { sql } from "../../../../platform/storage/sql.ts";

/** The origin of the test browser, as browsers write it: without the default port. */
const ORIGIN = "http://localhost";
const PASSWORD = "correct horse battery";
const URL = "/api/auth/passkeys";
const OPTIONS = "/api/auth/sign-in/passkey/options";
const SIGN_IN = "/api/auth/sign-in/passkey";

const box = mailBox();
let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ config: { signUp: "open" }, mailer: box.mailer });
  await new Browser(running).signUpFirst();
});
afterAll(() => running.stop());

/** The browser of a person who has just signed in. */
function browserOf(person: TestPerson): Browser {
  const browser = new Browser(running);
  const [name = "", value = ""] = person.cookie.split(/=(.*)/s);
  browser.setOwnCookie(name, value);
  return browser;
}

async function addPasskey(browser: Browser, authenticator = new Authenticator(ORIGIN), name = "Laptop") {
  const begun = await browser.post(`${URL}/options`);
  expect([begun.statusCode, begun.body]).toEqual([200, expect.anything()]);
  const credential = authenticator.create(begun.json().data);
  const response = await browser.post(URL, { name, credential });
  return { authenticator, credential, response, passkey: response.json().data as Passkey };
}

/** A person with a passkey and without a password. */
async function makeOwner() {
  const person = await makePerson(running.database);
  const browser = browserOf(person);
  return { person, browser, ...(await addPasskey(browser)) };
}

async function begin(browser: Browser): Promise<PasskeyRequest> {
  const response = await browser.post(OPTIONS);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

async function signIn(authenticator: Authenticator, browser = new Browser(running)) {
  const response = await browser.post(SIGN_IN, authenticator.sign(await begin(browser)));
  return { browser, response };
}

const signedInEmail = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

const makeOld = (person: { id: string }) =>
  running.database.run(sql`
    update session set created_at = now() - interval '11 minutes' where person_id = ${person.id}`);

test("signs in without an address and without a password", async () => {
  const { authenticator, response, person } = await makeOwner();
  expect([response.statusCode, response.json().data]).toEqual([
    201,
    {
      ...{ id: expect.any(String), name: "Laptop", host: "localhost", is_synced: false, is_current: false },
      ...{ created_at: expect.any(String), last_used_at: null },
    },
  ]);
  const { browser, response: signedIn } = await signIn(authenticator);
  expect([signedIn.statusCode, signedIn.body]).toEqual([200, expect.anything()]);
  expect(await signedInEmail(browser)).toBe(person.email);
  const [own] = (await browser.get(URL)).json().data;
  expect(own).toMatchObject({ is_current: true, last_used_at: expect.any(String) });
});

test("offers the same options to every visitor", async () => {
  await makeOwner();
  const options = await begin(new Browser(running));
  expect(options).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
  expect((await begin(new Browser(running))).challenge).not.toBe(options.challenge);
});

describe("a sign-in is rejected", () => {
  test("with the answer to another challenge", async () => {
    const { authenticator } = await makeOwner();
    const browser = new Browser(running);
    const old = authenticator.sign(await begin(browser));
    await begin(browser);
    expect((await browser.post(SIGN_IN, old)).statusCode).toBe(401);
    expect(await signedInEmail(browser)).toBeNull();
  });

  test("when it is repeated, also in a race", async () => {
    const { authenticator } = await makeOwner();
    const browser = new Browser(running);
    const answer = authenticator.sign(await begin(browser));
    const copies = [browser.copy(), browser.copy(), browser.copy()];
    const responses = await Promise.all(copies.map((copy) => copy.post(SIGN_IN, answer)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  test("in another browser than the one that asked", async () => {
    const { authenticator } = await makeOwner();
    const answer = authenticator.sign(await begin(new Browser(running)));
    expect((await new Browser(running).post(SIGN_IN, answer)).statusCode).toBe(400);
  });

  test("when another origin asked the authenticator", async () => {
    const evil = new Authenticator("https://evil.example");
    const { authenticator, browser } = await makeOwner();
    expect((await addPasskey(browser, evil)).response.statusCode).toBe(400);
    // The origin is signed, so it cannot be replaced afterwards.
    const visitor = new Browser(running);
    const answer = authenticator.sign(await begin(visitor));
    const clientData = JSON.parse(Buffer.from(answer.response.clientDataJSON, "base64url").toString());
    answer.response.clientDataJSON = Buffer.from(
      JSON.stringify({ ...clientData, crossOrigin: true }),
    ).toString("base64url");
    expect((await visitor.post(SIGN_IN, answer)).statusCode).toBe(401);
  });

  test("with another person's credential", async () => {
    const [victim, attacker] = [await makeOwner(), await makeOwner()];
    const browser = new Browser(running);
    const answer = attacker.authenticator.sign(await begin(browser));
    const stolen = { ...answer, id: victim.authenticator.credentialId };
    expect((await browser.post(SIGN_IN, stolen)).statusCode).toBe(401);
    const claimed = attacker.authenticator.sign(await begin(browser));
    claimed.response.userHandle = Buffer.from(victim.person.id).toString("base64url");
    expect((await browser.post(SIGN_IN, claimed)).statusCode).toBe(401);
    expect(await signedInEmail(browser)).toBeNull();
  });

  test("without verification of the user", async () => {
    const { authenticator, browser } = await makeOwner();
    authenticator.verifiesUser = false;
    expect((await signIn(authenticator)).response.statusCode).toBe(401);
    const present = new Authenticator(ORIGIN);
    present.verifiesUser = false;
    expect((await addPasskey(browser, present)).response.statusCode).toBe(400);
  });

  test("when the counter shows a cloned authenticator", async () => {
    const { authenticator } = await makeOwner();
    authenticator.counter = 5;
    expect((await signIn(authenticator)).response.statusCode).toBe(200);
    expect((await signIn(authenticator)).response.statusCode).toBe(401);
    authenticator.counter = 6;
    expect((await signIn(authenticator)).response.statusCode).toBe(200);
  });

  test("from a foreign page", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await new Browser(running).post(OPTIONS, {}, headers)).statusCode).toBe(403);
  });

  test("after 30 attempts from one address", async () => {
    const { authenticator } = await makeOwner();
    const browser = new Browser(running);
    const unknown = { ...authenticator.sign(await begin(browser)), id: "AAAA" };
    const codes = [];
    for (let attempt = 0; attempt < 31; attempt++)
      codes.push((await browser.post(SIGN_IN, unknown)).statusCode);
    expect(codes.at(-1)).toBe(429);
  });

  test("and recorded in the audit log of the owner's organizations", async () => {
    const { authenticator, person } = await makeOwner();
    const { orgId } = await makeOrg(running.database);
    await running.database.run(sql`
      insert into membership (id, org_id, person_id, role, joined_at)
      values (${randomUUID()}, ${orgId}, ${person.id}, 'member', now())`);
    authenticator.verifiesUser = false;
    await signIn(authenticator);
    const find = () =>
      running.database.rows(sql`
        select after from audit_entry where org_id = ${orgId} and action = 'sign_in.failed'`);
    await expect.poll(find).toMatchObject([{ after: { step: "passkey", email: person.email } }]);
  });
});

describe("adding a passkey", () => {
  test("requires the password after ten minutes", async () => {
    const browser = new Browser(running);
    const email = `${randomUUID()}@example.org`;
    await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
    const [person] = await running.database.rows<{ id: string }>(
      sql`select id from person where email = ${email}`,
    );
    if (person === undefined) throw new Error("the person has not signed up");
    await makeOld(person);
    const refused = await browser.post(`${URL}/options`);
    expect([refused.statusCode, refused.json().error.details]).toMatchObject([400, [{ path: "password" }]]);
    expect((await browser.post(`${URL}/options`, { password: "a wrong one" })).statusCode).toBe(400);
    expect((await browser.post(`${URL}/options`, { password: PASSWORD })).statusCode).toBe(200);
  });

  test("is possible once for a challenge, in the session that asked", async () => {
    const { browser, credential } = await makeOwner();
    expect((await browser.post(URL, { name: "Again", credential })).statusCode).toBe(400);
    const other = await makeOwner();
    const begun = await browser.post(`${URL}/options`);
    other.browser.setOwnCookie("vedette.passkey", browser.cookie("vedette.passkey") ?? "");
    const made = new Authenticator(ORIGIN).create(begun.json().data);
    expect((await other.browser.post(URL, { name: "Theirs", credential: made })).statusCode).toBe(400);
  });

  test("does not take a credential that another account has", async () => {
    const { authenticator, browser } = await makeOwner();
    const thief = browserOf(await makePerson(running.database));
    expect((await addPasskey(thief, authenticator)).response.statusCode).toBe(400);
    expect((await browser.get(URL)).json().data).toHaveLength(1);
  });

  test(`stops at ${PASSKEYS_MAX}`, async () => {
    const { browser, person } = await makeOwner();
    await running.database.run(sql`
      insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, host, is_synced, created_at)
      select gen_random_uuid(), ${person.id}, 'Key ' || n, gen_random_uuid()::text, '', 0, '{}', 'localhost', false, now()
      from generate_series(2, ${PASSKEYS_MAX}) n`);
    const refused = await browser.post(`${URL}/options`);
    expect([refused.statusCode, refused.json().error.message]).toMatchObject([
      400,
      expect.stringContaining(`${PASSKEYS_MAX} passkeys, the maximum`),
    ]);
  });
});

describe("an own passkey", () => {
  test("is renamed and removed by its owner, and found by no one else", async () => {
    const { person, browser, passkey } = await makeOwner();
    const stranger = browserOf(await makePerson(running.database));
    const url = `${URL}/${passkey.id}`;
    expect((await stranger.change("PUT", url, { name: "Mine" })).statusCode).toBe(404);
    expect((await stranger.change("DELETE", url)).statusCode).toBe(404);
    expect((await stranger.get(URL)).json().data).toEqual([]);
    const { orgId } = await makeOrg(running.database);
    await running.database.run(sql`
      insert into membership (id, org_id, person_id, role, joined_at)
      values (${randomUUID()}, ${orgId}, ${person.id}, 'member', now())`);
    expect((await browser.change("PUT", url, { name: "Work laptop" })).json().data.name).toBe("Work laptop");
    await addPasskey(browser, new Authenticator(ORIGIN), "Phone");
    expect((await browser.change("DELETE", url)).statusCode).toBe(200);
    expect((await browser.get(URL)).json().data).toMatchObject([{ name: "Phone" }]);
    const entries = await running.database.rows<{ action: string }>(sql`
      select action from audit_entry where org_id = ${orgId} order by seq`);
    expect(entries.map(({ action }) => action)).toEqual([
      "member.rename_passkey",
      "member.add_passkey",
      "member.remove_passkey",
    ]);
  });

  test("ends its other sessions when it is removed", async () => {
    const { browser, passkey, authenticator } = await makeOwner();
    await addPasskey(browser);
    const { browser: stolen } = await signIn(authenticator);
    expect(await signedInEmail(stolen)).not.toBeNull();
    expect((await browser.change("DELETE", `${URL}/${passkey.id}`)).statusCode).toBe(200);
    expect(await signedInEmail(stolen)).toBeNull();
    expect(await signedInEmail(browser)).not.toBeNull();
    expect((await signIn(authenticator)).response.statusCode).toBe(401);
  });

  test("stays if it is the only way to sign in", async () => {
    const { browser, passkey, person } = await makeOwner();
    const refused = await browser.change("DELETE", `${URL}/${passkey.id}`);
    expect([refused.statusCode, refused.json().error.message]).toMatchObject([
      400,
      expect.stringContaining("only way to sign in"),
    ]);
    await running.database.run(sql`
      insert into account (id, person_id, provider_id, account_id, password)
      values (${randomUUID()}, ${person.id}, 'credential', ${person.id}, 'hash')`);
    expect((await browser.change("DELETE", `${URL}/${passkey.id}`)).statusCode).toBe(200);
  });
});

test("counts as the second factor that an organization requires, in its own sessions", async () => {
  const { orgId } = await makeOrg(running.database);
  const person = await makeMember(running.database, { orgId, role: "owner" });
  await running.database.run(sql`
    insert into account (id, person_id, provider_id, account_id, password)
    values (${randomUUID()}, ${person.id}, 'credential', ${person.id}, 'hash')`);
  const byPassword = browserOf(person);
  const { authenticator } = await addPasskey(byPassword);
  const require = { settings: { require_two_factor: true } };
  const url = `/api/v1/organizations/${orgId}`;
  expect((await byPassword.change("PUT", url, require)).statusCode).toBe(400);
  const { browser } = await signIn(authenticator);
  expect((await browser.change("PUT", url, require)).statusCode).toBe(200);
  expect((await browser.get("/api/v1/monitors")).statusCode).toBe(200);
  expect((await byPassword.get("/api/v1/monitors")).statusCode).toBe(403);
  const own = (await browser.get("/api/v1/user/organizations")).json().data;
  expect(own).toMatchObject([{ lacks_two_factor: false }]);
});

describe("the address of the server", () => {
  test.each([
    ["http://192.0.2.7:8080", "IP address"],
    ["http://[2001:db8::1]", "IP address"],
    ["http://vedette.example.org", "need https"],
  ])("%s admits no passkeys", async (origin, words) => {
    const browser = new Browser(running, undefined, origin);
    const headers = { host: new globalThis.URL(origin).host };
    const response = await browser.post(OPTIONS, {}, headers);
    expect([response.statusCode, response.json().error?.message]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
  });

  test("is checked with the sign-in options", async () => {
    const state = async (host: string) =>
      (await new Browser(running).get("/api/auth/session", { host })).json().data.passkeys;
    expect(await state("vedette.example.org")).toBe(true);
    expect(await state("192.0.2.7:8080")).toBe(false);
  });

  test("is that of the configuration, if there is one", async () => {
    const publicUrl = "https://vedette.example.org";
    const walled = await startTestApp({ config: { publicUrl }, identity: { publicUrl } });
    try {
      const response = await new Browser(walled, undefined, publicUrl).post(OPTIONS);
      expect([response.statusCode, response.json().data]).toMatchObject([
        200,
        { rpId: "vedette.example.org" },
      ]);
      expect((await new Browser(walled).post(OPTIONS)).statusCode).toBe(403);
    } finally {
      await walled.stop();
    }
  });
});
