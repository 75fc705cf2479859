import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { describe, expect, test } from "vitest";
import { makeRule } from "../../../../test/alerting.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { alertingLab, FAILURES, NOW_MS } from "../../../../test/labs/alerting-lab.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = alertingLab();
const { alerts, isCached, restart, watched } = lab;

describe("stored state", () => {
  test("contains nothing of a rolled-back batch, and memory matches it", async () => {
    const { seriesKey } = await watched({
      type: "error_rate",
      params: { threshold: 50, window_seconds: 60, min_checks: 2 },
    });
    let fails = false;
    const failing: Database = {
      ...lab.database,
      transaction: (work) =>
        lab.database.transaction(async (db) => {
          const done = await work(db);
          if (fails) throw new Error("the commit failed");
          return done;
        }),
    };
    await restart({ db: failing });
    await lab.recording.recordEach(seriesKey, ".", NOW_MS);
    fails = true;
    await expect(lab.recording.recordEach(seriesKey, "x", NOW_MS + 1_000)).rejects.toThrow(
      "the commit failed",
    );
    expect(await alerts()).toEqual([]);
    fails = false;
    await lab.recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
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
      const { id: targetId, seriesKeys } = await makeMonitor(lab.database, { orgId: lab.orgId });
      for (const condition of conditions) {
        const ruleId = await makeRule(lab.database, { orgId: lab.orgId, targetId, ...condition });
        await isCached(targetId, ruleId);
      }
      for (const result of row(seriesKeys[0] ?? 0)) {
        if (doesRestart) await restart();
        await lab.recording.record([result]);
      }
      const rows = await lab.database.rows(sql`
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
    const ruleId = await makeRule(lab.database, { orgId: lab.orgId, ...day });
    const targets: number[] = [];
    // One statement can count at most about 46 windows of a day.
    for (let nr = 0; nr < 60; nr++) {
      const { id, seriesKeys } = await makeMonitor(lab.database, { orgId: lab.orgId });
      if (nr === 0) await isCached(id, ruleId);
      targets.push(seriesKeys[0] ?? 0);
    }
    let nowMs = 0;
    // A database in which each statement takes a second.
    await restart({ clock: { now: Date.now, monotonic: () => (nowMs += 1_000) } });
    const all = (slotMs: number) =>
      lab.recording.record(targets.map((seriesKey) => ({ seriesKey, slotMs, status: "down" as const })));
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
    await lab.recording.recordEach(seriesKey, "..", NOW_MS);
    let statements = 0;
    const counted: Database = {
      ...lab.database,
      transaction: (work) =>
        lab.database.transaction((db) =>
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
    await lab.recording.recordEach(seriesKey, ".", NOW_MS + 2_000);
    const once = statements;
    expect(once).toBeGreaterThan(0);
    await lab.recording.recordEach(seriesKey, "...", NOW_MS + 3_000);
    expect(statements).toBe(once);
    await lab.recording.recordEach(seriesKey, "xx", NOW_MS + 6_000);
    const opened = statements;
    await lab.recording.recordEach(seriesKey, "xxx", NOW_MS + 8_000);
    expect(statements).toBe(opened);
  });
});
