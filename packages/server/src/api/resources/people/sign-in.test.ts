import { describe, expect, test } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { PASSWORD, peopleLab } from "../../../../test/labs/people-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = peopleLab();
const { address, makeSignedIn, signIn, signedInEmail } = lab;

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
    const wrong = await signIn(new Browser(lab.running), email, "wrong password");
    const unknown = await signIn(new Browser(lab.running), address(), "wrong password");
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.body).toBe(unknown.body);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  test("limits guesses for one address from one network to ten, also concurrent ones, without locking its owner out elsewhere", async () => {
    const { email } = await makeSignedIn();
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(new Browser(lab.running, `2001:db8:1:1::${index}`), email, `guess number ${index}`),
      ),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = await signIn(new Browser(lab.running, "2001:db8:1:1::ffff"), email);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn(new Browser(lab.running, "10.2.0.1"), email)).statusCode).toBe(200);
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
    const forged = new Browser(lab.running);
    const [unsigned = ""] = (browser.cookie("vedette.device") ?? "").split(".");
    forged.setOwnCookie("vedette.device", `${unsigned}.${"A".repeat(43)}%3D`);
    expect((await signIn(forged, email)).statusCode).toBe(200);
  });

  test("limits guesses from one address to thirty, across each /64", async () => {
    const responses: number[] = [];
    for (let index = 0; index < 32; index++) {
      const browser = new Browser(lab.running, `2001:db8:7:7::${index.toString(16)}`);
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
      const rows = await lab.running.database.rows<{ all: string }>(tableText(table));
      const text = rows.map((row) => row.all).join("\n");
      expect(text).not.toContain(token);
      expect(text).not.toContain(PASSWORD);
    }
    const [account] = await lab.running.database.rows<{ password: string }>(
      sql`select password from account where provider_id = 'credential' limit 1`,
    );
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each(["", "x", "x.y", `${"a".repeat(32)}.${"b".repeat(43)}=`, "%", "a".repeat(9_000)])(
    "rejects an invalid cookie: %#",
    async (value) => {
      const browser = new Browser(lab.running);
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
