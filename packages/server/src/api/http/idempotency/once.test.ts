import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const body = { name: "once", type: "url", url: "http://127.0.0.1/" };

function create(key: string, payload: object = body, as = org.keys.admin) {
  const headers = { "idempotency-key": key };
  return running.call(as, { method: "POST", url: "/api/v1/monitors", payload, headers });
}

async function countMonitors(): Promise<number> {
  const found = await running.database.find<{ count: number }>(
    sql`select count(*) as count from target where org_id = ${org.orgId}`,
  );
  return found?.count ?? 0;
}

describe("a create repeated with its key", () => {
  test("returns the first response byte for byte, and creates nothing", async () => {
    const first = await create("a");
    const before = await countMonitors();
    const second = await create("a");
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
    expect(await countMonitors()).toBe(before);
  });

  test("concurrently creates one resource", async () => {
    const before = await countMonitors();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create("twins")));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(201));
    expect(await countMonitors()).toBe(before + 1);
  });

  test("with another body is rejected", async () => {
    await create("b");
    const answer = await create("b", { ...body, name: "other" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("another body");
  });

  test("by another caller is another create", async () => {
    const foreign = await makeOrg(running.database);
    const first = await create("c");
    const second = await create("c", body, foreign.keys.admin);
    expect(second.statusCode).toBe(201);
    expect(second.json().data.id).not.toBe(first.json().data.id);
    expect(second.json().data.org_id).toBe(foreign.orgId);
  });

  test("runs again after an error", async () => {
    expect((await create("d", { ...body, url: "nonsense" })).statusCode).toBe(400);
    expect((await create("d")).statusCode).toBe(201);
  });

  test("after 24 hours is a new create", async () => {
    const first = await create("e");
    await running.database.run(sql`
      update idempotency_key set created_at = created_at - interval '24 hours 1 second' where key = 'e'`);
    const second = await create("e");
    expect(second.statusCode).toBe(201);
    expect(second.json().data.id).not.toBe(first.json().data.id);
    expect((await create("e")).body).toBe(second.body);
  });
});

test.each(["x".repeat(256), ""])("a key of %s is rejected", async (key) => {
  expect((await create(key)).statusCode).toBe(400);
});
