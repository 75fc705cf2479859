import { describe, expect, test } from "vitest";
import { Browser } from "../../../../test/browser.ts";
import { PASSWORD, peopleLab } from "../../../../test/labs/people-lab.ts";

const lab = peopleLab();
const { mails, address, makeSignedIn, signIn, signedInEmail, messageOf } = lab;

describe("the password", () => {
  test("changing it ends all other sessions by the next request, and keeps the current one", async () => {
    const { browser, email } = await makeSignedIn();
    const other = new Browser(lab.running);
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
    expect((await signIn(new Browser(lab.running), email)).statusCode).toBe(401);
    expect((await signIn(new Browser(lab.running), email, next)).statusCode).toBe(200);
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
    await new Browser(lab.running).post("/api/auth/password/reset-mail", { email });
    const token = mails.find((mail) => mail.email === email)?.token;
    const reset = (password: string) =>
      new Browser(lab.running).post("/api/auth/password/reset", { token, password });
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
    expect((await signIn(new Browser(lab.running), email)).statusCode).toBe(200);
  });

  test("a reset link sets a new one, once, and ends every session", async () => {
    const { browser, email } = await makeSignedIn();
    expect((await new Browser(lab.running).post("/api/auth/password/reset-mail", { email })).statusCode).toBe(
      202,
    );
    const token = mails.find((mail) => mail.email === email)?.token;
    const next = `${PASSWORD} staple`;
    const reset = () => new Browser(lab.running).post("/api/auth/password/reset", { token, password: next });
    const responses = await Promise.all([reset(), reset(), reset()]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect(await signedInEmail(browser)).toBeNull();
    expect((await signIn(new Browser(lab.running), email, next)).statusCode).toBe(200);
    expect((await signIn(new Browser(lab.running), email)).statusCode).toBe(401);
  });

  test("a reset request reveals nothing about an address, and is rate-limited", async () => {
    const { email } = await makeSignedIn();
    const ask = (one: string, index: number) =>
      new Browser(lab.running, `10.3.0.${index}`).post("/api/auth/password/reset-mail", { email: one });
    const known = await ask(email, 1);
    const unknown = await ask(address(), 2);
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    for (let index = 3; index < 10; index++) expect((await ask(email, index)).body).toBe(known.body);
    expect(mails.filter((mail) => mail.email === email)).toHaveLength(3);
  });

  test("a new password invalidates earlier reset links", async () => {
    const { browser, email } = await makeSignedIn();
    await new Browser(lab.running).post("/api/auth/password/reset-mail", { email });
    const token = mails.find((mail) => mail.email === email)?.token;
    await browser.post("/api/auth/password", { current_password: PASSWORD, new_password: `${PASSWORD} 2` });
    const late = await new Browser(lab.running).post("/api/auth/password/reset", {
      token,
      password: `${PASSWORD} 3`,
    });
    expect(late.statusCode).toBe(400);
    expect(messageOf(late)).toContain("has expired");
  });

  test("a server without SMTP returns the same error for every address", async () => {
    const response = await new Browser(lab.closed).post("/api/auth/password/reset-mail", {
      email: address(),
    });
    expect(response.statusCode).toBe(503);
    expect(messageOf(response)).toContain("vedette reset-link");
  });
});
