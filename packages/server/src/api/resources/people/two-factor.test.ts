import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { mailBox, signUpByMail } from "../../../../test/sign-up.ts";
import { sql } from "../../../platform/storage/sql.ts";

const PASSWORD = "correct horse battery";

const box = mailBox();
let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ config: { signUp: "open" }, mailer: box.mailer });
  await new Browser(running).signUpFirst();
});
afterAll(() => running.stop());

/** An authenticator app. Source: RFC 6238, with the defaults that apps use if a link has none. */
function appOf(uri: string): (stepsFromNow?: number) => string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const key = base32(secret);
  return (steps = 0) => {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
    const mac = createHmac("sha1", key).update(counter).digest();
    const offset = (mac.at(-1) ?? 0) & 0x0f;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  };
}

function base32(text: string): Buffer {
  const bits = [...text.replaceAll("=", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function makePersonWithApp() {
  const browser = new Browser(running);
  const email = `${randomUUID()}@example.org`;
  await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
  const added = await browser.post("/api/auth/two-factor", { password: PASSWORD });
  expect(added.statusCode).toBe(201);
  const { uri, recovery_codes: recoveryCodes } = added.json().data as {
    uri: string;
    recovery_codes: string[];
  };
  const code = appOf(uri);
  // The previous time step, so that the codes of the current one are unused.
  expect((await browser.post("/api/auth/two-factor/confirm", { code: code(-1) })).statusCode).toBe(200);
  return { browser, email, code, recoveryCodes };
}

const begin = async (email: string): Promise<Browser> => {
  const browser = new Browser(running);
  const response = await browser.post("/api/auth/sign-in", { email, password: PASSWORD });
  expect(response.json()).toEqual({ success: true, data: { status: "code_needed" } });
  return browser;
};

const finish = (browser: Browser, code: string, recovery = false) =>
  browser.post("/api/auth/sign-in/code", { code, recovery });

const signedInEmail = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

test("requires a code of the app besides the password, and accepts it once", async () => {
  const { email, code } = await makePersonWithApp();
  const browser = await begin(email);
  expect(await signedInEmail(browser)).toBeNull();
  expect(browser.cookie("vedette.session_token")).toBeUndefined();
  const now = code();
  expect((await finish(browser, now)).statusCode).toBe(200);
  expect(await signedInEmail(browser)).toBe(email);
  const again = await begin(email);
  expect((await finish(again, now)).statusCode).toBe(401);
  expect(await signedInEmail(again)).toBeNull();
  expect((await finish(await begin(email), code(1))).statusCode).toBe(200);
});

test("accepts the same code of two concurrent browsers once", async () => {
  const { email, code } = await makePersonWithApp();
  const browsers = [await begin(email), await begin(email)];
  const now = code();
  const responses = await Promise.all(browsers.map((browser) => finish(browser, now)));
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const signedIn = await Promise.all(browsers.map(signedInEmail));
  expect(signedIn.filter((who) => who === email)).toHaveLength(1);
});

test("accepts a recovery code once, also in a race", async () => {
  const { email, recoveryCodes } = await makePersonWithApp();
  expect(recoveryCodes).toHaveLength(10);
  const [code = ""] = recoveryCodes;
  const browsers = [await begin(email), await begin(email), await begin(email)];
  const responses = await Promise.all(browsers.map((browser) => finish(browser, code, true)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await finish(await begin(email), code, true)).statusCode).toBe(401);
});

test("ends the sign-in after five wrong codes, and locks the codes after ten", async () => {
  const { email, code } = await makePersonWithApp();
  const right = code();
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  const first = await begin(email);
  for (let index = 0; index < 5; index++) expect((await finish(first, wrong)).statusCode).toBe(401);
  expect((await finish(first, right)).statusCode).not.toBe(200);
  const second = await begin(email);
  for (let index = 0; index < 5; index++) await finish(second, wrong);
  const locked = await finish(await begin(email), right);
  expect(locked.statusCode).toBe(429);
});

test("counts all concurrent guesses", async () => {
  const { email } = await makePersonWithApp();
  const browser = await begin(email);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => finish(browser.copy(), String(index).padStart(6, "0"))),
  );
  expect(responses.every(({ statusCode }) => statusCode !== 200)).toBe(true);
  const [row] = await running.database.rows<{ failed: number }>(sql`
    select failed_verification_count as failed from two_factor
    join person on person.id = person_id where email = ${email}`);
  expect(row?.failed).toBeLessThanOrEqual(5);
});

test("ends pending sign-ins after a password change", async () => {
  const { browser, email, code } = await makePersonWithApp();
  const waiting = await begin(email);
  const body = { current_password: PASSWORD, new_password: `${PASSWORD} staple` };
  expect((await browser.post("/api/auth/password", body)).statusCode).toBe(200);
  expect((await finish(waiting, code())).statusCode).toBe(401);
  expect(await signedInEmail(waiting)).toBeNull();
});

const hasApp = async (browser: Browser): Promise<boolean> =>
  (await browser.get("/api/auth/session")).json().data.person.two_factor_enabled;

test("removes an app only with password and code", async () => {
  const { browser, code, recoveryCodes } = await makePersonWithApp();
  const remove = (body: object) => browser.post("/api/auth/two-factor/remove", body);
  const alone = await remove({ password: PASSWORD });
  expect(alone.json().error.details).toMatchObject([{ path: "code" }]);
  const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, "0");
  expect((await remove({ password: PASSWORD, code: wrong })).statusCode).toBe(401);
  expect((await remove({ password: PASSWORD, code: "AAAAA-AAAAA" })).statusCode).toBe(401);
  const [recovery = ""] = recoveryCodes;
  expect((await remove({ password: "wrong password", code: recovery })).statusCode).toBe(400);
  expect((await browser.post("/api/auth/two-factor", { password: PASSWORD })).statusCode).toBe(400);
  expect(await hasApp(browser)).toBe(true);
  // The rejected password has not used up the recovery code.
  expect((await remove({ password: PASSWORD, code: recovery })).statusCode).toBe(200);
  expect(await hasApp(browser)).toBe(false);
});

test("does not accept a code of a sign-in for removing the app", async () => {
  const { email, code } = await makePersonWithApp();
  const browser = await begin(email);
  const now = code();
  expect((await finish(browser, now)).statusCode).toBe(200);
  const remove = (sent: string) =>
    browser.post("/api/auth/two-factor/remove", { password: PASSWORD, code: sent });
  expect((await remove(now)).statusCode).toBe(401);
  expect(await hasApp(browser)).toBe(true);
  expect((await remove(code(1))).statusCode).toBe(200);
});

test("requires password and code for new recovery codes, which invalidate earlier ones", async () => {
  const { browser, email, code, recoveryCodes } = await makePersonWithApp();
  const renew = (body: object) => browser.post("/api/auth/two-factor/recovery-codes", body);
  expect((await renew({ password: PASSWORD })).statusCode).toBe(400);
  expect((await renew({ password: "wrong password", code: code() })).statusCode).toBe(400);
  const response = await renew({ password: PASSWORD, code: code() });
  expect(response.statusCode).toBe(201);
  const codes: string[] = response.json().data.recovery_codes;
  expect(codes).toHaveLength(10);
  const [before = "", now = ""] = [recoveryCodes[0], codes[0]];
  expect((await finish(await begin(email), before, true)).statusCode).toBe(401);
  expect((await finish(await begin(email), now, true)).statusCode).toBe(200);
});

test("does not require a code of an unconfirmed app", async () => {
  const browser = new Browser(running);
  const email = `${randomUUID()}@example.org`;
  await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
  await browser.post("/api/auth/two-factor", { password: PASSWORD });
  expect((await browser.post("/api/auth/two-factor/confirm", { code: "000000" })).statusCode).toBe(401);
  const response = await new Browser(running).post("/api/auth/sign-in", { email, password: PASSWORD });
  expect(response.json().data.status).toBe("signed_in");
});

test("does not store recovery codes in plain text", async () => {
  const { recoveryCodes } = await makePersonWithApp();
  const rows = await running.database.rows<{ all: string }>(sql`select t::text as all from two_factor t`);
  const text = rows.map((row) => row.all).join("\n");
  for (const code of recoveryCodes) expect(text).not.toContain(code);
});
