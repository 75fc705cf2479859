import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { mailBox, readMailedToken, signUpByMail } from "../../../../test/sign-up.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { ResetMail } from "../../identity/auth-engine.ts";
import { makeSetupToken } from "../../identity/setup-link.ts";

const PASSWORD = "correct horse battery";
const mails: ResetMail[] = [];
const box = mailBox();

let running: TestApp;
let closed: TestApp;
beforeAll(async () => {
  running = await startTestApp({
    config: { signUp: "open" },
    mailer: box.mailer,
    identity: { sendReset: (mail) => mails.push(mail) },
  });
  closed = await startTestApp();
  await new Browser(running).signUpFirst();
});
afterAll(async () => {
  await running.stop();
  await closed.stop();
});

const address = () => `${randomUUID()}@example.org`;

async function makeSignedIn(): Promise<{ browser: Browser; email: string }> {
  const browser = new Browser(running);
  const email = address();
  await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
  return { browser, email };
}

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post("/api/auth/sign-in", { email, password });

const signedInEmail = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

const messageOf = (response: LightMyRequestResponse): string => response.json().error.message;

describe("the first user", () => {
  test("of fifty concurrent uses of the set-up link one becomes the owner, and the link is used up", async () => {
    const token = await closed.database.transaction((db) => makeSetupToken(db, Date.now()));
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new Browser(closed, `2001:db8:0:${index.toString(16)}::1`).post("/api/auth/set-up", {
          token,
          name: `Person ${index}`,
          email: `person${index}@example.org`,
          password: PASSWORD,
        }),
      ),
    );
    const counts = new Map<number, number>();
    for (const { statusCode } of responses) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
    expect(counts.get(201)).toBe(1);
    // The other requests are rejected, some because too many passwords are being hashed.
    expect((counts.get(403) ?? 0) + (counts.get(503) ?? 0)).toBe(49);
    expect(await closed.database.rows(sql`select name from person`)).toHaveLength(1);
    expect(await closed.database.rows(sql`select role from membership`)).toEqual([{ role: "owner" }]);
    expect(await closed.database.transaction((db) => makeSetupToken(db, Date.now()))).toBeNull();
  });

  test("a newer link invalidates the earlier one", async () => {
    const fresh = await startTestApp();
    try {
      const make = () => fresh.database.transaction((db) => makeSetupToken(db, Date.now()));
      const [first, second] = [await make(), await make()];
      const body = { name: "Ada", email: address(), password: PASSWORD };
      const browser = new Browser(fresh);
      expect((await browser.post("/api/auth/set-up", { ...body, token: first })).statusCode).toBe(403);
      expect((await browser.post("/api/auth/sign-up", body)).statusCode).toBe(403);
      expect((await browser.post("/api/auth/set-up", { ...body, token: second })).statusCode).toBe(201);
      expect((await browser.get("/api/v1/user/organizations")).json().data).toMatchObject([
        { role: "owner" },
      ]);
    } finally {
      await fresh.stop();
    }
  });
});

describe("signing up", () => {
  test("without an invitation is rejected in invite mode, with any request body", async () => {
    const body = { name: "Eve", email: address(), password: PASSWORD };
    for (const invitation_token of [undefined, null, "x".repeat(43)]) {
      const response = await new Browser(closed).post("/api/auth/sign-up", { ...body, invitation_token });
      expect(response.statusCode).toBe(403);
    }
  });

  test.each([
    ["a short password", { password: "short" }],
    ["a sequence of digits", { password: "1234567890" }],
    ["one letter", { password: "aaaaaaaaaa" }],
    ["a word and a number", { password: "password12" }],
    ["substituted letters", { password: "P@ssw0rd123" }],
    ["a keyboard sequence", { password: "qwertyuiop" }],
    ["the own name", { name: "Augusta King", password: "augustaking1" }],
    ["the name of the product", { password: "vedette2026" }],
    ["a password of 129 characters", { password: "x".repeat(129) }],
    ["no e-mail address", { email: "ada" }],
    ["two addresses", { email: "a@example.org,b@example.org" }],
    ["a quoted address", { email: '"a@b"@example.org' }],
    ["an address with a line break", { email: "a@example.org\r\nBcc: b@example.org" }],
    ["a name with a line break", { name: "Ada\r\nBcc: b@example.org" }],
    ["a role", { role: "owner" }],
  ])("rejects %s", async (_what, wrong) => {
    const body = { name: "Ada", email: address(), password: PASSWORD, ...wrong };
    expect((await new Browser(running).post("/api/auth/sign-up", body)).statusCode).toBe(400);
  });

  test("treats addresses case-insensitively, also in a race", async () => {
    const email = address();
    const browsers = [new Browser(running), new Browser(running), new Browser(running)];
    const tokens: string[] = [];
    for (const [index, one] of [email, email.toUpperCase(), email].entries()) {
      await browsers[index]?.post("/api/auth/sign-up", { name: "Ada", email: one, password: PASSWORD });
      await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(index + 1), 30_000);
      tokens.push(await readMailedToken(box, email));
    }
    const responses = await Promise.all(
      browsers.map((browser, index) =>
        browser.post("/api/auth/sign-up/verify", { token: tokens[index], password: PASSWORD }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400]);
    expect(await running.database.rows(sql`select email from person where email = ${email}`)).toHaveLength(1);
  });

  test("with a known address returns the same response; its owner is notified by email", async () => {
    const { email } = await makeSignedIn();
    const body = { name: "Eve", password: "another long password" };
    const known = await new Browser(running).post("/api/auth/sign-up", { ...body, email });
    const unknown = await new Browser(running).post("/api/auth/sign-up", { ...body, email: address() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(known.headers["set-cookie"]).toBeUndefined();
    await vi.waitFor(
      () => expect(box.mailsTo(email).at(-1)?.subject).toBe("You already have an account"),
      30_000,
    );
    expect(box.mailsTo(email).at(-1)?.text).not.toContain("Eve");
    expect((await signIn(new Browser(running), email)).statusCode).toBe(200);
    expect((await signIn(new Browser(running), email, body.password)).statusCode).toBe(401);
  });

  test("creates no account before the emailed link is opened with the chosen password", async () => {
    const browser = new Browser(running);
    const email = address();
    await browser.post("/api/auth/sign-up", { name: "Eve", email, password: PASSWORD });
    expect((await signIn(browser, email)).statusCode).toBe(401);
    expect(await signedInEmail(browser)).toBeNull();
    const token = await readMailedToken(box, email);
    const verify = (password: string, link = token) =>
      new Browser(running).post("/api/auth/sign-up/verify", { token: link, password });
    // A person who reads the email but did not sign up must not create an account with a foreign password.
    expect((await verify("a guess of its owner")).json().error.details).toMatchObject([{ path: "password" }]);
    expect((await verify(PASSWORD, "x".repeat(43))).statusCode).toBe(400);
    await running.database.run(sql`update pending_sign_up set expires_at = now() where email = ${email}`);
    expect((await verify(PASSWORD)).statusCode).toBe(400);
    expect(await running.database.rows(sql`select id from person where email = ${email}`)).toEqual([]);
  });

  test("emails an address at most three times an hour, and keeps returning the same response", async () => {
    const email = address();
    for (let index = 0; index < 5; index++) {
      const body = { name: "Eve", email, password: PASSWORD };
      expect((await new Browser(running).post("/api/auth/sign-up", body)).statusCode).toBe(202);
    }
    await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(3), 30_000);
  });

  test("by invitation also verifies the address with open sign-up", async () => {
    const org = await makeOrg(running.database);
    const [browser, email] = [new Browser(running), address()];
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const invited = await running.call(org.keys.admin, { method: "POST", url, payload: { email } });
    const invitation_token = invited.json().data.invite_url.split("#")[1];
    const person = { name: "Ada", email, password: PASSWORD };
    expect((await browser.post("/api/auth/sign-up", { ...person, invitation_token })).statusCode).toBe(202);
    await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(2), 30_000);
    const [token, carried] = (await readMailedToken(box, email)).split(".");
    const body = { token, password: PASSWORD, invitation_token: carried };
    expect((await browser.post("/api/auth/sign-up/verify", body)).statusCode).toBe(201);
    expect((await browser.get("/api/v1/user/organizations")).json().data).toMatchObject([{ id: org.orgId }]);
    expect((await browser.get("/api/auth/session")).json().data.person.email_verified).toBe(true);
  });

  test("is rejected with a remedy in open mode without SMTP", async () => {
    const silent = await startTestApp({ config: { signUp: "open" } });
    try {
      await new Browser(silent).signUpFirst();
      const body = { name: "Ada", email: address(), password: PASSWORD };
      const response = await new Browser(silent).post("/api/auth/sign-up", body);
      expect([response.statusCode, messageOf(response)]).toEqual([503, expect.stringContaining("SMTP_URL")]);
    } finally {
      await silent.stop();
    }
  });
});

describe("signing in", () => {
  test("creates a new session each time, with any cookie, and signing out ends it", async () => {
    const { browser, email } = await makeSignedIn();
    const before = browser.cookie("vedette.session_token");
    expect((await signIn(browser, email)).json()).toEqual({ success: true, data: { status: "signed_in" } });
    expect(browser.cookie("vedette.session_token")).not.toBe(before);
    expect(await signedInEmail(browser)).toBe(email);
    const copy = browser.copy();
    expect((await browser.post("/api/auth/sign-out")).statusCode).toBe(200);
    expect(await signedInEmail(browser)).toBeNull();
    expect(await signedInEmail(copy)).toBeNull();
  });

  test("a wrong password and an unknown address get the same response", async () => {
    const { email } = await makeSignedIn();
    const wrong = await signIn(new Browser(running), email, "wrong password");
    const unknown = await signIn(new Browser(running), address(), "wrong password");
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.body).toBe(unknown.body);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  test("limits guesses for one address from one network to ten, also concurrent ones, without locking its owner out elsewhere", async () => {
    const { email } = await makeSignedIn();
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(new Browser(running, `2001:db8:1:1::${index}`), email, `guess number ${index}`),
      ),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = await signIn(new Browser(running, "2001:db8:1:1::ffff"), email);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn(new Browser(running, "10.2.0.1"), email)).statusCode).toBe(200);
  });

  test("limits guesses from many networks together, except for a browser that its owner has used", async () => {
    // Without real hashing, because 300 guesses would take minutes.
    const quick = await startTestApp({
      config: { signUp: "open" },
      identity: {
        passwords: {
          hash: async (password) => password,
          verify: async ({ hash, password }) => hash === password,
        },
      },
    });
    try {
      const owner = new Browser(quick);
      await owner.signUpFirst("owner@example.org", PASSWORD);
      await owner.post("/api/auth/sign-out");
      const statuses: number[] = [];
      for (let index = 0; index < 301; index++) {
        const guesser = new Browser(quick, `10.4.${Math.floor(index / 10)}.1`);
        statuses.push((await signIn(guesser, "owner@example.org", `guess ${index}`)).statusCode);
      }
      expect(statuses).toEqual([...Array(300).fill(401), 429]);
      const elsewhere = await signIn(new Browser(quick), "owner@example.org");
      expect(elsewhere.statusCode).toBe(429);
      expect((await signIn(owner, "owner@example.org")).statusCode).toBe(200);
      // Another person's browser is not a known one.
      expect((await signIn(owner, "other@example.org", "wrong password")).statusCode).toBe(401);
    } finally {
      await quick.stop();
    }
  });

  test("limits guesses from a known browser like from any other", async () => {
    const { browser, email } = await makeSignedIn();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await signIn(browser, email, `guess number ${index}`)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const forged = new Browser(running);
    const [unsigned = ""] = (browser.cookie("vedette.device") ?? "").split(".");
    forged.setOwnCookie("vedette.device", `${unsigned}.${"A".repeat(43)}%3D`);
    expect((await signIn(forged, email)).statusCode).toBe(200);
  });

  test("limits guesses from one address to thirty, across each /64", async () => {
    const responses: number[] = [];
    for (let index = 0; index < 32; index++) {
      const browser = new Browser(running, `2001:db8:7:7::${index.toString(16)}`);
      responses.push((await signIn(browser, address(), "wrong password")).statusCode);
    }
    expect(responses.filter((status) => status === 401)).toHaveLength(30);
  });

  test("sets an HttpOnly cookie, bound to host and HTTPS for an https URL", async () => {
    const { browser } = await makeSignedIn();
    expect(browser.setCookie("vedette.session_token")).toMatch(/HttpOnly/i);
    expect(browser.setCookie("vedette.session_token")).toMatch(/SameSite=Lax/i);
    const secure = await startTestApp({
      config: { publicUrl: "https://status.example.org" },
      identity: { publicUrl: "https://status.example.org" },
    });
    try {
      const visitor = new Browser(secure, undefined, "https://status.example.org");
      await visitor.signUpFirst();
      const cookie = visitor.setCookie("__Host-vedette.session_token");
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).not.toMatch(/Domain/i);
      expect((await visitor.get("/api/v1/user/organizations")).statusCode).toBe(200);
    } finally {
      await secure.stop();
    }
  });

  test("stores neither tokens nor passwords in plain text", async () => {
    const { browser } = await makeSignedIn();
    const token = decodeURIComponent(browser.cookie("vedette.session_token") ?? "").split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    for (const table of ["session", "account", "verification"] as const) {
      const rows = await running.database.rows<{ all: string }>(tableText(table));
      const text = rows.map((row) => row.all).join("\n");
      expect(text).not.toContain(token);
      expect(text).not.toContain(PASSWORD);
    }
    const [account] = await running.database.rows<{ password: string }>(
      sql`select password from account where provider_id = 'credential' limit 1`,
    );
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each(["", "x", "x.y", `${"a".repeat(32)}.${"b".repeat(43)}=`, "%", "a".repeat(9_000)])(
    "rejects an invalid cookie: %#",
    async (value) => {
      const browser = new Browser(running);
      browser.setOwnCookie("vedette.session_token", value);
      expect(await signedInEmail(browser)).toBeNull();
    },
  );
});

const tableText = (table: "session" | "account" | "verification") =>
  table === "session"
    ? sql`select t::text as all from session t`
    : table === "account"
      ? sql`select t::text as all from account t`
      : sql`select t::text as all from verification t`;

describe("foreign pages", () => {
  test.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["no origin", { origin: "" }],
    ["a null origin", { origin: "null" }],
    ["a sibling subdomain", { origin: "http://evil.localhost", "sec-fetch-site": "same-site" }],
    ["own origin from another site", { "sec-fetch-site": "cross-site" }],
    ["the other scheme", { origin: "https://localhost:80", "sec-fetch-site": "cross-site" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["JSON as text", { "content-type": "text/plain" }],
  ])("%s cannot sign in, sign out or change a password", async (_what, headers) => {
    const { browser, email } = await makeSignedIn();
    const before = await running.database.rows(sql`select id from session order by id`);
    const responses = await Promise.all([
      browser.post("/api/auth/sign-in", { email, password: PASSWORD }, headers),
      browser.post("/api/auth/sign-out", {}, headers),
      browser.post(
        "/api/auth/password",
        { current_password: PASSWORD, new_password: `${PASSWORD}2` },
        headers,
      ),
    ]);
    for (const { statusCode } of responses) expect([403, 415]).toContain(statusCode);
    expect(await running.database.rows(sql`select id from session order by id`)).toEqual(before);
    expect(await signedInEmail(browser)).toBe(email);
  });
});

describe("the password", () => {
  test("changing it ends all other sessions by the next request, and keeps the current one", async () => {
    const { browser, email } = await makeSignedIn();
    const other = new Browser(running);
    await signIn(other, email);
    const stolen = browser.copy();
    const next = `${PASSWORD} staple`;
    const changed = await browser.post("/api/auth/password", {
      current_password: PASSWORD,
      new_password: next,
    });
    expect(changed.statusCode).toBe(200);
    expect(await signedInEmail(browser)).toBe(email);
    expect([await signedInEmail(other), await signedInEmail(stolen)]).toEqual([null, null]);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(401);
    expect((await signIn(new Browser(running), email, next)).statusCode).toBe(200);
  });

  test("a guessable one is rejected everywhere, with the field name", async () => {
    const { browser, email } = await makeSignedIn();
    const easy = "password12";
    const changed = await browser.post("/api/auth/password", {
      current_password: PASSWORD,
      new_password: easy,
    });
    expect(changed.json().error.details).toMatchObject([{ path: "new_password" }]);
    expect(messageOf(changed)).toContain("too easy to guess");
    await new Browser(running).post("/api/auth/password/reset-mail", { email });
    const token = mails.find((mail) => mail.email === email)?.token;
    const reset = (password: string) =>
      new Browser(running).post("/api/auth/password/reset", { token, password });
    expect((await reset(easy)).json().error.details).toMatchObject([{ path: "password" }]);
    // A rejected password leaves the link valid.
    expect((await reset(`${PASSWORD} staple`)).statusCode).toBe(200);
  });

  test("a wrong current password changes nothing, and guesses are limited", async () => {
    const { browser, email } = await makeSignedIn();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++) {
      const body = { current_password: `wrong ${index}`, new_password: `${PASSWORD}2` };
      statuses.push((await browser.post("/api/auth/password", body)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(200);
  });

  test("a reset link sets a new one, once, and ends every session", async () => {
    const { browser, email } = await makeSignedIn();
    expect((await new Browser(running).post("/api/auth/password/reset-mail", { email })).statusCode).toBe(
      202,
    );
    const token = mails.find((mail) => mail.email === email)?.token;
    const next = `${PASSWORD} staple`;
    const reset = () => new Browser(running).post("/api/auth/password/reset", { token, password: next });
    const responses = await Promise.all([reset(), reset(), reset()]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect(await signedInEmail(browser)).toBeNull();
    expect((await signIn(new Browser(running), email, next)).statusCode).toBe(200);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(401);
  });

  test("a reset request reveals nothing about an address, and is rate-limited", async () => {
    const { email } = await makeSignedIn();
    const ask = (one: string, index: number) =>
      new Browser(running, `10.3.0.${index}`).post("/api/auth/password/reset-mail", { email: one });
    const known = await ask(email, 1);
    const unknown = await ask(address(), 2);
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    for (let index = 3; index < 10; index++) expect((await ask(email, index)).body).toBe(known.body);
    expect(mails.filter((mail) => mail.email === email)).toHaveLength(3);
  });

  test("a new password invalidates earlier reset links", async () => {
    const { browser, email } = await makeSignedIn();
    await new Browser(running).post("/api/auth/password/reset-mail", { email });
    const token = mails.find((mail) => mail.email === email)?.token;
    await browser.post("/api/auth/password", { current_password: PASSWORD, new_password: `${PASSWORD} 2` });
    const late = await new Browser(running).post("/api/auth/password/reset", {
      token,
      password: `${PASSWORD} 3`,
    });
    expect(late.statusCode).toBe(400);
    expect(messageOf(late)).toContain("has expired");
  });

  test("a server without SMTP returns the same error for every address", async () => {
    const response = await new Browser(closed).post("/api/auth/password/reset-mail", { email: address() });
    expect(response.statusCode).toBe(503);
    expect(messageOf(response)).toContain("vedette reset-link");
  });
});
