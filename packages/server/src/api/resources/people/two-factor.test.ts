import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { authenticatorCode } from "../../../../test/authenticator-code.ts";
import { Browser } from "../../../../test/browser.ts";
import { mailBox, signUpByMail } from "../../../../test/sign-up.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { removeTwoFactorByOperator } from "./remove-two-factor.ts";

const PASSWORD = "correct horse battery";

const box = mailBox();
let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ config: { signUp: "open" }, mailer: box.mailer });
  await new Browser(running).signUpFirst();
});
afterAll(() => running.stop());

/** An authenticator app. */
function appOf(uri: string): (stepsFromNow?: number) => string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (steps) => authenticatorCode(secret, steps);
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

test("names why a code failed, and whether to sign in again or to wait", async () => {
  const { email, code } = await makePersonWithApp();
  const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, "0");
  const browser = await begin(email);
  const reasonOf = async (from: Browser) => (await finish(from, wrong)).json().error.reason;
  for (let tries = 0; tries < 5; tries++)
    expect(await reasonOf(browser)).toEqual({ code: "wrong_code", values: {} });
  // A new sign-in has attempts left, so there is nothing to wait for.
  expect(await reasonOf(browser)).toEqual({ code: "code_step_ended", values: {} });
  const second = await begin(email);
  for (let tries = 0; tries < 5; tries++) await finish(second, wrong);
  expect(await reasonOf(await begin(email))).toEqual({ code: "too_many_codes", values: { minutes: 15 } });
});

test("accepts a code in two groups, as apps show it", async () => {
  const { email, code } = await makePersonWithApp();
  const grouped = code().replace(/^(...)/, "$1 ");
  expect((await finish(await begin(email), grouped)).statusCode).toBe(200);
});

/** Returns the entries about the person, oldest first. */
async function auditOf(orgId: string): Promise<object[]> {
  return running.database.rows(sql`
    select action, actor_kind, actor_name from audit_entry where org_id = ${orgId} order by id`);
}

async function join(email: string): Promise<string> {
  const { orgId } = await makeOrg(running.database);
  await running.database.run(sql`
    insert into membership (id, org_id, person_id, role, joined_at)
    select ${randomUUID()}, ${orgId}, id, 'member', now() from person where email = ${email}`);
  return orgId;
}

test("is removed by the operator for a user who lost the app, with an entry in the audit log", async () => {
  const { browser, email } = await makePersonWithApp();
  const orgId = await join(email);
  const remove = (who: string) =>
    running.database.transaction((db) => removeTwoFactorByOperator(db, who, systemClock));
  await remove(email.toUpperCase());
  expect(await hasApp(browser)).toBe(false);
  const alone = await new Browser(running).post("/api/auth/sign-in", { email, password: PASSWORD });
  expect(alone.json().data).toEqual({ status: "signed_in" });
  const entry = { action: "member.remove_two_factor", actor_kind: "system", actor_name: "command line" };
  expect(await auditOf(orgId)).toEqual([entry]);
  await expect(remove(email)).rejects.toThrow("has no authenticator app");
  await expect(remove("x@example.org")).rejects.toThrow("No user has the address x@example.org.");
  // Another app can be added.
  expect((await browser.post("/api/auth/two-factor", { password: PASSWORD })).statusCode).toBe(201);
});

test("is recorded in the audit log when a user adds and removes the app", async () => {
  const { browser, email, code } = await makePersonWithApp();
  const orgId = await join(email);
  const body = { password: PASSWORD, code: code() };
  expect((await browser.post("/api/auth/two-factor/remove", body)).statusCode).toBe(200);
  const added = await browser.post("/api/auth/two-factor", { password: PASSWORD });
  const confirmed = { code: appOf(added.json().data.uri)() };
  expect((await browser.post("/api/auth/two-factor/confirm", confirmed)).statusCode).toBe(200);
  // A code is also accepted later, and changes nothing.
  await browser.post("/api/auth/two-factor/confirm", { code: appOf(added.json().data.uri)(1) });
  const actor = { actor_kind: "member", actor_name: "Ada" };
  expect(await auditOf(orgId)).toEqual([
    { action: "member.remove_two_factor", ...actor },
    { action: "member.add_two_factor", ...actor },
  ]);
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
