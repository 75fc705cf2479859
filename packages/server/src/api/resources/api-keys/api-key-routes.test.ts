import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const url = "/api/v1/api-keys";
const create = (payload: object) => running.call(org.keys.admin, { method: "POST", url, payload });
const list = (query = "") => running.call(org.keys.admin, { method: "GET", url: `${url}${query}` });

describe("a runner's key", () => {
  const wanted = { name: "nas", scope: "runner", location: "attic" };

  test("is for the location that it names, which is private from then on", async () => {
    const answer = await create(wanted);
    expect([answer.statusCode, answer.json().data]).toMatchObject([201, { ...wanted, status: "active" }]);
    const seen = () => running.call(org.keys.admin, { method: "GET", url: "/api/v1/locations" });
    const attic = expect.objectContaining({ id: "attic", private: true, stand_in: false });
    await expect.poll(async () => (await seen()).json().data).toContainEqual(attic);
  });

  test.each([
    ["without a location", { location: undefined }],
    ["at a location of the server's own", { location: "default" }],
    ["at what is no location", { location: "At Home" }],
    ["of another scope", { scope: "agent" }],
  ])("%s is refused, naming the field", async (_name, change) => {
    const answer = await create({ ...wanted, name: "refused", ...change });
    expect([answer.statusCode, answer.json().error.details]).toMatchObject([400, [{ path: "location" }]]);
  });
});

describe("a key that is created", () => {
  test("is shown this once, has the scope agent by default, and works", async () => {
    const answer = await create({ name: "ci" });
    const { data } = answer.json();
    expect([answer.statusCode, data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "ci",
        scope: "agent",
        location: null,
        status: "active",
        key: expect.stringMatching(/^vdt_agent_[0-9A-Za-z]{43}$/),
        key_start: data.key.slice(0, 16),
        created_by: "admin",
        created_at: expect.stringMatching(/Z$/),
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      },
    ]);
    expect((await running.call(data.key, { method: "GET", url: "/api/v1/monitors" })).statusCode).toBe(200);
    const { body } = await list();
    expect(body).not.toContain(data.key);
    const { key: _key, ...shown } = data;
    const found = (await list()).json().data.find(({ id }: { id: string }) => id === data.id);
    expect(found).toEqual({ ...shown, last_used_at: expect.stringMatching(/Z$/) });
    const logged = await running.database.rows(sql`select row_to_json(a)::text from audit_entry a`);
    expect(JSON.stringify(logged)).not.toContain(data.key.slice(16));
  });

  test("needs a name that no unrevoked key has, also in a race", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: "twin" })));
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([201, 400, 400, 400, 400, 400]);
    const refused = answers.find((answer) => answer.statusCode === 400)?.json();
    expect(refused.error).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("An API key named 'twin' already exists in this organization"),
    });
    const id = answers.find((answer) => answer.statusCode === 201)?.json().data.id;
    expect((await running.call(org.keys.admin, { method: "DELETE", url: `${url}/${id}` })).statusCode).toBe(
      200,
    );
    expect((await create({ name: "twin" })).statusCode).toBe(201);
  });

  test.each([
    [{}, "name"],
    [{ name: "x", scope: "owner" }, "scope"],
    [{ name: "x", expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ name: "x", expires_at: "tomorrow" }, "expires_at"],
    [{ name: "x", key_hash: "00" }, "key_hash"],
  ])("is refused for %j", async (payload, field) => {
    const answer = await create(payload);
    expect([answer.statusCode, answer.json().error.details[0].path]).toEqual([400, field]);
  });

  test("may be made by an admin who is signed in, and by no member below", async () => {
    const admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const request = { method: "POST", url, payload: { name: "by a person", scope: "admin" } } as const;
    expect((await running.callAs(member, request)).statusCode).toBe(403);
    const answer = await running.callAs(admin, request);
    expect([answer.statusCode, answer.json().data.created_by]).toEqual([201, admin.name]);
  });
});

test("a revoked key is dead at the next request, and listed as what it is", async () => {
  const { id, key } = (await create({ name: "short-lived" })).json().data;
  const use = () => running.call(key, { method: "GET", url: "/api/v1/monitors" });
  const revoke = () => running.call(org.keys.admin, { method: "DELETE", url: `${url}/${id}` });
  expect((await use()).statusCode).toBe(200);
  expect((await revoke()).json().data).toEqual({ id, deleted: true });
  expect([(await use()).statusCode, (await revoke()).statusCode]).toEqual([401, 404]);
  const idsOf = async (status: string) =>
    (await list(`?status=${status}`)).json().data.map((row: { id: string }) => row.id);
  expect(await idsOf("revoked")).toContain(id);
  expect(await idsOf("active")).not.toContain(id);
  expect(await idsOf("expired")).not.toContain(id);
});

test("of many requests at once each sees whether its own key lives", async () => {
  const { key, id } = (await create({ name: "among many" })).json().data;
  const get = (as: string) => running.call(as, { method: "GET", url: "/api/v1/locations" });
  const mixed = () => Promise.all([org.keys.read, key, `${key.slice(0, -1)}_`, org.keys.agent, key].map(get));
  const before = (await mixed()).map((answer) => answer.statusCode);
  expect(before).toEqual([200, 200, 401, 200, 200]);
  const busy = Array.from({ length: 20 }, () => get(org.keys.read));
  await running.call(org.keys.admin, { method: "DELETE", url: `${url}/${id}` });
  const after = (await mixed()).map((answer) => answer.statusCode);
  expect(after).toEqual([200, 401, 401, 200, 401]);
  expect(new Set((await Promise.all(busy)).map((answer) => answer.statusCode))).toEqual(new Set([200]));
});
