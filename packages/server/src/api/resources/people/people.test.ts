import { describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { PASSWORD, peopleLab } from "../../../../test/labs/people-lab.ts";
import { readMailedToken } from "../../../../test/sign-up.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { makeSetupToken } from "../../identity/setup-link.ts";

const lab = peopleLab();
const { box, address, makeSignedIn, signIn, signedInEmail, messageOf } = lab;

describe("the first user", () => {
  test("of fifty concurrent uses of the set-up link one becomes the owner, and the link is used up", async () => {
    const token = await lab.closed.database.transaction((db) => makeSetupToken(db, Date.now()));
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new Browser(lab.closed, `2001:db8:0:${index.toString(16)}::1`).post("/api/auth/set-up", {
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
    expect(await lab.closed.database.rows(sql`select name from person`)).toHaveLength(1);
    expect(await lab.closed.database.rows(sql`select role from membership`)).toEqual([{ role: "owner" }]);
    expect(await lab.closed.database.transaction((db) => makeSetupToken(db, Date.now()))).toBeNull();
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
      const response = await new Browser(lab.closed).post("/api/auth/sign-up", { ...body, invitation_token });
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
    expect((await new Browser(lab.running).post("/api/auth/sign-up", body)).statusCode).toBe(400);
  });

  test("treats addresses case-insensitively, also in a race", async () => {
    const email = address();
    const browsers = [new Browser(lab.running), new Browser(lab.running), new Browser(lab.running)];
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
    expect(
      await lab.running.database.rows(sql`select email from person where email = ${email}`),
    ).toHaveLength(1);
  });

  test("with a known address returns the same response; its owner is notified by email", async () => {
    const { email } = await makeSignedIn();
    const body = { name: "Eve", password: "another long password" };
    const known = await new Browser(lab.running).post("/api/auth/sign-up", { ...body, email });
    const unknown = await new Browser(lab.running).post("/api/auth/sign-up", { ...body, email: address() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(known.headers["set-cookie"]).toBeUndefined();
    await vi.waitFor(
      () => expect(box.mailsTo(email).at(-1)?.subject).toBe("You already have an account"),
      30_000,
    );
    expect(box.mailsTo(email).at(-1)?.text).not.toContain("Eve");
    expect((await signIn(new Browser(lab.running), email)).statusCode).toBe(200);
    expect((await signIn(new Browser(lab.running), email, body.password)).statusCode).toBe(401);
  });

  test("creates no account before the emailed link is opened with the chosen password", async () => {
    const browser = new Browser(lab.running);
    const email = address();
    await browser.post("/api/auth/sign-up", { name: "Eve", email, password: PASSWORD });
    expect((await signIn(browser, email)).statusCode).toBe(401);
    expect(await signedInEmail(browser)).toBeNull();
    const token = await readMailedToken(box, email);
    const verify = (password: string, link = token) =>
      new Browser(lab.running).post("/api/auth/sign-up/verify", { token: link, password });
    // A person who reads the email but did not sign up must not create an account with a foreign password.
    expect((await verify("a guess of its owner")).json().error.details).toMatchObject([{ path: "password" }]);
    expect((await verify(PASSWORD, "x".repeat(43))).statusCode).toBe(400);
    await lab.running.database.run(sql`update pending_sign_up set expires_at = now() where email = ${email}`);
    expect((await verify(PASSWORD)).statusCode).toBe(400);
    expect(await lab.running.database.rows(sql`select id from person where email = ${email}`)).toEqual([]);
  });

  test("emails an address at most three times an hour, and keeps returning the same response", async () => {
    const email = address();
    for (let index = 0; index < 5; index++) {
      const body = { name: "Eve", email, password: PASSWORD };
      expect((await new Browser(lab.running).post("/api/auth/sign-up", body)).statusCode).toBe(202);
    }
    await vi.waitFor(() => expect(box.mailsTo(email)).toHaveLength(3), 30_000);
  });

  test("by invitation also verifies the address with open sign-up", async () => {
    const org = await makeOrg(lab.running.database);
    const [browser, email] = [new Browser(lab.running), address()];
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const invited = await lab.running.call(org.keys.admin, { method: "POST", url, payload: { email } });
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
    const before = await lab.running.database.rows(sql`select id from session order by id`);
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
    expect(await lab.running.database.rows(sql`select id from session order by id`)).toEqual(before);
    expect(await signedInEmail(browser)).toBe(email);
  });
});
