import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

const URL = "/api/auth/profile";

async function makeNamed() {
  const { orgId, keys } = await makeOrg(running.database);
  const member = await makeMember(running.database, { orgId, role: "viewer" });
  const rename = (name: string) => running.callAs(member, { method: "POST", url: URL, payload: { name } });
  const log = async () =>
    (await running.call(keys.admin, { method: "GET", url: "/api/v1/audit-log" })).json().data;
  return { member, rename, log, keys };
}

test("a person changes their own name, which is in the audit log of their organization", async () => {
  const { member, rename, log } = await makeNamed();
  expect((await rename("  Ada Lovelace ")).statusCode).toBe(200);
  const state = await running.callAs(member, { method: "GET", url: "/api/auth/session" });
  expect(state.json().data.person).toMatchObject({ id: member.id, name: "Ada Lovelace" });
  expect(await log()).toMatchObject([
    {
      action: "member.rename",
      actor: { kind: "member", id: member.id, name: member.name },
      target: { type: "member" },
      before: { name: member.name },
      after: { name: "Ada Lovelace" },
    },
  ]);
});

test("the same name is no change", async () => {
  const { member, rename, log } = await makeNamed();
  expect((await rename(member.name)).statusCode).toBe(200);
  expect(await log()).toEqual([]);
});

test.each([
  ["", "is required"],
  ["two\nlines", "must be a single line"],
  ["x".repeat(101), "must have at most 100 characters"],
])("rejects the name %j, and names the field", async (name, message) => {
  const { rename } = await makeNamed();
  const response = await rename(name);
  expect(response.statusCode).toBe(400);
  expect(response.json().error.details).toEqual([{ path: "name", message }]);
});

test("an API key has no profile", async () => {
  const { keys } = await makeNamed();
  const response = await running.call(keys.admin, { method: "POST", url: URL, payload: { name: "Key" } });
  expect(response.statusCode).toBe(403);
});
