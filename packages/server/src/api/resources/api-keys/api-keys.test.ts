import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { createApiKey } from "./service.ts";

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

const wanted = { scope: "agent", createdBy: "test" } as const;

describe("a new key", () => {
  test("is the prefix and 43 base62 digits, each time another, and stored only as its hash", async () => {
    const orgId = await makeOrganization(harness.database);
    const nowMs = Date.now();
    const made = [];
    for (let count = 0; count < 20; count++) {
      made.push(await createApiKey(harness.database, { ...wanted, orgId, name: `k${count}`, nowMs }));
    }
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
    for (const { key } of made) expect(key).toMatch(/^vdt_agent_[0-9A-Za-z]{43}$/);
    const { id, key } = made[0] ?? { id: "", key: "" };
    const row = await harness.database.find<Record<string, unknown>>(
      sql`select * from api_key where id = ${id}`,
    );
    expect(row).toMatchObject({
      key_start: key.slice(0, 16),
      key_hash: createHash("sha256").update(key).digest(),
    });
    expect(JSON.stringify(row)).not.toContain(key.slice(16));
  });

  test("with a name that is in use is refused in the words of the specification, until that key is revoked", async () => {
    const orgId = await makeOrganization(harness.database);
    const nowMs = Date.now();
    const make = () => createApiKey(harness.database, { ...wanted, orgId, name: "ci", nowMs });
    const { id } = await make();
    const refusal = await make().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("An API key named 'ci' already exists in this organization"),
    });
    await harness.database.run(sql`update api_key set revoked_at = now() where id = ${id}`);
    await expect(make()).resolves.toMatchObject({ key: expect.any(String) });
  });

  test.each(["", "  ", "n".repeat(101)])("needs a name of 1 to 100 characters, not %j", async (name) => {
    const orgId = await makeOrganization(harness.database);
    await expect(createApiKey(harness.database, { ...wanted, orgId, name, nowMs: 0 })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
