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

describe("a runner key", () => {
  const input = { name: "nas", scope: "runner", location: "attic" };

  test("is bound to its location, which is private from then on", async () => {
    const response = await create(input);
    expect([response.statusCode, response.json().data]).toMatchObject([201, { ...input, status: "active" }]);
    const listLocations = () => running.call(org.keys.admin, { method: "GET", url: "/api/v1/locations" });
    const attic = expect.objectContaining({ id: "attic", private: true, stand_in: false });
    await expect.poll(async () => (await listLocations()).json().data).toContainEqual(attic);
  });

  test.each([
    ["without a location", { location: undefined }],
    ["with a location of the server's own runners", { location: "default" }],
    ["with an invalid location", { location: "At Home" }],
    ["with another scope", { scope: "agent" }],
  ])("%s is rejected and the error names the field", async (_name, change) => {
    const response = await create({ ...input, name: "rejected", ...change });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path: "location" }]]);
  });
});

describe("a code key", () => {
  const input = { name: "deploy", scope: "code", projects: ["shop", "team-*", "shop"] };

  test("is bound to its projects, reaches tests of definitions, and nothing else", async () => {
    const response = await create(input);
    const { data } = response.json();
    expect([response.statusCode, data]).toMatchObject([201, { scope: "code", projects: ["shop", "team-*"] }]);
    expect((await list()).json().data).toContainEqual(
      expect.objectContaining({ name: "deploy", projects: ["shop", "team-*"] }),
    );
    const send = async (method: "GET" | "POST", path: string, payload?: object) =>
      (await running.call(data.key, { method, url: `/api/v1/${path}`, ...(payload && { payload }) }))
        .statusCode;
    expect(await send("POST", "monitors/try", { type: "url" })).toBe(400);
    expect([await send("GET", "monitors"), await send("POST", "markers", { title: "x" })]).toEqual([
      403, 403,
    ]);
    expect(await send("POST", "api-keys", { name: "more" })).toBe(403);
  });

  test.each([
    ["without projects", { projects: undefined }],
    ["with an empty list", { projects: [] }],
    ["with a pattern that is no name", { projects: ["team/*"] }],
    ["with another scope", { scope: "agent" }],
  ])("%s is rejected and the error names the field", async (_name, change) => {
    const response = await create({ ...input, name: "rejected", ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toMatch(/^projects/);
  });
});

describe("a key for some addresses", () => {
  const from = (key: string, remoteAddress: string) =>
    running.call(key, { method: "GET", url: "/api/v1/monitors", remoteAddress });

  test("is refused from elsewhere with 403, which is in the audit log", async () => {
    const response = await create({ name: "office", ip_allow: ["203.0.113.0/24", "::ffff:198.51.100.7"] });
    const { data } = response.json();
    expect(data.ip_allow).toEqual(["203.0.113.0/24", "198.51.100.7"]);
    expect((await from(data.key, "203.0.113.9")).statusCode).toBe(200);
    expect((await from(data.key, "198.51.100.7")).statusCode).toBe(200);
    const refused = await from(data.key, "192.0.2.1");
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringContaining("192.0.2.1"),
    ]);
    const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log?limit=5" });
    expect(log.json().data).toContainEqual(
      expect.objectContaining({
        action: "access.denied",
        actor: expect.objectContaining({ name: "office" }),
      }),
    );
  });

  test.each([["example.com"], ["10.0.0.0/33"], ["10.0.0.*"]])("cannot name %s", async (network) => {
    const response = await create({ name: "wrong", ip_allow: [network] });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path: "ip_allow" }]]);
  });
});

describe("a created key", () => {
  test("is shown once, has the scope agent by default, and works", async () => {
    const response = await create({ name: "ci" });
    const { data } = response.json();
    expect([response.statusCode, data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "ci",
        scope: "agent",
        ip_allow: [],
        location: null,
        projects: null,
        selector: null,
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
    const { key: _key, ...listed } = data;
    const found = (await list()).json().data.find(({ id }: { id: string }) => id === data.id);
    expect(found).toEqual({ ...listed, last_used_at: expect.stringMatching(/Z$/) });
    const logged = await running.database.rows(sql`select row_to_json(a)::text from audit_entry a`);
    expect(JSON.stringify(logged)).not.toContain(data.key.slice(16));
  });

  test("needs a name that no unrevoked key has, also under concurrency", async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => create({ name: "twin" })));
    const codes = responses.map((response) => response.statusCode).sort();
    expect(codes).toEqual([201, 400, 400, 400, 400, 400]);
    const rejected = responses.find((response) => response.statusCode === 400)?.json();
    expect(rejected.error).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("An API key named 'twin' already exists in this organization"),
    });
    const id = responses.find((response) => response.statusCode === 201)?.json().data.id;
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
  ])("is rejected for %j", async (payload, field) => {
    const response = await create(payload);
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, field]);
  });

  test("can be created by a signed-in admin but not by a member", async () => {
    const admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const request = { method: "POST", url, payload: { name: "by a person", scope: "admin" } } as const;
    expect((await running.callAs(member, request)).statusCode).toBe(403);
    const response = await running.callAs(admin, request);
    expect([response.statusCode, response.json().data.created_by]).toEqual([201, admin.name]);
  });
});

test("a revoked key is rejected at the next request and listed as revoked", async () => {
  const { id, key } = (await create({ name: "short-lived" })).json().data;
  const use = () => running.call(key, { method: "GET", url: "/api/v1/monitors" });
  const revoke = () => running.call(org.keys.admin, { method: "DELETE", url: `${url}/${id}` });
  expect((await use()).statusCode).toBe(200);
  expect((await revoke()).json().data).toEqual({ id, deleted: true });
  expect([(await use()).statusCode, (await revoke()).statusCode]).toEqual([401, 404]);
  const listIds = async (status: string) =>
    (await list(`?status=${status}`)).json().data.map((row: { id: string }) => row.id);
  expect(await listIds("revoked")).toContain(id);
  expect(await listIds("active")).not.toContain(id);
  expect(await listIds("expired")).not.toContain(id);
});

test("concurrent requests are each authenticated with their own key", async () => {
  const { key, id } = (await create({ name: "among many" })).json().data;
  const get = (as: string) => running.call(as, { method: "GET", url: "/api/v1/locations" });
  const mixed = () => Promise.all([org.keys.read, key, `${key.slice(0, -1)}_`, org.keys.agent, key].map(get));
  const before = (await mixed()).map((response) => response.statusCode);
  expect(before).toEqual([200, 200, 401, 200, 200]);
  const concurrent = Array.from({ length: 20 }, () => get(org.keys.read));
  await running.call(org.keys.admin, { method: "DELETE", url: `${url}/${id}` });
  const after = (await mixed()).map((response) => response.statusCode);
  expect(after).toEqual([200, 401, 401, 200, 401]);
  expect(new Set((await Promise.all(concurrent)).map((response) => response.statusCode))).toEqual(
    new Set([200]),
  );
});
