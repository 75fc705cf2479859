import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { mailBox, mailedToken, signUpByMail } from "../../../../test/sign-up.ts";
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

async function somebody(): Promise<{ browser: Browser; email: string }> {
  const browser = new Browser(running);
  const email = address();
  await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
  return { browser, email };
}

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post("/api/auth/sign-in", { email, password });

const whoIs = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

const messageOf = (answer: LightMyRequestResponse): string => answer.json().error.message;

describe("the first person", () => {
  test("of fifty who use the set-up link at once one becomes the owner, and the link is used up", async () => {
    const token = await closed.database.transaction((db) => makeSetupToken(db, Date.now()));
    const answers = await Promise.all(
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
    for (const { statusCode } of answers) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
    expect(counts.get(201)).toBe(1);
    // The others are refused, or sent away while too many passwords are being hashed.
    expect((counts.get(403) ?? 0) + (counts.get(503) ?? 0)).toBe(49);
    expect(await closed.database.rows(sql`select name from person`)).toHaveLength(1);
    expect(await closed.database.rows(sql`select role from membership`)).toEqual([{ role: "owner" }]);
    expect(await closed.database.transaction((db) => makeSetupToken(db, Date.now()))).toBeNull();
  });

  test("a newer link ends the one before", async () => {
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
  test("without an invitation nobody comes where people are invited, whatever he sends", async () => {
    const body = { name: "Eve", email: address(), password: PASSWORD };
    for (const invitation_token of [undefined, null, "x".repeat(43)]) {
      const answer = await new Browser(closed).post("/api/auth/sign-up", { ...body, invitation_token });
      expect(answer.statusCode).toBe(403);
    }
  });

  test.each([
    ["a short password", { password: "short" }],
    ["a row of digits", { password: "1234567890" }],
    ["one letter", { password: "aaaaaaaaaa" }],
    ["a word and a number", { password: "password12" }],
    ["letters for others", { password: "P@ssw0rd123" }],
    ["a row of the keyboard", { password: "qwertyuiop" }],
    ["the own name", { name: "Augusta King", password: "augustaking1" }],
    ["the name of the product", { password: "vedette2026" }],
    ["a password of 129 characters", { password: "x".repeat(129) }],
    ["no e-mail address", { email: "ada" }],
    ["two addresses", { email: "a@example.org,b@example.org" }],
    ["a quoted address", { email: '"a@b"@example.org' }],
    ["an address with a line break", { email: "a@example.org\r\nBcc: b@example.org" }],
    ["a name with a line break", { name: "Ada\r\nBcc: b@example.org" }],
    ["a role", { role: "owner" }],
  ])("%s is refused", async (_what, wrong) => {
    const body = { name: "Ada", email: address(), password: PASSWORD, ...wrong };
    expect((await new Browser(running).post("/api/auth/sign-up", body)).statusCode).toBe(400);
  });

  test("an address is taken whatever its case, also in a race", async () => {
    const email = address();
    const browsers = [new Browser(running), new Browser(running), new Browser(running)];
    const tokens: string[] = [];
    for (const [index, one] of [email, email.toUpperCase(), email].entries()) {
      await browsers[index]?.post("/api/auth/sign-up", { name: "Ada", email: one, password: PASSWORD });
      await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(index + 1), 30_000);
      tokens.push(await mailedToken(box, email));
    }
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.post("/api/auth/sign-up/verify", { token: tokens[index], password: PASSWORD }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400]);
    expect(await running.database.rows(sql`select email from person where email = ${email}`)).toHaveLength(1);
  });

  test("with an address that has an account is answered like any other; its owner is told by mail", async () => {
    const { email } = await somebody();
    const body = { name: "Eve", password: "another long password" };
    const known = await new Browser(running).post("/api/auth/sign-up", { ...body, email });
    const unknown = await new Browser(running).post("/api/auth/sign-up", { ...body, email: address() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(known.headers["set-cookie"]).toBeUndefined();
    await vi.waitFor(
      () => expect(box.mailsTo(email).at(-1)?.subject).toBe("You have an account already"),
      30_000,
    );
    expect(box.mailsTo(email).at(-1)?.text).not.toContain("Eve");
    expect((await signIn(new Browser(running), email)).statusCode).toBe(200);
    expect((await signIn(new Browser(running), email, body.password)).statusCode).toBe(401);
  });

  test("makes no account before the link of the mail was opened, by who chose the password", async () => {
    const browser = new Browser(running);
    const email = address();
    await browser.post("/api/auth/sign-up", { name: "Eve", email, password: PASSWORD });
    expect((await signIn(browser, email)).statusCode).toBe(401);
    expect(await whoIs(browser)).toBeNull();
    const token = await mailedToken(box, email);
    const verify = (password: string, link = token) =>
      new Browser(running).post("/api/auth/sign-up/verify", { token: link, password });
    // A person who reads the mail but has not signed up does not create an account with a stranger's password.
    expect((await verify("a guess of its owner")).json().error.details).toMatchObject([{ path: "password" }]);
    expect((await verify(PASSWORD, "x".repeat(43))).statusCode).toBe(400);
    await running.database.run(sql`update pending_sign_up set expires_at = now() where email = ${email}`);
    expect((await verify(PASSWORD)).statusCode).toBe(400);
    expect(await running.database.rows(sql`select id from person where email = ${email}`)).toEqual([]);
  });

  test("mails one address three times an hour at most, and answers the same after that", async () => {
    const email = address();
    for (let index = 0; index < 5; index++) {
      const body = { name: "Eve", email, password: PASSWORD };
      expect((await new Browser(running).post("/api/auth/sign-up", body)).statusCode).toBe(202);
    }
    await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(3), 30_000);
  });

  test("by an invitation proves the address as well, where anybody signs up", async () => {
    const org = await makeOrg(running.database);
    const [browser, email] = [new Browser(running), address()];
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const invited = await running.call(org.keys.admin, { method: "POST", url, payload: { email } });
    const invitation_token = invited.json().data.invite_url.split("#")[1];
    const person = { name: "Ada", email, password: PASSWORD };
    expect((await browser.post("/api/auth/sign-up", { ...person, invitation_token })).statusCode).toBe(202);
    await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(2), 30_000);
    const [token, carried] = (await mailedToken(box, email)).split(".");
    const body = { token, password: PASSWORD, invitation_token: carried };
    expect((await browser.post("/api/auth/sign-up/verify", body)).statusCode).toBe(201);
    expect((await browser.get("/api/v1/user/organizations")).json().data).toMatchObject([{ id: org.orgId }]);
    expect((await browser.get("/api/auth/session")).json().data.person.email_verified).toBe(true);
  });

  test("is refused with the remedy where anybody may come and no mail can be sent", async () => {
    const silent = await startTestApp({ config: { signUp: "open" } });
    try {
      await new Browser(silent).signUpFirst();
      const body = { name: "Ada", email: address(), password: PASSWORD };
      const answer = await new Browser(silent).post("/api/auth/sign-up", body);
      expect([answer.statusCode, messageOf(answer)]).toEqual([503, expect.stringContaining("SMTP_URL")]);
    } finally {
      await silent.stop();
    }
  });
});

describe("signing in", () => {
  test("makes a new session each time, whatever cookie was there, and signing out ends it", async () => {
    const { browser, email } = await somebody();
    const before = browser.cookie("vedette.session_token");
    expect((await signIn(browser, email)).json()).toEqual({ success: true, data: { status: "signed_in" } });
    expect(browser.cookie("vedette.session_token")).not.toBe(before);
    expect(await whoIs(browser)).toBe(email);
    const copy = browser.copy();
    expect((await browser.post("/api/auth/sign-out")).statusCode).toBe(200);
    expect(await whoIs(browser)).toBeNull();
    expect(await whoIs(copy)).toBeNull();
  });

  test("a wrong password and an unknown address get the same answer", async () => {
    const { email } = await somebody();
    const wrong = await signIn(new Browser(running), email, "wrong password");
    const unknown = await signIn(new Browser(running), address(), "wrong password");
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.body).toBe(unknown.body);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  test("guessing one e-mail from one network ends after ten tries, also at once, and locks its owner out nowhere else", async () => {
    const { email } = await somebody();
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

  test("guesses from many networks end together, and never for a browser that its owner has used", async () => {
    // Without the work of real hashing, which 300 guesses would take for minutes.
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
      // Another person's browser is no known one.
      expect((await signIn(owner, "other@example.org", "wrong password")).statusCode).toBe(401);
    } finally {
      await quick.stop();
    }
  });

  test("a browser that its owner has used guesses no more than any other", async () => {
    const { browser, email } = await somebody();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await signIn(browser, email, `guess number ${index}`)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const forged = new Browser(running);
    const [unsigned = ""] = (browser.cookie("vedette.device") ?? "").split(".");
    forged.setOwnCookie("vedette.device", `${unsigned}.${"A".repeat(43)}%3D`);
    expect((await signIn(forged, email)).statusCode).toBe(200);
  });

  test("guessing from one address ends after thirty tries, of whichever /64 it is", async () => {
    const answers: number[] = [];
    for (let index = 0; index < 32; index++) {
      const browser = new Browser(running, `2001:db8:7:7::${index.toString(16)}`);
      answers.push((await signIn(browser, address(), "wrong password")).statusCode);
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(30);
  });

  test("the cookie is out of a script's reach, and bound to host and https where that is the address", async () => {
    const { browser } = await somebody();
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

  test("neither a token nor a password is in the database as it is", async () => {
    const { browser } = await somebody();
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
    "a cookie that is not ours is nobody's: %#",
    async (value) => {
      const browser = new Browser(running);
      browser.setOwnCookie("vedette.session_token", value);
      expect(await whoIs(browser)).toBeNull();
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
    ["our origin from another site", { "sec-fetch-site": "cross-site" }],
    ["the other scheme", { origin: "https://localhost:80", "sec-fetch-site": "cross-site" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["JSON as text", { "content-type": "text/plain" }],
  ])("%s can neither sign in nor out nor change a password", async (_what, headers) => {
    const { browser, email } = await somebody();
    const before = await running.database.rows(sql`select id from session order by id`);
    const answers = await Promise.all([
      browser.post("/api/auth/sign-in", { email, password: PASSWORD }, headers),
      browser.post("/api/auth/sign-out", {}, headers),
      browser.post(
        "/api/auth/password",
        { current_password: PASSWORD, new_password: `${PASSWORD}2` },
        headers,
      ),
    ]);
    for (const { statusCode } of answers) expect([403, 415]).toContain(statusCode);
    expect(await running.database.rows(sql`select id from session order by id`)).toEqual(before);
    expect(await whoIs(browser)).toBe(email);
  });
});

describe("the password", () => {
  test("changing it ends all other sessions by the next request, and keeps the one that did it", async () => {
    const { browser, email } = await somebody();
    const other = new Browser(running);
    await signIn(other, email);
    const stolen = browser.copy();
    const next = `${PASSWORD} staple`;
    const changed = await browser.post("/api/auth/password", {
      current_password: PASSWORD,
      new_password: next,
    });
    expect(changed.statusCode).toBe(200);
    expect(await whoIs(browser)).toBe(email);
    expect([await whoIs(other), await whoIs(stolen)]).toEqual([null, null]);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(401);
    expect((await signIn(new Browser(running), email, next)).statusCode).toBe(200);
  });

  test("one that is easy to guess is refused wherever one is set, and the field is named", async () => {
    const { browser, email } = await somebody();
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
    // A refused one leaves the link as it is.
    expect((await reset(`${PASSWORD} staple`)).statusCode).toBe(200);
  });

  test("a wrong present password changes nothing, and guessing it ends", async () => {
    const { browser, email } = await somebody();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++) {
      const body = { current_password: `wrong ${index}`, new_password: `${PASSWORD}2` };
      statuses.push((await browser.post("/api/auth/password", body)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(200);
  });

  test("the link of a mail sets a new one, once, and ends every session", async () => {
    const { browser, email } = await somebody();
    expect((await new Browser(running).post("/api/auth/password/reset-mail", { email })).statusCode).toBe(
      202,
    );
    const token = mails.find((mail) => mail.email === email)?.token;
    const next = `${PASSWORD} staple`;
    const reset = () => new Browser(running).post("/api/auth/password/reset", { token, password: next });
    const answers = await Promise.all([reset(), reset(), reset()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect(await whoIs(browser)).toBeNull();
    expect((await signIn(new Browser(running), email, next)).statusCode).toBe(200);
    expect((await signIn(new Browser(running), email)).statusCode).toBe(401);
  });

  test("asking for a mail tells nothing of an address, and floods nobody", async () => {
    const { email } = await somebody();
    const ask = (one: string, index: number) =>
      new Browser(running, `10.3.0.${index}`).post("/api/auth/password/reset-mail", { email: one });
    const known = await ask(email, 1);
    const unknown = await ask(address(), 2);
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    for (let index = 3; index < 10; index++) expect((await ask(email, index)).body).toBe(known.body);
    expect(mails.filter((mail) => mail.email === email)).toHaveLength(3);
  });

  test("a new password ends the links that were asked for before", async () => {
    const { browser, email } = await somebody();
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

  test("a server without mail says so, to everybody alike", async () => {
    const answer = await new Browser(closed).post("/api/auth/password/reset-mail", { email: address() });
    expect(answer.statusCode).toBe(503);
    expect(messageOf(answer)).toContain("vedette reset-link");
  });
});
