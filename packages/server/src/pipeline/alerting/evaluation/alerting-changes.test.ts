import { describe, expect, test } from "vitest";
import { makeRule } from "../../../../test/alerting.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { alertingLab, FAILURES, NOW_MS } from "../../../../test/labs/alerting-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = alertingLab();
const { alerts, isCached, rulesOf, watched } = lab;

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
      await lab.recording.recordEach(seriesKey, "x", NOW_MS);
      await lab.database.run(change(ruleId));
      await lab.recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    }
    expect(await alerts()).toEqual([]);
  });

  test("that changed applies to the next result, even before the cache is updated", async () => {
    const { seriesKey, ruleId } = await watched();
    await lab.recording.recordEach(seriesKey, "x", NOW_MS);
    await lab.database.run(sql`update alert_rule set revision = revision + 1 where id = ${ruleId}`);
    await lab.recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    expect(await alerts()).toHaveLength(1);
    await lab.database.run(sql`update alert_rule set revision = revision + 1 where id = ${ruleId}`);
    await lab.recording.recordEach(seriesKey, ".", NOW_MS + 2_000);
    expect(await alerts()).toMatchObject([{ status: "resolved" }]);
  });

  test("whose condition already holds opens its alert at the next result", async () => {
    const { id: targetId, seriesKeys } = await makeMonitor(lab.database, { orgId: lab.orgId });
    await lab.recording.recordEach(seriesKeys[0] ?? 0, "xxx", NOW_MS);
    await isCached(targetId, await makeRule(lab.database, { orgId: lab.orgId, targetId, ...FAILURES }));
    await lab.recording.recordEach(seriesKeys[0] ?? 0, "x", NOW_MS + 3_000);
    expect(await alerts()).toMatchObject([{ evidence: { value: 4 } }]);
  });

  test("with new params resolves alerts that no longer hold", async () => {
    const { seriesKey, targetId, ruleId } = await watched();
    await lab.recording.recordEach(seriesKey, "xxx", NOW_MS);
    await lab.database.run(sql`
      update alert_rule set params = '{"threshold": 9, "min_locations": 1}', revision = revision + 1 where id = ${ruleId}`);
    await lab.database.run(sql`select pg_notify('alert_rules_changed', ${ruleId})`);
    await expect.poll(() => rulesOf(targetId)[0]?.revision, { timeout: 30_000 }).toBe(2);
    await lab.recording.recordEach(seriesKey, "x", NOW_MS + 3_000);
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
      await lab.recording.recordEach(seriesKey, "x", NOW_MS);
      await lab.database.run(change(targetId));
      await lab.recording.recordEach(seriesKey, "x", NOW_MS + 1_000);
    }
    expect(await alerts()).toEqual([]);
  });
});
