import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { latestResults } from "./latest-results.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const EXPIRES_MS = Date.parse("2027-02-01T00:00:00Z");

let harness: TestDatabase;
let database: Database;
let orgId: string;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  await ensurePartitionsOf(database, [NOW_MS, NOW_MS - 30 * DAY_MS]);
});
afterAll(() => harness.drop());

describe("latestResults", () => {
  test("is the newest across all locations, with the newest certificate", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId, locations: ["a", "b"] });
    const [first = 0, second = 0] = seriesKeys;
    const connection = await database.find<{ connection_key: number }>(sql`
      insert into check_connection (runner, tls_expires_at) values ('r', ${new Date(EXPIRES_MS)}) returning connection_key`);
    const seen = { connectionKey: connection?.connection_key ?? 0, status: "up", responseUs: 1_234 } as const;
    await insertResults(database, [
      { seriesKey: first, slotMs: NOW_MS - 60_000, ...seen },
      { seriesKey: first, slotMs: NOW_MS - 30_000, ...seen },
      { seriesKey: second, slotMs: NOW_MS - 10_000, status: "down", responseUs: null },
    ]);
    const latest = await latestResults(database, { orgId, monitorIds: [id], nowMs: NOW_MS });
    // Test results have a late_ms of 7.
    expect(latest.get(id)).toEqual({
      checkedAtMs: NOW_MS - 10_000 + 7,
      responseTimeMs: null,
      tlsExpiresAtMs: EXPIRES_MS,
      failures: {},
    });
  });

  test("is found after weeks, and is empty for unchecked monitors and other organizations' monitors", async () => {
    const old = await makeMonitor(database, { orgId });
    const fresh = await makeMonitor(database, { orgId });
    const foreign = await makeMonitor(database, { orgId: await makeOrganization(database) });
    const result = { slotMs: NOW_MS - 30 * DAY_MS, status: "up", responseUs: 2_500 } as const;
    await insertResults(database, [
      { seriesKey: old.seriesKeys[0] ?? 0, ...result },
      { seriesKey: foreign.seriesKeys[0] ?? 0, ...result },
    ]);
    const monitorIds = [old.id, fresh.id, foreign.id];
    const latest = await latestResults(database, { orgId, monitorIds, nowMs: NOW_MS });
    expect([...latest.keys()]).toEqual([old.id]);
    expect(latest.get(old.id)).toMatchObject({ responseTimeMs: 2.5, tlsExpiresAtMs: null });
  });
});
