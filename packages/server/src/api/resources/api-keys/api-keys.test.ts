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

const defaults = { scope: "agent", createdBy: "test" } as const;

describe("a new key", () => {
  test("is the prefix and 43 base62 digits, unique, and stored only as its hash", async () => {
    const orgId = await makeOrganization(harness.database);
    const nowMs = Date.now();
    const created = [];
    for (let count = 0; count < 20; count++) {
      created.push(await createApiKey(harness.database, { ...defaults, orgId, name: `k${count}`, nowMs }));
    }
    expect(new Set(created.map(({ key }) => key)).size).toBe(20);
    for (const { key } of created) expect(key).toMatch(/^vdt_agent_[0-9A-Za-z]{43}$/);
    const { id, key } = created[0] ?? { id: "", key: "" };
    const row = await harness.database.find<Record<string, unknown>>(
      sql`select * from api_key where id = ${id}`,
    );
    expect(row).toMatchObject({
      key_start: key.slice(0, 16),
      key_hash: createHash("sha256").update(key).digest(),
    });
    expect(JSON.stringify(row)).not.toContain(key.slice(16));
  });

  test("with a name in use is rejected until the other key is revoked", async () => {
    const orgId = await makeOrganization(harness.database);
    const nowMs = Date.now();
    const create = () => createApiKey(harness.database, { ...defaults, orgId, name: "ci", nowMs });
    const { id } = await create();
    const rejection = await create().catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(AppError);
    expect(rejection).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("An API key named 'ci' already exists in this organization"),
    });
    await harness.database.run(sql`update api_key set revoked_at = now() where id = ${id}`);
    await expect(create()).resolves.toMatchObject({ key: expect.any(String) });
  });

  test.each(["", "  ", "n".repeat(101)])("needs a name of 1 to 100 characters, not %j", async (name) => {
    const orgId = await makeOrganization(harness.database);
    await expect(
      createApiKey(harness.database, { ...defaults, orgId, name, nowMs: 0 }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
