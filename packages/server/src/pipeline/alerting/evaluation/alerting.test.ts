import type { RuleCondition } from "@vedette/contract/alerts/alert-rules.ts";
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
import { endAlert } from "../alerts/end-alerts.ts";
import { releaseAlerts } from "../alerts/open-alerts.ts";
import { remindOfAlerts } from "../alerts/remind.ts";
import { NO_SUPPRESSION, type Suppression } from "../alerts/suppression.ts";

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
const targetStatus = (id: string) =>
  database.find<object>(sql`select status, status_reason from target where id = ${id}`);
const notices = () => listNotifications(database, orgId);

async function restart(more: Parameters<typeof startRecording>[1] = {}): Promise<void> {
  await recording.stop();
  recording = await startRecording(database, more);
}

describe("a condition", () => {
  test("opens an alert when it starts to hold and resolves it when it clears", async () => {
    const { seriesKey, targetId, ruleId } = await watched();
    await recording.recordEach(seriesKey, ".xxxx", NOW_MS);
    expect(await alerts()).toMatchObject([
      {
        rule_id: ruleId,
        target_id: targetId,
        status: "pending",
        title: "Test is down",
        message: "2 checks in a row failed at default. Last error: Nothing listens there.",
        triggered_at: new Date(NOW_MS + 2_000),
        evidence: { location: "default", value: 2, threshold: 2, error: { code: "CONNECT_REFUSED" } },
      },
    ]);
    expect(await notices()).toEqual([`opened ${channelId}`]);
    await recording.recordEach(seriesKey, ".", NOW_MS + 5_000);
    expect(await alerts()).toMatchObject([
      { status: "resolved", resolved_by: "auto", resolved_at: new Date(NOW_MS + 5_000) },
    ]);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`]);
    expect(recording.events.map(({ data }) => "status" in data && data.status)).toEqual([
      "pending",
      "resolved",
    ]);
  });

  test("ignores results without a verdict", async () => {
    const { seriesKey, targetId } = await watched();
    let nextMs = await recording.recordEach(seriesKey, ".eeeeee", NOW_MS);
    expect(await alerts()).toEqual([]);
    expect(await targetStatus(targetId)).toEqual({
      status: "unknown",
      status_reason: "ADDRESS_BLOCKED: the address is closed",
    });
    nextMs = await recording.recordEach(seriesKey, "xex", nextMs);
    expect(await alerts()).toMatchObject([{ status: "pending", evidence: { value: 2 } }]);
    nextMs = await recording.recordEach(seriesKey, "eeee", nextMs);
    expect((await alerts()).map(({ status }) => status)).toEqual(["pending"]);
    await recording.recordEach(seriesKey, ".", nextMs);
    expect((await alerts()).map(({ status }) => status)).toEqual(["resolved"]);
    expect(await targetStatus(targetId)).toEqual({ status: "up", status_reason: null });
  });

  test("over a time window counts only results with a verdict, also after a restart", async () => {
    const condition: RuleCondition = {
      type: "error_rate",
      params: { threshold: 50, window_seconds: 600, min_checks: 4 },
    };
    const { seriesKey, targetId, ruleId } = await watched(condition);
    const nextMs = await recording.recordEach(seriesKey, "..eeeeeee", NOW_MS);
    await restart();
    await isCached(targetId, ruleId);
    await recording.recordEach(seriesKey, "x", nextMs);
    expect(await alerts()).toEqual([]);
    await recording.recordEach(seriesKey, "x", nextMs + 1_000);
    expect(await alerts()).toMatchObject([{ evidence: { total_checks: 4, failed_checks: 2, value: 50 } }]);
  });

  test("about flapping opens an alert at the last change and resolves it when there are too few", async () => {
    const { seriesKey } = await watched({ type: "flapping", params: { changes: 4, window_seconds: 60 } });
    await recording.recordEach(seriesKey, "..x.xxe.", NOW_MS);
    expect(await alerts()).toMatchObject([
      {
        title: "Test is flapping",
        message:
          "It changed 4 times between up and down in the last minute at default; the threshold is 4 changes.",
        triggered_at: new Date(NOW_MS + 7_000),
        evidence: { value: 4, threshold: 4, locations: ["default"], window_seconds: 60 },
      },
    ]);
    // The first of the four changes was at two seconds.
    await recording.recordEach(seriesKey, "..", NOW_MS + 61_000);
    expect(await alerts()).toMatchObject([{ resolved_at: new Date(NOW_MS + 62_000) }]);
  });

  test("that opens and clears in one batch creates an alert", async () => {
    const { seriesKey } = await watched();
    await recording.record(
      [..."xx.xx"].map((letter, nr) => ({
        seriesKey,
        slotMs: NOW_MS + nr * 1_000,
        status: letter === "x" ? ("down" as const) : ("up" as const),
      })),
    );
    expect((await alerts()).map(({ status }) => status)).toEqual(["resolved", "pending"]);
  });

  test("of a rule without channels opens an alert without notifications", async () => {
    const { seriesKey } = await watched(FAILURES, { channelIds: [] });
    await recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await alerts()).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  test("of an organization-wide rule is evaluated per target", async () => {
    const ruleId = await makeRule(database, { orgId, channelIds: [channelId], ...FAILURES });
    const targets = [await makeMonitor(database, { orgId }), await makeMonitor(database, { orgId })];
    const foreign = await makeMonitor(database, { orgId: await makeOrganization(database) });
    await isCached(targets[0]?.id ?? "", ruleId);
    const seriesKeys = [...targets, foreign].map(({ seriesKeys }) => seriesKeys[0] ?? 0);
    for (const nr of [0, 1]) {
      await recording.record(
        seriesKeys.map((seriesKey) => ({ seriesKey, slotMs: NOW_MS + nr * 1_000, status: "down" as const })),
      );
    }
    expect((await alerts()).map((alert) => alert.target_id).sort()).toEqual(
      targets.map(({ id }) => id).sort(),
    );
    expect(await database.rows(sql`select 1 from alert where target_id = ${foreign.id}`)).toEqual([]);
  });

  test("that holds at two of three locations", async () => {
    const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId, locations: ["a", "b", "c"] });
    const condition = { type: "consecutive_failures", params: { threshold: 2, min_locations: 2 } } as const;
    const ruleId = await makeRule(database, { orgId, targetId, ...condition });
    await isCached(targetId, ruleId);
    await recording.recordEach(seriesKeys[0] ?? 0, "xxxx", NOW_MS);
    await recording.recordEach(seriesKeys[1] ?? 0, "x", NOW_MS);
    expect(await alerts()).toEqual([]);
    await recording.recordEach(seriesKeys[1] ?? 0, "x", NOW_MS + 1_000);
    expect(await alerts()).toMatchObject([{ evidence: { locations: ["a", "b"], value: 4 } }]);
  });

  test("reopens only after its cooldown, and keeps counting meanwhile", async () => {
    const { seriesKey } = await watched(FAILURES, { cooldownSeconds: 10 });
    const nextMs = await recording.recordEach(seriesKey, "xx.xxx", NOW_MS);
    expect(await alerts()).toHaveLength(1);
    await recording.recordEach(seriesKey, "xxxxxx", nextMs);
    expect((await alerts()).map((alert) => alert.triggered_at.getTime() - NOW_MS)).toEqual([1_000, 11_000]);
  });

  test("sends no recovery notification if its rule disables them", async () => {
    const { seriesKey } = await watched(FAILURES, { notifyRecovery: false });
    await recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await notices()).toEqual([`opened ${channelId}`]);
  });
});

describe("a manually resolved alert", () => {
  test("is followed by another only after the condition has cleared and returned", async () => {
    const { seriesKey } = await watched();
    let nextMs = await recording.recordEach(seriesKey, "xx", NOW_MS);
    const [open] = await alerts();
    const ended = await endAlert(database, { id: open?.id ?? "", orgId, by: "somebody", nowMs: Date.now() });
    expect(ended).toMatchObject({ status: "resolved", resolved_by: "somebody" });
    nextMs = await recording.recordEach(seriesKey, "xxx", nextMs);
    await restart();
    nextMs = await recording.recordEach(seriesKey, "xx", nextMs);
    expect(await alerts()).toHaveLength(1);
    await recording.recordEach(seriesKey, ".xx", nextMs);
    expect(await alerts()).toHaveLength(2);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`, `opened ${channelId}`]);
  });
});

describe("stored state", () => {
  test("contains nothing of a rolled-back batch, and memory matches it", async () => {
    const { seriesKey } = await watched({
      type: "error_rate",
      params: { threshold: 50, window_seconds: 60, min_checks: 2 },
    });
    let fails = false;
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (db) => {
          const done = await work(db);
          if (fails) throw new Error("the commit failed");
          return done;
        }),
    };
    await restart({ db: failing });
    await recording.recordEach(seriesKey, ".", NOW_MS);
    fails = true;
    await expect(recording.recordEach(seriesKey, "x", NOW_MS + 1_000)).rejects.toThrow("the commit failed");
    expect(await alerts()).toEqual([]);
    fails = false;
    await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    expect(await alerts()).toMatchObject([{ evidence: { total_checks: 2, failed_checks: 1 } }]);
  });

  test("is sufficient to continue after a restart", async () => {
    const conditions: RuleCondition[] = [
      { type: "error_rate", params: { threshold: 50, window_seconds: 60, min_checks: 4 } },
      {
        type: "latency_threshold",
        params: { threshold_ms: 50, window_seconds: 60, percentile: 50, min_checks: 4 },
      },
      { type: "ssl_expiry", params: { days: 14 } },
      { type: "flapping", params: { changes: 3, window_seconds: 60 } },
      FAILURES,
    ];
    const row = (seriesKey: number) =>
      [..."..xx.xx...xxxx....."].map((letter, nr) => ({
        seriesKey,
        slotMs: NOW_MS + nr * 5_000,
        status: letter === "x" ? ("down" as const) : ("up" as const),
        responseUs: (nr % 7) * 20_000,
        tlsExpiresAtMs: NOW_MS + (14 + (nr % 3)) * 86_400_000,
      }));
    const notifiedAfter = async (doesRestart: boolean) => {
      const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId });
      for (const condition of conditions) {
        const ruleId = await makeRule(database, { orgId, targetId, ...condition });
        await isCached(targetId, ruleId);
      }
      for (const result of row(seriesKeys[0] ?? 0)) {
        if (doesRestart) await restart();
        await recording.record([result]);
      }
      const rows = await database.rows(sql`
        select rule_type, triggered_at, resolved_at, evidence - 'result_id' as evidence
        from alert where target_id = ${targetId} order by rule_type, id`);
      return rows;
    };
    const without = await notifiedAfter(false);
    expect(without.length).toBeGreaterThan(4);
    expect(await notifiedAfter(true)).toEqual(without);
  });

  test("is read in portions, and the rest is read with a later result", async () => {
    const day = {
      type: "error_rate",
      params: { threshold: 1, window_seconds: 86_400, min_checks: 1 },
    } as const;
    const ruleId = await makeRule(database, { orgId, ...day });
    const targets: number[] = [];
    // One statement can count at most about 46 windows of a day.
    for (let nr = 0; nr < 60; nr++) {
      const { id, seriesKeys } = await makeMonitor(database, { orgId });
      if (nr === 0) await isCached(id, ruleId);
      targets.push(seriesKeys[0] ?? 0);
    }
    let nowMs = 0;
    // A database in which each statement takes a second.
    await restart({ clock: { now: Date.now, monotonic: () => (nowMs += 1_000) } });
    const all = (slotMs: number) =>
      recording.record(targets.map((seriesKey) => ({ seriesKey, slotMs, status: "down" as const })));
    await all(NOW_MS);
    expect(await alerts()).toHaveLength(46);
    await all(NOW_MS + 1_000);
    expect((await alerts()).map(({ evidence }) => evidence.total_checks).sort()).toEqual([
      ...Array.from({ length: 46 }, () => 1),
      ...Array.from({ length: 14 }, () => 2),
    ]);
  });

  test("causes no query while nothing changes", async () => {
    const { seriesKey } = await watched(FAILURES, { recoveryThreshold: 5 });
    await recording.recordEach(seriesKey, "..", NOW_MS);
    let statements = 0;
    const counted: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((db) =>
          work({
            ...db,
            rows: (statement) => {
              if (statement.text.includes("alert_")) statements += 1;
              return db.rows(statement);
            },
          }),
        ),
    };
    await restart({ db: counted });
    await recording.recordEach(seriesKey, ".", NOW_MS + 2_000);
    const once = statements;
    expect(once).toBeGreaterThan(0);
    await recording.recordEach(seriesKey, "...", NOW_MS + 3_000);
    expect(statements).toBe(once);
    await recording.recordEach(seriesKey, "xx", NOW_MS + 6_000);
    const opened = statements;
    await recording.recordEach(seriesKey, "xxx", NOW_MS + 8_000);
    expect(statements).toBe(opened);
  });
});

describe("a rule", () => {
  test("that is disabled, changed or deleted opens no alert, even before the cache is updated", async () => {
    const changes = [
      (id: string) => sql`update alert_rule set enabled = false, revision = revision + 1 where id = ${id}`,
      (id: string) =>
        sql`update alert_rule set params = '{"threshold": 9}', revision = revision + 1 where id = ${id}`,
      (id: string) => sql`delete from alert_rule where id = ${id}`,
    ];
    for (const change of changes) {
      const { seriesKey, ruleId } = await watched();
      await recording.recordEach(seriesKey, "x", NOW_MS);
      await database.run(change(ruleId));
      await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    }
    expect(await alerts()).toEqual([]);
  });

  test("that changed applies to the next result, even before the cache is updated", async () => {
    const { seriesKey, ruleId } = await watched();
    await recording.recordEach(seriesKey, "x", NOW_MS);
    await database.run(sql`update alert_rule set revision = revision + 1 where id = ${ruleId}`);
    await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    expect(await alerts()).toHaveLength(1);
    await database.run(sql`update alert_rule set revision = revision + 1 where id = ${ruleId}`);
    await recording.recordEach(seriesKey, ".", NOW_MS + 2_000);
    expect(await alerts()).toMatchObject([{ status: "resolved" }]);
  });

  test("whose condition already holds opens its alert at the next result", async () => {
    const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId });
    await recording.recordEach(seriesKeys[0] ?? 0, "xxx", NOW_MS);
    await isCached(targetId, await makeRule(database, { orgId, targetId, ...FAILURES }));
    await recording.recordEach(seriesKeys[0] ?? 0, "x", NOW_MS + 3_000);
    expect(await alerts()).toMatchObject([{ evidence: { value: 4 } }]);
  });

  test("with new params resolves alerts that no longer hold", async () => {
    const { seriesKey, targetId, ruleId } = await watched();
    await recording.recordEach(seriesKey, "xxx", NOW_MS);
    await database.run(sql`
      update alert_rule set params = '{"threshold": 9, "min_locations": 1}', revision = revision + 1 where id = ${ruleId}`);
    await database.run(sql`select pg_notify('alert_rules_changed', ${ruleId})`);
    await expect.poll(() => rulesOf(targetId)[0]?.revision, { timeout: 30_000 }).toBe(2);
    await recording.recordEach(seriesKey, "x", NOW_MS + 3_000);
    expect(await alerts()).toMatchObject([{ status: "resolved", resolved_by: "auto" }]);
  });
});

describe("a target", () => {
  test("that was paused or deleted gets no alert, even before the cache is updated", async () => {
    const changes = [
      (id: string) => sql`update target set enabled = false where id = ${id}`,
      (id: string) => sql`delete from target where id = ${id}`,
    ];
    for (const change of changes) {
      const { seriesKey, targetId } = await watched();
      await recording.recordEach(seriesKey, "x", NOW_MS);
      await database.run(change(targetId));
      await recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    }
    expect(await alerts()).toEqual([]);
  });
});

describe("a suppressed alert", () => {
  test("is stored with the reason, sent when the suppression ends, and recovers normally", async () => {
    const reasons = new Map<string, string>();
    const suppression: Suppression = { isSuppressed: async () => reasons };
    await restart({ suppression });
    const { seriesKey, targetId } = await watched();
    reasons.set(targetId, "maintenance");
    const nextMs = await recording.recordEach(seriesKey, "xxx", NOW_MS);
    expect(await alerts()).toMatchObject([{ suppressed_by: "maintenance", status: "pending" }]);
    const release = () => releaseAlerts(database, [targetId], { suppression, nowMs: Date.now() });
    expect(await release()).toEqual([]);
    expect(await notices()).toEqual([]);
    reasons.clear();
    expect(await release()).toMatchObject([{ suppressed_by: null }]);
    expect(await release()).toEqual([]);
    await recording.recordEach(seriesKey, ".", nextMs);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`]);
  });

  test("that resolves during the suppression is never sent", async () => {
    const suppression: Suppression = {
      isSuppressed: async (_db, ids) => new Map(ids.map((id) => [id, "a parent is down"])),
    };
    await restart({ suppression });
    const { seriesKey } = await watched();
    await recording.recordEach(seriesKey, "xx.", NOW_MS);
    expect(await alerts()).toMatchObject([{ status: "resolved", suppressed_by: "a parent is down" }]);
    expect(await notices()).toEqual([]);
  });
});

describe("a rule with flap detection", () => {
  test("stops notifying after the fourth alert, and notifies once the target stays down", async () => {
    const { seriesKey, targetId } = await watched(FAILURES, { flapDetection: true });
    let atMs = NOW_MS;
    for (let round = 0; round < 5; round++) atMs = await recording.recordEach(seriesKey, "xx.", atMs);
    atMs = await recording.recordEach(seriesKey, "xx", atMs);
    const all = (await alerts()).toSorted((a, b) => a.id.localeCompare(b.id));
    const isHeldBack = all.map(({ suppressed_by: reason }) => reason === "flapping");
    expect(isHeldBack).toEqual([false, false, false, false, true, true]);
    expect(all.map(({ message }) => message.includes("wait until"))).toEqual([
      ...[false, false, false, true, false, false],
    ]);
    // The ids of notifications of the same millisecond are in random order.
    const sent = async () =>
      Object.values(Object.groupBy(await notices(), String)).map((some) => some?.length);
    expect(await sent()).toEqual([4, 4]);
    const releaseAt = (nowMs: number) =>
      releaseAlerts(database, [targetId], { suppression: NO_SUPPRESSION, nowMs });
    expect(await releaseAt(atMs + 9 * 60_000)).toEqual([]);
    expect(await releaseAt(atMs + 10 * 60_000)).toMatchObject([{ suppressed_by: null }]);
    await recording.recordEach(seriesKey, ".", atMs);
    expect(await sent()).toEqual([5, 5]);
  });

  test("counts each target on its own, and without it every alert is notified", async () => {
    const first = await watched(FAILURES, { flapDetection: true });
    const second = await watched(FAILURES);
    let atMs = NOW_MS;
    for (let round = 0; round < 5; round++) {
      await recording.recordEach(first.seriesKey, "xx.", atMs);
      atMs = await recording.recordEach(second.seriesKey, "xx.", atMs);
    }
    const heldBack = (await alerts()).filter(({ suppressed_by: reason }) => reason !== null);
    expect(heldBack.map(({ target_id: id }) => id)).toEqual([first.targetId]);
  });
});

test("an open alert is repeated as often as its rule defines", async () => {
  const { seriesKey } = await watched(FAILURES, { remindEverySeconds: 300 });
  await recording.recordEach(seriesKey, "xx", NOW_MS);
  const remindAt = async (afterMs: number) => {
    const clock = { now: () => NOW_MS + 1_000 + afterMs, monotonic: () => 0 };
    await remindOfAlerts({ database, clock }, { signal: AbortSignal.timeout(10_000) });
    return (await notices()).filter((text) => text.startsWith("reminder")).length;
  };
  expect(await remindAt(299_000)).toBe(0);
  expect(await remindAt(300_000)).toBe(1);
  expect(await remindAt(400_000)).toBe(1);
  expect(await remindAt(600_000)).toBe(2);
  await recording.recordEach(seriesKey, ".", NOW_MS + 3_000);
  expect(await remindAt(900_000)).toBe(2);
});
