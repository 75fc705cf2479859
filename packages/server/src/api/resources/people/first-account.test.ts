import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { testIdentity } from "../../../../test/sessions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { makeSetupToken } from "../../identity/setup-link.ts";
import { createFirstAccount } from "./first-account.ts";

const ACCOUNT = { email: "ada@example.org", password: "correct horse battery" };

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

function create(account: typeof ACCOUNT): Promise<boolean> {
  const { database } = running;
  return createFirstAccount({ database, clock: systemClock, identity: testIdentity(database, {}) }, account);
}

test.each([
  ["short", "must have at least 10 characters"],
  ["password1234", "too easy to guess"],
])("the password %s is rejected before anything is stored", async (password, why) => {
  await expect(create({ ...ACCOUNT, password })).rejects.toThrow(
    new RegExp(`^VEDETTE_ADMIN_PASSWORD .*${why}`),
  );
  expect(await running.database.rows(sql`select name from person`)).toEqual([]);
});

test("of several processes one creates the owner, who signs in; later starts and links change nothing", async () => {
  const created = await Promise.all([create(ACCOUNT), create(ACCOUNT), create(ACCOUNT)]);
  expect(created.filter(Boolean)).toEqual([true]);
  expect(await create({ email: "eve@example.org", password: "another fine secret" })).toBe(false);
  expect(await running.database.rows(sql`select name, email, email_verified from person`)).toEqual([
    { name: "ada", email: "ada@example.org", email_verified: true },
  ]);
  const browser = new Browser(running);
  expect((await browser.post("/api/auth/sign-in", ACCOUNT)).statusCode).toBe(200);
  expect((await browser.get("/api/v1/user/organizations")).json().data).toMatchObject([{ role: "owner" }]);
  expect(await running.database.transaction((db) => makeSetupToken(db, Date.now()))).toBeNull();
});
