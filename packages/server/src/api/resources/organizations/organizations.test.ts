import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensureFirstOrganization } from "./service.ts";

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

test("creates the first organization once for concurrent first starts", async () => {
  const { database } = harness;
  const nowMs = Date.now();
  const starts = await Promise.all(
    Array.from({ length: 6 }, (_, index) => ensureFirstOrganization(database, nowMs + index)),
  );
  expect(starts.filter((start) => start.isNew)).toHaveLength(1);
  expect(new Set(starts.map((start) => start.organization.id)).size).toBe(1);
  expect(await database.rows(sql`select slug from organization`)).toEqual([{ slug: "default" }]);
  expect(await ensureFirstOrganization(database, nowMs)).toMatchObject({ isNew: false });
});
