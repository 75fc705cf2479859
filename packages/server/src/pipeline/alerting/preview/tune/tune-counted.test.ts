import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeHeartbeat, makeJourney, makeMonitor, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { insertResults } from "../../../../../test/make-results.ts";
import { systemClock } from "../../../../platform/kernel/clock.ts";
import { newId } from "../../../../platform/kernel/ids.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { insertGaps } from "../../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../results/retention/partitions.ts";
import { preview } from "../preview.ts";
import type { PreviewTarget } from "../preview-request.ts";
import { type CountedCondition, tuneCounted } from "./tune-counted.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12, 34, 56);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const CREATED_AT = new Date(NOW_MS - 3 * DAY_MS);
const LIMITS = { resultsMax: 100_000, newResultsMax: 100_000, durationMs: 60_000 };

let harness: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    Array.from({ length: 5 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
});
afterAll(() => harness.drop());
beforeEach(async () => {
  orgId = await makeOrganization(database);
});

type Made = PreviewTarget & { seriesKey: number };

async function monitor(): Promise<Made> {
  const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: CREATED_AT });
  return { id, kind: "monitor", name: "Shop", seriesKey: seriesKeys[0] ?? 0 };
}

/** Results each minute but in the gaps, which begin and end so many minutes ago. */
async function silentMonitor(gaps: readonly [number, number][]): Promise<Made> {
  const target = await monitor();
  const at = (minutes: number) => Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS;
  const minutes = Array.from({ length: 1_000 }, (_, nr) => nr);
  const isSilent = (minute: number) => gaps.some(([from, to]) => minute <= from && minute > to);
  const { seriesKey } = target;
  await insertResults(
    database,
    minutes
      .filter((minute) => !isSilent(minute))
      .map((minute) => ({ seriesKey, slotMs: at(minute), status: "up" as const, responseUs: 1_000 })),
  );
  await database.transaction((db) =>
    insertGaps(
      db,
      gaps.map(([from, to]) => ({
        ...{ seriesKey, fromMs: at(from), toMs: at(to + 1), kind: "missed" as const },
        ...{ reason: "no_runner" as const, slots: from - to },
      })),
    ),
  );
  return target;
}

async function heartbeat(values: readonly number[]): Promise<Made> {
  const { id, seriesKey } = await makeHeartbeat(database, { orgId, createdAt: CREATED_AT });
  for (const [nr, value] of values.entries()) {
    const pingId = newId(NOW_MS - (values.length - nr) * HOUR_MS);
    await database.run(sql`
      insert into heartbeat_ping (id, heartbeat_id, shard, kind, exit_status, metrics, body_bytes, pending,
        body_truncated, method)
      values (${pingId}, ${id}, 0, 's', 0, ${JSON.stringify({ rows: value })}::jsonb, 0, false, false, 'POST')`);
  }
  return { id, kind: "heartbeat", name: "Backup", seriesKey };
}

async function changedMonitor(minutesAgo: readonly number[]): Promise<Made> {
  const target = await monitor();
  for (const minutes of minutesAgo) {
    const at = new Date(NOW_MS - minutes * MINUTE_MS);
    await database.run(sql`
      insert into target_change (id, org_id, target_id, at, field, before, after, locations, is_last)
      values (${newId(at.getTime())}, ${orgId}, ${target.id}, ${at}, 'certificate', 'a', 'b', '{default}', false)`);
  }
  return target;
}

async function journey(percents: readonly number[]): Promise<Made> {
  const { id, seriesKey } = await makeJourney(database, { orgId, createdAt: CREATED_AT });
  for (const [nr, percent] of percents.entries()) {
    const slotMs = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS - (percents.length - nr) * 10 * MINUTE_MS;
    await insertResults(database, [{ seriesKey, slotMs, status: "up", responseUs: 1_000 }]);
    await database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
        queued_at, finished_at, visual_diff_percent)
      values (${newId(slotMs)}, ${orgId}, ${id}, 'journey', 'default', 'schedule', ${new Date(slotMs)}, 'passed', 1,
        1000, now(), now(), ${percent})`);
  }
  return { id, kind: "journey", name: "Cart", seriesKey };
}

const GAPS: [number, number][] = [
  [900, 896],
  [800, 780],
  [700, 660],
  [300, 299],
  [20, 0],
];
const CASES: readonly [CountedCondition, () => Promise<Made>][] = [
  [{ type: "missed", params: { minutes: 5 } }, () => silentMonitor(GAPS)],
  [{ type: "no_data", params: { minutes: 7 } }, () => silentMonitor(GAPS)],
  [
    { type: "metric", params: { name: "rows", comparison: "lt", value: 100, occurrences: 2 } },
    () => heartbeat([120, 90, 80, 150, 40, 45, 90, 60, 160, 170, 180, 55, 190]),
  ],
  [
    { type: "change", params: { fields: ["certificate", "headers"], minutes: 15 } },
    () => changedMonitor([1_500, 900, 890, 870, 700, 300, 45, 2]),
  ],
  [
    { type: "visual_diff_threshold", params: { threshold_percent: 2 } },
    () => journey([0, 0.6, 0, 1.5, 0, 3, 3, 0, 5, 0, 9, 1, 0, 20]),
  ],
];

describe.each(CASES)("tuning %o", (condition, make) => {
  test("each combination gives the alerts of its preview, and a stricter one is in the grid", async () => {
    const targets = [await make(), await make()];
    const timing = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };
    const request = { orgId, condition, timing, targets, days: 1, nowMs: NOW_MS };
    const deps = { db: database, clock: systemClock, limits: LIMITS };
    const { combinations, outages } = await tuneCounted(deps, request);
    expect(outages).toBe(0);
    expect(combinations.filter(({ isRule }) => isRule)).toMatchObject([{ condition, recoveryThreshold: 1 }]);
    for (const { condition: other, recoveryThreshold, alerts, brief } of combinations) {
      const own = { ...request, condition: other, timing: { ...timing, recoveryThreshold } };
      const found = await preview(deps, own);
      const short = found.alerts.filter((each) => each.resolved_at !== null && each.duration_seconds < 300);
      expect([other.params, recoveryThreshold, alerts, brief]).toEqual([
        ...[other.params, recoveryThreshold, found.total, short.length],
      ]);
    }
    expect(new Set(combinations.map(({ alerts }) => alerts)).size).toBeGreaterThan(1);
  });
});
