import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type Recording,
  selectable,
  startRecording,
} from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const FAILURES: RuleCondition = {
  type: "consecutive_failures",
  params: { threshold: 2, min_locations: 1 },
};

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
});
afterAll(() => harness.drop());

let orgId: string;
let channelId: string;
let recording: Recording;
beforeEach(async () => {
  orgId = await makeOrganization(database);
  channelId = await makeChannel(database, orgId);
  recording = await startRecording(database);
});
afterEach(() => recording.stop());

/** A monitor with one location and a rule of its own that the cache has loaded. */
async function watched(
  condition: RuleCondition = FAILURES,
  more: Partial<Parameters<typeof makeRule>[1]> = {},
): Promise<{ targetId: string; seriesKey: number; ruleId: string }> {
  const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId });
  const ruleId = await makeRule(database, {
    orgId,
    targetId,
    channelIds: [channelId],
    ...more,
    ...condition,
  });
  await isCached(targetId, ruleId);
  return { targetId, seriesKey: seriesKeys[0] ?? 0, ruleId };
}

const isCached = (targetId: string, ruleId: string) =>
  expect.poll(() => rulesOf(targetId).some(({ id }) => id === ruleId), { timeout: 30_000 }).toBe(true);
const rulesOf = (targetId: string) => recording.rules.rulesFor(selectable(orgId, targetId));
const alerts = () => listAlerts(database, orgId);
const notices = () => listNotifications(database, orgId);

async function restart(): Promise<void> {
  await recording.stop();
  recording = await startRecording(database);
}

/** The instants of the alerts after `NOW_MS`, in seconds. */
const openAndResolved = async () => {
  const rows = await alerts();
  return rows.map((alert) => [
    (alert.triggered_at.getTime() - NOW_MS) / 1_000,
    alert.resolved_at && (alert.resolved_at.getTime() - NOW_MS) / 1_000,
  ]);
};

describe("a rule with a recovery threshold", () => {
  test("resolves after so many good results in a row, degraded ones included", async () => {
    const { seriesKey } = await watched(FAILURES, { recoveryThreshold: 3 });
    const nextMs = await recording.recordEach(seriesKey, "xx..xe.g", NOW_MS);
    expect(await openAndResolved()).toEqual([[1, null]]);
    await recording.recordEach(seriesKey, ".", nextMs);
    expect(await openAndResolved()).toEqual([[1, 8]]);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`]);
  });

  test("keeps its count when another scheduler takes over after each result", async () => {
    const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId, locations: ["a", "b"] });
    const more = { orgId, targetId, recoveryThreshold: 3 };
    const failures = await makeRule(database, { ...more, ...FAILURES });
    const rate = await makeRule(database, {
      ...more,
      type: "error_rate",
      params: { threshold: 50, window_seconds: 60, min_checks: 1 },
    });
    for (const [nr, letter] of [..."xxxx..x......"].entries()) {
      await restart();
      await isCached(targetId, failures);
      await isCached(targetId, rate);
      await recording.recordEach(seriesKeys[nr % 2] ?? 0, letter, NOW_MS + nr * 10_000);
    }
    const rows = await alerts();
    const resolvedAfter = (ruleId: string) =>
      rows
        .filter((alert) => alert.rule_id === ruleId)
        .map(({ resolved_at: at }) => at && (at.getTime() - NOW_MS) / 10_000);
    // Location `a` fails at 6 and recovers with 8, 10 and 12, `b` before it.
    expect(resolvedAfter(failures)).toEqual([12]);
    // Fewer than half of the last six fail from 8 on.
    expect(resolvedAfter(rate)).toEqual([10]);
  });

  test("opens no further alert while it recovers", async () => {
    const { seriesKey } = await watched(FAILURES, { recoveryThreshold: 2 });
    await recording.recordEach(seriesKey, "xx.xx.xx..xx", NOW_MS);
    expect(await openAndResolved()).toEqual([
      [1, 9],
      [11, null],
    ]);
  });

  test("that is raised while its alert is open counts from the next good result", async () => {
    const { seriesKey, ruleId, targetId } = await watched();
    const nextMs = await recording.recordEach(seriesKey, "xx", NOW_MS);
    await database.run(sql`
      update alert_rule set recovery_threshold = 2, revision = revision + 1 where id = ${ruleId}`);
    await database.run(sql`select pg_notify('alert_rules_changed', ${ruleId})`);
    await expect.poll(() => rulesOf(targetId)[0]?.revision, { timeout: 30_000 }).toBe(2);
    await recording.recordEach(seriesKey, "..", nextMs);
    expect(await openAndResolved()).toEqual([[1, 3]]);
  });
});

describe("a rule with a confirmation time", () => {
  test("opens its alert once the condition has held for so long", async () => {
    const { seriesKey } = await watched(FAILURES, { confirmSeconds: 3 });
    const nextMs = await recording.recordEach(seriesKey, "xxx.xxxx", NOW_MS);
    expect(await alerts()).toEqual([]);
    await recording.recordEach(seriesKey, "x.", nextMs);
    expect(await openAndResolved()).toEqual([[8, 9]]);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`]);
  });

  test("keeps its time when another scheduler takes over after each result", async () => {
    const { seriesKey, targetId, ruleId } = await watched(FAILURES, { confirmSeconds: 3 });
    for (const [nr, letter] of [..."xx.xxxxxx"].entries()) {
      await restart();
      await isCached(targetId, ruleId);
      await recording.recordEach(seriesKey, letter, NOW_MS + nr * 1_000);
    }
    expect(await openAndResolved()).toEqual([[7, null]]);
  });

  test("writes nothing while the time passes, and opens no alert of a deleted rule", async () => {
    const { seriesKey, ruleId, targetId } = await watched(FAILURES, { confirmSeconds: 60 });
    const version = () =>
      database.find<object>(
        sql`select ctid::text, xmin::text from alert_condition where target_id = ${targetId}`,
      );
    const nextMs = await recording.recordEach(seriesKey, "xx", NOW_MS);
    const before = await version();
    expect(before).not.toBeNull();
    await recording.recordEach(seriesKey, "xxx", nextMs);
    expect(await version()).toEqual(before);
    await database.run(sql`delete from alert_rule where id = ${ruleId}`);
    await recording.recordEach(seriesKey, ".xx", nextMs + 3_000);
    await recording.recordEach(seriesKey, "x", nextMs + 70_000);
    expect([await alerts(), await version()]).toEqual([[], null]);
  });

  test("that is lowered to zero opens its alert at the next result", async () => {
    const { seriesKey, ruleId, targetId } = await watched(FAILURES, { confirmSeconds: 60 });
    const nextMs = await recording.recordEach(seriesKey, "xxx", NOW_MS);
    await database.run(sql`
      update alert_rule set confirm_seconds = 0, revision = revision + 1 where id = ${ruleId}`);
    await database.run(sql`select pg_notify('alert_rules_changed', ${ruleId})`);
    await expect.poll(() => rulesOf(targetId)[0]?.revision, { timeout: 30_000 }).toBe(2);
    await recording.recordEach(seriesKey, "x", nextMs);
    expect(await openAndResolved()).toEqual([[3, null]]);
  });
});

test("an alert has the key of its group, tag or rule when it opens", async () => {
  const keys: unknown[] = [];
  for (const groupBy of ["target", "rule", "tag:team"]) {
    const { seriesKey, targetId } = await watched(FAILURES, { groupBy });
    await database.run(sql`update target set tags = '{team:shop}' where id = ${targetId}`);
    await recording.recordEach(seriesKey, "xx", NOW_MS);
    const [row] = await database.rows<{ group_key: string | null }>(
      sql`select group_key from alert where target_id = ${targetId}`,
    );
    keys.push(row?.group_key);
  }
  expect(keys).toEqual([null, "rule", "tag:team:shop"]);
});
