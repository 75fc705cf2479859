import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  listNotifications,
  makeChannel,
  makeRule,
  type RuleInput,
} from "../../../../test/alerting.ts";
import { type MonitorInput, makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { insertGaps } from "../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../results/retention/partitions.ts";
import { NO_SUPPRESSION, type Suppression } from "../alerts/suppression.ts";
import { createSilenceJob } from "./evaluate-silence.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const NO_DATA = { type: "no_data", params: { minutes: 5 } } as const;
const MISSED = { type: "missed", params: { minutes: 5 } } as const;

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(database, [NOW_MS - 86_400_000, NOW_MS]);
});
afterAll(() => harness.drop());

let orgId: string;
let channelId: string;
beforeEach(async () => {
  orgId = await makeOrganization(database);
  channelId = await makeChannel(database, orgId);
});

/** Evaluates at so many minutes after `NOW_MS`, like a process that has run for long. */
async function evaluateAt(minutes: number, suppression: Suppression = NO_SUPPRESSION): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  let uptimeMs = 0;
  const clock = { now: () => NOW_MS + minutes * MINUTE_MS, monotonic: () => uptimeMs };
  const publish = (some: readonly LiveEvent[]) => void events.push(...some);
  const job = createSilenceJob({ database, clock, log: silentLogger, suppression, publish });
  uptimeMs = 3 * MINUTE_MS;
  await job({ signal: AbortSignal.timeout(30_000) });
  return events.filter((event) => "orgId" in event && event.orgId === orgId);
}

const LONG_AGO = new Date(NOW_MS - 10 * 86_400_000);

/** A monitor with an interval of a minute and, by default, a result at `NOW_MS`. */
async function monitor({
  status = "up",
  ...more
}: Partial<MonitorInput> & { status?: CheckStatus | null } = {}) {
  const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: LONG_AGO, ...more });
  const [seriesKey = 0] = seriesKeys;
  if (status !== null) await addResult(seriesKey, 0, status);
  return { id, seriesKey, seriesKeys };
}

const addResult = (seriesKey: number, minutes: number, status: CheckStatus = "up") =>
  insertResults(database, [{ seriesKey, slotMs: NOW_MS + minutes * MINUTE_MS, status, responseUs: null }]);

const addGap = (seriesKey: number, from: number, to: number) => {
  const [fromMs, toMs] = [NOW_MS + from * MINUTE_MS, NOW_MS + to * MINUTE_MS];
  const gap = { seriesKey, fromMs, toMs, kind: "missed" as const, reason: "no_runner", slots: to - from + 1 };
  return database.transaction((db) => insertGaps(db, [gap]));
};

const rule = (input: Omit<RuleInput, "orgId">) =>
  makeRule(database, { channelIds: [channelId], ...input, orgId } as RuleInput);
const alerts = () => listAlerts(database, orgId);
const notices = () => listNotifications(database, orgId);

describe("a rule of type no_data", () => {
  test("opens an alert when the next result is overdue, and resolves it after a result", async () => {
    const { id: targetId, seriesKey } = await monitor({ locations: ["a", "b"] });
    const ruleId = await rule(NO_DATA);
    expect(await evaluateAt(5)).toEqual([]);
    // A result at 0 and an interval of a minute: due at 1, overdue by 5 minutes at 6.
    expect(await evaluateAt(6)).toMatchObject([
      { type: "alert.changed", data: { status: "pending", target_id: targetId } },
    ]);
    expect(await alerts()).toMatchObject([
      {
        rule_id: ruleId,
        title: "Test has no data",
        message:
          "The next result has been due for 5 minutes; the threshold is 5 minutes. Last result: 2026-11-20T12:00:00.000Z.",
        evidence: {
          location: null,
          locations: ["a", "b"],
          value: 5,
          threshold: 5,
          error: null,
          last_result_at: "2026-11-20T12:00:00.000Z",
        },
        triggered_at: new Date(NOW_MS + 6 * MINUTE_MS),
      },
    ]);
    expect(await evaluateAt(7)).toEqual([]);
    await addResult(seriesKey, 8, "down");
    expect(await evaluateAt(8)).toMatchObject([{ data: { status: "resolved" } }]);
    expect(await notices()).toEqual([`opened ${channelId}`, `resolved ${channelId}`]);
  });

  test("counts results without a verdict as no data", async () => {
    const { id, seriesKey } = await monitor();
    await rule(NO_DATA);
    for (const minutes of [1, 3, 5, 7]) await addResult(seriesKey, minutes, "error");
    const reason = "ADDRESS_BLOCKED: the address is closed";
    await database.run(sql`update target set status = 'unknown', status_reason = ${reason} where id = ${id}`);
    await evaluateAt(7);
    expect(await alerts()).toMatchObject([
      {
        message: expect.stringContaining(`Checks could not be evaluated: ${reason}`),
        evidence: { value: 6, status_reason: reason },
      },
    ]);
  });

  test("is satisfied by a result at any location", async () => {
    const { seriesKeys } = await monitor({ locations: ["a", "b"] });
    await rule(NO_DATA);
    await addResult(seriesKeys[1] ?? 0, 8);
    await evaluateAt(10);
    expect(await alerts()).toEqual([]);
  });

  test("opens an alert for a target that never had a result, once it is old enough", async () => {
    await monitor({ status: null, createdAt: new Date(NOW_MS) });
    await rule(NO_DATA);
    await evaluateAt(5);
    expect(await alerts()).toEqual([]);
    await evaluateAt(6);
    expect(await alerts()).toMatchObject([
      { message: expect.stringContaining("There is no recent result."), evidence: { value: 5 } },
    ]);
  });

  test("waits for the interval of a target if it is longer", async () => {
    await monitor({ intervalMs: 60 * MINUTE_MS });
    await rule(NO_DATA);
    await evaluateAt(64);
    expect(await alerts()).toEqual([]);
    await evaluateAt(65);
    expect(await alerts()).toHaveLength(1);
  });
});

describe("a rule of type missed", () => {
  test("opens an alert only if slots were missed or skipped since the last result", async () => {
    const [blind, silent] = [await monitor(), await monitor()];
    await rule(MISSED);
    await addGap(silent.seriesKey, -4, -2);
    await addGap(blind.seriesKey, 1, 6);
    await evaluateAt(6);
    expect(await alerts()).toMatchObject([
      {
        target_id: blind.id,
        title: "Test is not being checked",
        message: expect.stringContaining("Vedette missed or skipped the checks"),
      },
    ]);
    await addResult(blind.seriesKey, 7, "error");
    await evaluateAt(7);
    expect(await alerts()).toMatchObject([{ status: "resolved" }]);
  });
});

describe("no alert opens", () => {
  const overdue: [string, (id: string) => Sql][] = [
    ["paused", (id) => sql`update target set enabled = false where id = ${id}`],
    ["in the trash", (id) => sql`update stored_target set deleted_at = now() where id = ${id}`],
    ["run on demand only", (id) => sql`update target set interval_ms = null where id = ${id}`],
    ["in maintenance", (id) => sql`update target set status = 'maintenance' where id = ${id}`],
    [
      "just out of maintenance",
      (id) => sql`
        insert into status_change (target_id, at, status, previous_status)
        values (${id}, ${new Date(NOW_MS + 5 * MINUTE_MS)}, 'up', 'maintenance')`,
    ],
    [
      "just resumed",
      (id) => sql`update target set schedule_since = ${new Date(NOW_MS + 5 * MINUTE_MS)} where id = ${id}`,
    ],
  ];
  test.each(overdue)("for a target that is %s", async (_name, change) => {
    const { id, seriesKey } = await monitor();
    await addGap(seriesKey, 1, 9);
    await database.run(change(id));
    await rule(NO_DATA);
    await rule(MISSED);
    await evaluateAt(10);
    expect(await alerts()).toEqual([]);
  });

  test("for a target that the rule does not select, or of a disabled rule", async () => {
    const { id } = await monitor();
    const other = await monitor();
    await addResult(other.seriesKey, 9);
    await rule({ ...NO_DATA, targetId: other.id });
    const bySelector = await rule(NO_DATA);
    await database.run(
      sql`update alert_rule set selector = '{"tags": {"any": ["prod"]}}' where id = ${bySelector}`,
    );
    const disabled = await rule(NO_DATA);
    await database.run(sql`update alert_rule set enabled = false where id = ${disabled}`);
    await evaluateAt(10);
    expect(await alerts()).toEqual([]);
    await database.run(sql`update target set tags = '{prod}' where id = ${id}`);
    await evaluateAt(10);
    expect(await alerts()).toMatchObject([{ rule_id: bySelector, target_id: id }]);
  });

  test("in the first two minutes after the start of Vedette", async () => {
    await monitor();
    await rule(NO_DATA);
    let uptimeMs = 1_000;
    const clock = { now: () => NOW_MS + 60 * MINUTE_MS, monotonic: () => uptimeMs };
    const deps = { database, clock, log: silentLogger, suppression: NO_SUPPRESSION, publish: () => {} };
    const job = createSilenceJob(deps);
    const run = { signal: AbortSignal.timeout(30_000) };
    uptimeMs += 119_000;
    await job(run);
    expect(await alerts()).toEqual([]);
    uptimeMs += 1_000;
    await job(run);
    expect(await alerts()).toHaveLength(1);
  });
});

describe("an alert of a silent target", () => {
  test("waits for its confirmation and for several evaluations with results, across processes", async () => {
    const { seriesKey } = await monitor();
    await rule({ ...NO_DATA, confirmSeconds: 120, recoveryThreshold: 2 });
    const opened = async () => (await alerts()).map(({ status }) => status);
    for (const [minutes, expected] of [
      [6, []],
      [7, []],
      [8, ["pending"]],
    ] as const) {
      await evaluateAt(minutes);
      expect([minutes, await opened()]).toEqual([minutes, expected]);
    }
    await addResult(seriesKey, 9);
    await evaluateAt(9);
    expect(await opened()).toEqual(["pending"]);
    await evaluateAt(10);
    expect(await opened()).toEqual(["resolved"]);
  });

  test("opens once, even if two processes evaluate at the same time", async () => {
    for (let nr = 0; nr < 20; nr++) await monitor();
    await rule(NO_DATA);
    await Promise.all([evaluateAt(10), evaluateAt(10), evaluateAt(10)]);
    expect(await alerts()).toHaveLength(20);
    expect(await notices()).toHaveLength(20);
  });

  test("resolves if the target runs on demand only from now on", async () => {
    const { id } = await monitor();
    await rule(NO_DATA);
    await evaluateAt(6);
    await database.run(sql`update target set interval_ms = null where id = ${id}`);
    await evaluateAt(7);
    expect(await alerts()).toMatchObject([{ status: "resolved" }]);
  });

  test("is suppressed like any other", async () => {
    await monitor();
    await rule(NO_DATA);
    await evaluateAt(6, {
      isSuppressed: async (_db, ids) => new Map(ids.map((id) => [id, "a parent is down"])),
    });
    expect(await alerts()).toMatchObject([{ suppressed_by: "a parent is down" }]);
    expect(await notices()).toEqual([]);
  });
});
