import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { type ApiKeyCache, createApiKeyCache } from "./api-key-cache.ts";
import { createApiKey, isKeyAlive } from "./service.ts";

let running: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  running = await startTestApp();
  database = running.database;
});
afterAll(() => running.stop());

const actorOf =
  ({ find }: ApiKeyCache) =>
  async (key: string) =>
    (await find(key))?.actor ?? null;

/** A node's cache, and the number of statements that it ran. */
function node(clock = systemClock) {
  let statements = 0;
  const counted: Db = {
    ...database,
    find(statement) {
      statements++;
      return database.find(statement);
    },
  };
  return { find: actorOf(createApiKeyCache(counted, clock)), statements: () => statements };
}

async function makeKey({ expiresAt = null }: { expiresAt?: Date | null } = {}) {
  const { orgId, keys } = await makeOrg(database);
  const input = { orgId, name: "k", scope: "agent", createdBy: "test", expiresAt, nowMs: 0 } as const;
  return { orgId, admin: keys.admin, ...(await createApiKey(database, input)) };
}

test("a cached key is accepted until it expires", async () => {
  const expiresAt = new Date("2030-01-01T00:00:00.000Z");
  const { orgId, id, key } = await makeKey({ expiresAt });
  let nowMs = expiresAt.getTime() - 1;
  const { find, statements } = node({ ...systemClock, now: () => nowMs, monotonic: () => 0 });
  const actor = await find(key);
  expect(actor).toEqual({
    kind: "key",
    keyId: id,
    orgId,
    scope: "agent",
    location: null,
    projects: null,
    selector: null,
    name: "k",
  });
  nowMs++;
  expect(await find(key)).toBeNull();
  expect(statements()).toBe(1);
  if (!actor) throw new Error("not found");
  expect(await isKeyAlive(database, actor, expiresAt.getTime() - 1)).toBe(true);
  expect(await isKeyAlive(database, actor, expiresAt.getTime())).toBe(false);
});

test("concurrent requests share a statement, and a request after the TTL runs a new one", async () => {
  const { key } = await makeKey();
  let atMs = 0;
  const { find, statements } = node({ ...systemClock, monotonic: () => atMs });
  const found = await Promise.all(Array.from({ length: 50 }, () => find(key)));
  expect(new Set(found.map((actor) => actor?.name))).toEqual(new Set(["k"]));
  atMs = 249;
  await find(key);
  expect(statements()).toBe(1);
  atMs = 250;
  await find(key);
  expect(statements()).toBe(2);
});

test("the TTL counts from the start of a statement, not from its result", async () => {
  const { key, orgId } = await makeKey();
  let atMs = 0;
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow: Db = {
    ...database,
    async find(statement) {
      const row = await database.find(statement);
      read.resolve();
      await gate.promise;
      return row as never;
    },
  };
  const find = actorOf(createApiKeyCache(slow, { ...systemClock, monotonic: () => atMs }));
  const before = find(key);
  await read.promise;
  await database.run(sql`update api_key set revoked_at = now() where org_id = ${orgId}`);
  atMs = 250;
  const after = find(key);
  gate.resolve();
  expect(await after).toBeNull();
  expect((await before)?.orgId).toBe(orgId);
});

test("unknown keys are not cached, because a key can be created at any time", async () => {
  const { key, orgId } = await makeKey();
  await database.run(sql`update api_key set revoked_at = now() where org_id = ${orgId}`);
  const { find } = node({ ...systemClock, monotonic: () => 0 });
  expect(await find(key)).toBeNull();
  await database.run(sql`update api_key set revoked_at = null where org_id = ${orgId} and name = 'k'`);
  expect((await find(key))?.orgId).toBe(orgId);
});

test("a failed statement is not cached", async () => {
  const { key } = await makeKey();
  let isUnavailable = true;
  const db: Db = {
    ...database,
    find: (statement) =>
      isUnavailable ? Promise.reject(new Error("unavailable")) : database.find(statement),
  };
  const find = actorOf(createApiKeyCache(db, systemClock));
  await expect(find(key)).rejects.toThrow("unavailable");
  isUnavailable = false;
  expect((await find(key))?.name).toBe("k");
});

test.each(["revoked", "deleted with its organization"])(
  "a key %s is rejected by every node after the response",
  async (how) => {
    const { id, orgId, key, admin } = await makeKey();
    const owner = await makeMember(database, { orgId, role: "owner" });
    const nodes = [node(), node(), node()];
    let isDone = false;
    const load = nodes.map(async ({ find }) => {
      while (!isDone) {
        await find(key);
        await wait(1);
      }
    });
    const response = await (how === "revoked"
      ? running.call(admin, { method: "DELETE", url: `/api/v1/api-keys/${id}` })
      : running.callAs(owner, { method: "DELETE", url: `/api/v1/organizations/${orgId}` }));
    const found = await Promise.all(nodes.map(({ find }) => find(key)));
    isDone = true;
    await Promise.all(load);
    expect(response.statusCode).toBe(200);
    expect(found).toEqual([null, null, null]);
  },
);
