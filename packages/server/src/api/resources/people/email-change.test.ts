import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { mailBox, signUpByMail } from "../../../../test/sign-up.ts";

const PASSWORD = "correct horse battery";
const newEmail = () => `${randomUUID()}@example.org`;

describe("with a mail server", () => {
  const box = mailBox();
  let running: TestApp;
  beforeAll(async () => {
    running = await startTestApp({ config: { signUp: "open" }, mailer: box.mailer });
    await new Browser(running).signUpFirst();
  });
  afterAll(() => running.stop());

  async function signedUp(): Promise<{ browser: Browser; email: string }> {
    const [browser, email] = [new Browser(running), newEmail()];
    await signUpByMail({ browser, box }, { name: "Ada", email, password: PASSWORD });
    return { browser, email };
  }
  const request = (browser: Browser, email: string, password = PASSWORD) =>
    browser.post("/api/auth/email", { email, password });
  const confirm = (token: string) => new Browser(running).post("/api/auth/email/confirm", { token });
  async function tokenTo(email: string): Promise<string> {
    await vi.waitFor(() => expect(box.mailsTo(email)).not.toEqual([]), 30_000);
    return /\/email#(\S+)/.exec(box.mailsTo(email).at(-1)?.text ?? "")?.[1] ?? "";
  }
  const canSignIn = async (email: string) =>
    (await new Browser(running).post("/api/auth/sign-in", { email, password: PASSWORD })).statusCode === 200;

  test("the address changes once the link is opened, and the old address is notified", async () => {
    const { browser, email } = await signedUp();
    const next = newEmail();
    const answer = await request(browser, next.toUpperCase());
    expect(answer.json().data).toEqual({ status: "confirm_email" });
    expect(await canSignIn(email)).toBe(true);
    const token = await tokenTo(next);
    expect((await confirm(token)).statusCode).toBe(200);
    expect([await canSignIn(next), await canSignIn(email)]).toEqual([true, false]);
    const { person } = (await browser.get("/api/auth/session")).json().data;
    expect(person).toMatchObject({ email: next, email_verified: true });
    await vi.waitFor(() => expect(box.mailsTo(email).at(-1)?.subject).toMatch(/was changed/), 30_000);
    expect((await confirm(token)).statusCode).toBe(400);
  });

  test("a later request replaces the link of the earlier one", async () => {
    const { browser } = await signedUp();
    const [first, second] = [newEmail(), newEmail()];
    await request(browser, first);
    const replaced = await tokenTo(first);
    await request(browser, second);
    expect((await confirm(replaced)).statusCode).toBe(400);
    expect((await confirm(await tokenTo(second))).statusCode).toBe(200);
  });

  test("does not reveal whether the address has an account, and never changes to it", async () => {
    const [{ browser, email }, other] = [await signedUp(), await signedUp()];
    const answer = await request(browser, other.email);
    expect([answer.statusCode, answer.json().data]).toEqual([200, { status: "confirm_email" }]);
    await vi.waitFor(
      () => expect(box.mailsTo(other.email).at(-1)?.subject).toMatch(/already has an account/),
      30_000,
    );
    expect(box.mailsTo(other.email).at(-1)?.text).not.toContain("/email#");
    expect(await canSignIn(email)).toBe(true);
  });

  test("of two people who want the same address, the first who confirms has it", async () => {
    const [one, two] = [await signedUp(), await signedUp()];
    const wanted = newEmail();
    await request(one.browser, wanted);
    const first = await tokenTo(wanted);
    await request(two.browser, wanted);
    await vi.waitFor(() => expect(box.mailsTo(wanted)).toHaveLength(2), 30_000);
    expect((await confirm(await tokenTo(wanted))).statusCode).toBe(200);
    const late = await confirm(first);
    expect(late.statusCode).toBe(400);
    expect(late.json().error.details).toEqual([{ path: "email", message: "has an account already" }]);
  });

  test("a new password ends a change that was started with the old one", async () => {
    const { browser } = await signedUp();
    const wanted = newEmail();
    await request(browser, wanted);
    const token = await tokenTo(wanted);
    const passwords = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await browser.post("/api/auth/password", passwords)).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(400);
  });

  test("needs the password and an address that is not the own one", async () => {
    const { browser, email } = await signedUp();
    const wrong = await request(browser, newEmail(), "not the password");
    expect(wrong.json().error.details).toEqual([{ path: "password", message: "is not your password" }]);
    const same = await request(browser, email);
    expect(same.json().error.details).toEqual([{ path: "email", message: "is your address already" }]);
  });
});

test("without a mail server the address changes at once, is not verified, and is in the audit log", async () => {
  const running = await startTestApp();
  const browser = new Browser(running);
  await browser.signUpFirst("ada@example.org", PASSWORD);
  const email = "grace@example.org";
  const answer = await browser.post("/api/auth/email", { email, password: PASSWORD });
  expect([answer.statusCode, answer.json().data]).toEqual([200, { status: "changed" }]);
  const { person } = (await browser.get("/api/auth/session")).json().data;
  expect(person).toMatchObject({ email, email_verified: false });
  const log = (await browser.get("/api/v1/audit-log?action=member.change_email")).json().data;
  expect(log).toMatchObject([{ before: { email: "ada@example.org" }, after: { email } }]);
  const { orgId } = await makeOrg(running.database);
  const member = await makeMember(running.database, { orgId, role: "member" });
  const taken = await browser.post("/api/auth/email", { email: member.email, password: PASSWORD });
  expect(taken.json().error.details).toEqual([{ path: "email", message: "has an account already" }]);
  await running.stop();
});
