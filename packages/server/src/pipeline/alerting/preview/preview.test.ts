import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRule, selectable, startRecording } from "../../../../test/alerting.ts";
import { insertTarget, makeMonitor, makeOrganization, makeSeries } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { upsertConnectionFacts } from "../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../results/retention/partitions.ts";
import { rollUpNextChunk } from "../../results/rollups/roll-up.ts";
import { preview } from "./preview.ts";
import type { PreviewTarget } from "./preview-request.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let harness: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  const days = Array.from({ length: 33 }, (_, nr) => NOW_MS - nr * DAY_MS);
  await ensurePartitionsOf(database, days);
});
afterAll(() => harness.drop());
beforeEach(async () => {
  orgId = await makeOrganization(database);
});

const monitor = (id: string): PreviewTarget => ({ id, kind: "monitor", name: "Test" });

const LIMITS = { resultsMax: 10_000, newResultsMax: 10_000, durationMs: 60_000 };
const TIMING = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };

const previewOf = (condition: RuleCondition, targets: readonly PreviewTarget[], more: object = {}) =>
  preview(
    { db: database, clock: systemClock, limits: LIMITS },
    { orgId, condition, timing: TIMING, targets, days: 1, nowMs: NOW_MS, ...more },
  );

const FAILURES: RuleCondition = {
  type: "consecutive_failures",
  params: { threshold: 3, min_locations: 1 },
};

/** A monitor with one result a minute for each letter, the last at `untilMs`; none for a space. */
async function history(letters: string, untilMs = NOW_MS): Promise<string> {
  const { id, seriesKeys } = await makeMonitor(database, { orgId });
  await insertResults(
    database,
    [...letters].flatMap((letter, nr) => {
      if (letter === " ") return [];
      return {
        seriesKey: seriesKeys[0] ?? 0,
        slotMs: untilMs - (letters.length - 1 - nr) * MINUTE_MS,
        status: letter === "x" ? ("down" as const) : ("up" as const),
        responseUs: letter === "x" ? null : 20_000,
      };
    }),
  );
  return id;
}

describe("a preview", () => {
  test("returns the alerts that would have opened, with their durations", async () => {
    const id = await history("..xxxx..xx.xxx");
    const found = await previewOf(FAILURES, [monitor(id)]);
    const at = (nr: number) => new Date(NOW_MS - (13 - nr) * MINUTE_MS).toISOString();
    expect(found).toMatchObject({
      days: 1,
      total: 2,
      alerts: [
        { triggered_at: at(13), resolved_at: null, duration_seconds: 0 },
        {
          triggered_at: at(4),
          resolved_at: at(6),
          duration_seconds: 120,
          target: { type: "monitor", id, name: "Test" },
          evidence: { location: "default", value: 3, threshold: 3, locations: ["default"] },
        },
      ],
    });
  });

  test("covers the requested days, with complete windows from the start", async () => {
    const window: RuleCondition = {
      type: "error_rate",
      params: { threshold: 50, window_seconds: 600, min_checks: 10 },
    };
    const before = await history(`${"x".repeat(8)}..`, NOW_MS - DAY_MS - MINUTE_MS);
    expect(await previewOf(window, [monitor(before)])).toMatchObject({ total: 0 });
    expect(await previewOf(window, [monitor(before)], { days: 2 })).toMatchObject({ total: 1 });
    const across = await history(`${"x".repeat(5)}.....`, NOW_MS - DAY_MS + 4 * MINUTE_MS);
    expect(await previewOf(window, [monitor(across)])).toMatchObject({ total: 1 });
  });

  test("counts failures in a row from before the period", async () => {
    const startMs = NOW_MS - DAY_MS;
    const opensFirst = await history("....xxx...", startMs + 3 * MINUTE_MS);
    expect(await previewOf(FAILURES, [monitor(opensFirst)])).toMatchObject({
      total: 1,
      alerts: [{ triggered_at: new Date(startMs).toISOString(), evidence: { value: 3 } }],
    });
    const openBefore = await history("..xxxxxx....", startMs + 5 * MINUTE_MS);
    expect(await previewOf(FAILURES, [monitor(openBefore)])).toMatchObject({ total: 0 });
    const downForDays = await history("x".repeat(2 * 1_440 + 60), startMs + 60 * MINUTE_MS);
    expect(await previewOf(FAILURES, [monitor(downForDays)])).toMatchObject({ total: 0 });
  });

  test("does not count an alert that was open before the period, for types with a window", async () => {
    const startMs = NOW_MS - DAY_MS;
    const id = await history(`${"x.".repeat(30)}${"x".repeat(40)}`, startMs + 10 * MINUTE_MS);
    const conditions: RuleCondition[] = [
      { type: "error_rate", params: { threshold: 50, window_seconds: 600, min_checks: 5 } },
      { type: "flapping", params: { changes: 3, window_seconds: 3_600 } },
    ];
    for (const condition of conditions) {
      expect(await previewOf(condition, [monitor(id)])).toMatchObject({ total: 0 });
      expect(await previewOf(condition, [monitor(id)], { days: 2 })).toMatchObject({ total: 1 });
    }
  });

  test("finds failures of a window in hours that it passed", async () => {
    const window: RuleCondition = {
      type: "error_rate",
      params: { threshold: 65, window_seconds: 7_200, min_checks: 50 },
    };
    const hours = [
      ".".repeat(60),
      ".".repeat(30) + "x".repeat(30),
      " ".repeat(60),
      "x".repeat(10) + ".".repeat(50),
    ];
    const id = await history(hours.join(""), NOW_MS - MINUTE_MS);
    expect(await previewOf(window, [monitor(id)])).toMatchObject({
      alerts: [
        { triggered_at: new Date(NOW_MS - 52 * MINUTE_MS).toISOString(), evidence: { failed_checks: 39 } },
      ],
    });
  });

  test("evaluates rollups if it may not read all results that matter", async () => {
    const hours = [".".repeat(60), "x".repeat(60), `${"x".repeat(20)}${".".repeat(40)}`, ".".repeat(60)];
    const id = await history(hours.join(""), NOW_MS - MINUTE_MS);
    const limits = { ...LIMITS, resultsMax: 10 };
    const at = (hour: number) => new Date(NOW_MS - (4 - hour) * 60 * MINUTE_MS).toISOString();
    const conditions: [RuleCondition, object][] = [
      [FAILURES, { threshold: 3, value: 60, locations: ["default"] }],
      [
        { type: "error_rate", params: { threshold: 50, window_seconds: 3_600, min_checks: 5 } },
        { threshold: 50, value: 100, total_checks: 60, failed_checks: 60 },
      ],
    ];
    for (const [condition, evidence] of conditions) {
      const found = await preview(
        { db: database, clock: systemClock, limits },
        { orgId, condition, timing: TIMING, targets: [monitor(id)], days: 1, nowMs: NOW_MS },
      );
      expect(found).toMatchObject({
        precision: "rollups",
        total: 1,
        alerts: [{ triggered_at: at(1), resolved_at: at(condition === FAILURES ? 3 : 2), evidence }],
      });
    }
  });

  test("of certificates samples results if there are too many, and needs none without a risk", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId });
    const expiries = [60, 10].map((days) => NOW_MS + days * DAY_MS);
    const connectionKeys = await upsertConnectionFacts(
      database,
      expiries.map((tlsExpiresAtMs) => {
        return { runner: "r1", ip: null, tlsExpiresAtMs, tlsIssuer: orgId, tlsProtocol: null };
      }),
    );
    const seriesKey = seriesKeys[0] ?? 0;
    const results = Array.from({ length: 600 }, (_, nr) => {
      // The certificate is replaced by one that expires soon, and later by the first one again.
      const connectionKey = connectionKeys[nr >= 150 && nr < 390 ? 1 : 0] ?? 0;
      return {
        seriesKey,
        slotMs: NOW_MS - (600 - nr) * MINUTE_MS,
        status: "up" as const,
        responseUs: 1,
        connectionKey,
      };
    });
    await insertResults(database, results);
    const limited = (days: number, resultsMax: number) =>
      preview(
        { db: database, clock: systemClock, limits: { ...LIMITS, resultsMax } },
        {
          ...{ orgId, timing: TIMING, targets: [monitor(id)], days: 1, nowMs: NOW_MS },
          condition: { type: "ssl_expiry", params: { days } },
        },
      );
    const at = (nr: number) => new Date(NOW_MS - (600 - nr) * MINUTE_MS).toISOString();
    const exact = [{ triggered_at: at(150), resolved_at: at(390) }];
    expect(await limited(14, 600)).toMatchObject({ precision: "results", alerts: exact });
    // Only the hours around the changes are read.
    expect(await limited(14, 500)).toMatchObject({ precision: "rollups", alerts: exact });
    expect(await limited(14, 0)).toMatchObject({
      precision: "rollups",
      alerts: [{ triggered_at: at(120), resolved_at: at(360) }],
    });
    expect(await limited(1, 0)).toMatchObject({ precision: "results", total: 0 });
  });

  test("of response times evaluates quantiles of whole hours if there are too many results", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId });
    const seriesKey = seriesKeys[0] ?? 0;
    const startMs = NOW_MS - 6 * 3_600_000;
    const results = Array.from({ length: 300 }, (_, nr) => {
      // Every tenth response of the third hour is slow.
      const isSlow = nr >= 120 && nr < 180 && nr % 10 === 0;
      const slotMs = startMs + nr * MINUTE_MS;
      return { seriesKey, slotMs, status: "up" as const, responseUs: isSlow ? 900_000 : 100_000 };
    });
    await insertResults(database, results);
    await database.run(sql`insert into rollup_progress (hour) values (${new Date(startMs)})`);
    while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
    const found = await preview(
      { db: database, clock: systemClock, limits: { ...LIMITS, resultsMax: 0 } },
      {
        ...{ orgId, timing: TIMING, targets: [monitor(id)], days: 1, nowMs: NOW_MS },
        condition: {
          type: "latency_threshold",
          params: { threshold_ms: 500, window_seconds: 300, percentile: 95, min_checks: 5 },
        },
      },
    );
    await database.run(sql`delete from rollup_progress`);
    const at = (hour: number) => new Date(startMs + hour * 3_600_000).toISOString();
    expect(found).toMatchObject({
      precision: "rollups",
      total: 1,
      alerts: [
        {
          triggered_at: at(2),
          resolved_at: at(3),
          duration_seconds: 3_600,
          evidence: { result_id: null, total_checks: 60, percentile: 95 },
        },
      ],
    });
    expect(Math.abs((found.alerts[0]?.evidence.value ?? 0) - 900)).toBeLessThan(10);
  });

  test("of flapping is rejected if too many results matter", async () => {
    const id = await history("x.".repeat(60));
    const request = {
      ...{ orgId, timing: TIMING, targets: [monitor(id)], days: 1, nowMs: NOW_MS },
      condition: { type: "flapping", params: { changes: 3, window_seconds: 600 } } as const,
    };
    const limits = { ...LIMITS, resultsMax: 20 };
    await expect(preview({ db: database, clock: systemClock, limits }, request)).rejects.toMatchObject({
      details: [{ path: "days", message: expect.stringContaining("has too many changes") }],
    });
  });

  test("covers more targets than it reads together", async () => {
    const ids: string[] = [];
    for (let nr = 0; nr < 120; nr++) ids.push(await history(nr % 2 === 0 ? "..xxx" : ".."));
    const found = await previewOf(FAILURES, ids.map(monitor));
    expect(found.total).toBe(60);
    expect(new Set(found.alerts.map(({ target }) => target.id)).size).toBe(60);
  });

  test("applies the cooldown", async () => {
    const id = await history("xxx.xxx.xxx.xxx.");
    expect(await previewOf(FAILURES, [monitor(id)])).toMatchObject({ total: 4 });
    expect(
      await previewOf(FAILURES, [monitor(id)], { timing: { ...TIMING, cooldownMs: 8 * MINUTE_MS } }),
    ).toMatchObject({
      total: 2,
    });
  });

  test("covers several targets, newest alerts first", async () => {
    const ids = [await history("xxx....."), await history("...xxx..")];
    const found = await previewOf(FAILURES, ids.map(monitor));
    expect(found.alerts.map(({ target }) => target.id)).toEqual(ids.toReversed());
  });

  test("reads nothing of another organization", async () => {
    const id = await history("xxxx");
    expect(
      await previewOf(FAILURES, [monitor(id)], { orgId: await makeOrganization(database) }),
    ).toMatchObject({
      total: 0,
    });
  });

  test("of screenshots uses the runs with a comparison", async () => {
    const targetId = newId(NOW_MS);
    await database.run(insertTarget({ id: targetId, orgId, kind: "journey" }));
    const seriesKey = await makeSeries(database, { targetId });
    const percents = [0, 5, null, 1];
    const runIds: string[] = [];
    for (const [nr, percent] of percents.entries()) {
      const slotMs = NOW_MS - (10 - nr) * MINUTE_MS;
      const id = newId(slotMs);
      runIds.push(id);
      await insertResults(database, [{ seriesKey, slotMs, status: "up", responseUs: 1 }]);
      await database.run(sql`
        insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
          queued_at, finished_at, visual_diff_percent)
        values (${id}, ${orgId}, ${targetId}, 'journey', 'default', 'schedule', ${new Date(slotMs)}, 'passed', 1, 1000,
          ${new Date(slotMs)}, ${new Date(slotMs)}, ${percent})`);
    }
    const condition: RuleCondition = { type: "visual_diff_threshold", params: { threshold_percent: 2 } };
    const target: PreviewTarget = { id: targetId, kind: "journey", name: "Shop" };
    expect((await previewOf(condition, [target])).alerts).toMatchObject([
      { duration_seconds: 120, evidence: { run_id: runIds[1], value: 5 } },
    ]);
  });

  test("finds the alerts that recording opened, for every rule type", async () => {
    const recording = await startRecording(database);
    const { id: targetId, seriesKeys } = await makeMonitor(database, { orgId, locations: ["a", "b"] });
    const conditions: RuleCondition[] = [
      { type: "flapping", params: { changes: 3, window_seconds: 300 } },
      { type: "consecutive_failures", params: { threshold: 2, min_locations: 2 } },
      { type: "error_rate", params: { threshold: 40, window_seconds: 120, min_checks: 3 } },
      {
        type: "latency_threshold",
        params: { threshold_ms: 60, window_seconds: 60, percentile: 90, min_checks: 3 },
      },
      {
        type: "latency_threshold",
        params: { threshold_ms: 48, window_seconds: 120, percentile: "avg", min_checks: 3 },
      },
      { type: "ssl_expiry", params: { days: 14 } },
    ];
    const ruleIds: string[] = [];
    for (const condition of conditions)
      ruleIds.push(
        await makeRule(database, {
          orgId,
          targetId,
          cooldownSeconds: 60,
          confirmSeconds: 15,
          recoveryThreshold: 3,
          ...condition,
        }),
      );
    const known = () => recording.rules.rulesFor(selectable(orgId, targetId)).length;
    await expect.poll(known, { timeout: 30_000 }).toBe(conditions.length);
    for (let nr = 0; nr < 120; nr++) {
      // Neither the pattern of failures nor that of times repeats within the history.
      const isDown = nr % 40 > 33 || ((nr * nr) % 7 < 2 && nr % 40 > 12);
      await recording.record([
        {
          seriesKey: seriesKeys[nr % 2] ?? 0,
          location: nr % 2 === 0 ? "a" : "b",
          slotMs: NOW_MS - 3_600_000 + nr * 10_000,
          status: isDown ? "down" : "up",
          responseUs: ((nr * 37) % 100) * 1_000,
          tlsExpiresAtMs: NOW_MS + (13 + (Math.floor(nr / 20) % 3)) * DAY_MS,
        },
      ]);
    }
    await recording.stop();
    for (const [nr, condition] of conditions.entries()) {
      const stored = await database.rows<{
        triggered_at: Date;
        resolved_at: Date | null;
        evidence: object;
      }>(sql`
        select triggered_at, resolved_at, evidence - 'error' as evidence from alert
        where rule_id = ${ruleIds[nr]} order by triggered_at desc`);
      const found = await previewOf(condition, [monitor(targetId)], {
        timing: { cooldownMs: 60_000, confirmMs: 15_000, recoveryThreshold: 3 },
      });
      expect(stored.length).toBeGreaterThan(0);
      expect(
        found.alerts.map(({ triggered_at, resolved_at, evidence: { error: _none, ...evidence } }) => ({
          triggered_at: new Date(triggered_at),
          resolved_at: resolved_at && new Date(resolved_at),
          evidence,
        })),
      ).toEqual(stored);
    }
  });
});
