import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { FiguresCache } from "./figures-cache.ts";

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

test("requests within ten seconds share a read, by organization and selector", async () => {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const { id } = await makeMonitor(database, { orgId });
  const time = { ms: 1_000_000 };
  const cache = new FiguresCache({ now: () => Date.now(), monotonic: () => time.ms });
  const read = async (selector = {}) =>
    (await cache.read(database, { orgId, limit: null, selector })).targets;
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toBe(first);
  await database.run(sql`update stored_target set status = 'down' where id = ${id}`);
  time.ms += 9_000;
  expect((await read())[0]?.status).toBe("pending");
  expect((await read({ targets: [id] }))[0]?.status).toBe("down");
  expect(await read({ tags: { any: ["none"] } })).toEqual([]);
  time.ms += 2_000;
  expect((await read())[0]?.status).toBe("down");
});

test("a failed read is not kept", async () => {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const cache = new FiguresCache({ now: () => Date.now(), monotonic: () => 0 });
  const away = { ...database, find: () => Promise.reject(new Error("the database is away")) };
  await expect(cache.read(away, { orgId, limit: null, selector: {} })).rejects.toThrow("away");
  expect((await cache.read(database, { orgId, limit: null, selector: {} })).targets).toEqual([]);
});
