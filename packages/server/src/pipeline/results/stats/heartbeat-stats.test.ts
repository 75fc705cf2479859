import { afterAll, beforeAll, expect, test } from "vitest";
import { makeHeartbeat, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { RESPONSE_US_MAX } from "../recording/response-limit.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { heartbeatStats } from "./heartbeat-stats.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

/** A job that ran in these hours, and took so many minutes. */
async function statsOf(runs: readonly (readonly [hour: number, minutes: number])[]) {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const createdAt = new Date(NOW_MS - 48 * HOUR_MS);
  const { id, seriesKey } = await makeHeartbeat(database, { orgId, createdAt });
  await ensurePartitionsOf(database, [NOW_MS, NOW_MS - 24 * HOUR_MS]);
  for (const [hour, minutes] of runs) {
    const slotMs = NOW_MS - hour * HOUR_MS;
    const responseUs = Math.min(minutes * 60_000_000, RESPONSE_US_MAX);
    await insertResults(database, [{ seriesKey, slotMs, status: "up", responseUs }]);
    await database.run(sql`
      insert into heartbeat_ping (id, heartbeat_id, slot, duration_ms, shard, kind, body_bytes, pending, body_truncated, method)
      values (${newId(slotMs + minutes * 60_000)}, ${id}, ${new Date(slotMs)}, ${minutes * 60_000}, 0, 's', 0, false, false, 'GET')`);
  }
  const window = { period: "24h", fromMs: NOW_MS - 24 * HOUR_MS, toMs: NOW_MS } as const;
  return heartbeatStats(database, { ...window, orgId, heartbeatId: id, nowMs: NOW_MS });
}

const minutes = (count: number) => count * 60_000;

test("durations that fit into a result come from the results", async () => {
  const stats = await statsOf([
    [3, 10],
    [2, 20],
  ]);
  expect(stats.response_time_ms).toMatchObject({ avg: minutes(15), min: minutes(10), max: minutes(20) });
});

test("longer ones come from the pings, for the whole window and for each point", async () => {
  const stats = await statsOf([
    [20, 100],
    [10, 200],
    [2, 30],
  ]);
  const times = { avg: minutes(110), min: minutes(30), max: minutes(200), p50: minutes(100) };
  expect(stats).toMatchObject({
    total_checks: 3,
    response_time_ms: times,
    by_location: [{ response_time_ms: times }],
  });
  const points = stats.series.filter(({ total }) => total > 0).map(({ avg_ms: avg }) => avg);
  expect(points).toEqual([minutes(100), minutes(200), minutes(30)]);
  expect(stats.series.filter(({ avg_ms: avg }) => avg !== null)).toHaveLength(3);
});
