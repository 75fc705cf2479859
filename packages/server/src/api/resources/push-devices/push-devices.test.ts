import { createECDH, randomBytes } from "node:crypto";
import type { PushDeviceCreate } from "@vedette/contract/on-call/push-devices.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import type { TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";

const URL = "/api/v1/push-devices";

let running: TestApp;
let org: TestOrg;
let person: TestPerson;
let statusCode = 201;
beforeAll(async () => {
  running = await startTestApp({
    webPush: {
      publicKey: async () => Buffer.alloc(65, 4),
      send: async (devices) =>
        devices.map(({ id }) => ({
          deviceId: id,
          outcome: statusCode === 201 ? ("delivered" as const) : ("gone" as const),
          statusCode,
          error: statusCode === 201 ? null : "gone",
          retryAfterSeconds: null,
        })),
    },
  });
});
beforeEach(async () => {
  statusCode = 201;
  org = await makeOrg(running.database);
  person = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
});
afterAll(() => running.stop());

function subscription(): PushDeviceCreate {
  return {
    endpoint: `https://push.example/${randomBytes(8).toString("hex")}`,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  };
}
const call = (method: "GET" | "POST" | "DELETE", path = "", payload?: object, as = person) =>
  running.callAs(as, { method, url: `${URL}${path}`, ...(payload && { payload }) });

test("a browser that subscribes again replaces its device, and no response has its endpoint", async () => {
  const body = subscription();
  const first = await call("POST", "", body);
  expect(first.statusCode, first.body).toBe(201);
  expect((await call("POST", "", body)).json().data.id).toBe(first.json().data.id);
  const list = await call("GET");
  expect(list.json().data).toMatchObject([
    { service: "push.example", last_success_at: null, last_error: null },
  ]);
  expect(list.body).not.toContain(body.endpoint);
  expect(list.body).not.toContain(body.keys.auth);
});

test("invalid subscriptions are rejected by field", async () => {
  const { endpoint, keys } = subscription();
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  for (const [body, path] of [
    [{ endpoint: endpoint.replace("https", "http"), keys }, "endpoint"],
    [{ endpoint: "push", keys }, "endpoint"],
    [{ endpoint, keys: { ...keys, auth: "short" } }, "keys.auth"],
    [{ endpoint, keys: { ...keys, p256dh: off } }, "keys.p256dh"],
  ] as const) {
    const rejected = await call("POST", "", body);
    expect([rejected.statusCode, rejected.json().error.details[0].path]).toEqual([400, path]);
  }
  expect((await call("GET")).json().data).toEqual([]);
});

test("the device of another person is not found", async () => {
  const { id } = (await call("POST", "", subscription())).json().data;
  const other = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  expect((await call("DELETE", `/${id}`, undefined, other)).statusCode).toBe(404);
  expect((await call("POST", `/${id}/test`, undefined, other)).statusCode).toBe(404);
  expect((await call("GET", "", undefined, other)).json().data).toEqual([]);
});

test("a test says whether it arrived", async () => {
  const { id } = (await call("POST", "", subscription())).json().data;
  expect((await call("POST", `/${id}/test`)).json().data).toMatchObject({ delivered: true, removed: false });
  statusCode = 410;
  expect((await call("POST", `/${id}/test`)).json().data).toMatchObject({ delivered: false, removed: true });
});

test("a person has at most 20 devices, and the audit log has each change without the endpoint", async () => {
  for (let count = 0; count < 20; count += 1)
    expect((await call("POST", "", subscription())).statusCode).toBe(201);
  expect((await call("POST", "", subscription())).statusCode).toBe(400);
  const [{ id }] = (await call("GET")).json().data;
  expect((await call("DELETE", `/${id}`)).statusCode).toBe(200);
  const entries = await running.database.rows<{ action: string; text: string }>(sql`
    select action, coalesce(before, after)::text as text from audit_entry
    where org_id = ${org.orgId} and target_type = 'push_device' order by seq`);
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 20 }, () => "push_device.create"),
    "push_device.delete",
  ]);
  expect(entries.every(({ text }) => !text.includes("https://push.example/"))).toBe(true);
});
