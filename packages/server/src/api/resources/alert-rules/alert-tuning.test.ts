import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { tuneRule } from "./tune-rule.ts";

const MINUTE_MS = 60_000;

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

let org: TestOrg;
beforeEach(async () => {
  org = await makeOrg(running.database);
});

const call = (method: "GET" | "POST", path: string, payload?: object, key = org.keys.read) =>
  running.call(key, { method, url: `/api/v1/alerts/rules${path}`, ...(payload && { payload }) });

/** A monitor with one result a minute for each letter; the last one is two minutes old. */
async function history(letters: string): Promise<string> {
  const { database } = running;
  const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
  const lastMs = Date.now() - 2 * MINUTE_MS;
  const results = [...letters].map((letter, nr) => ({
    seriesKey: seriesKeys[0] ?? 0,
    slotMs: lastMs - (letters.length - 1 - nr) * MINUTE_MS,
    status: letter === "x" ? ("down" as const) : ("up" as const),
    responseUs: letter === "x" ? null : 20_000,
  }));
  await ensurePartitionsOf(
    database,
    results.map(({ slotMs }) => slotMs),
  );
  await insertResults(database, results);
  return id;
}

const failuresRule = (targetId: string | null, threshold = 2) =>
  makeRule(running.database, {
    ...{ orgId: org.orgId, targetId },
    ...{ type: "consecutive_failures", params: { threshold, min_locations: 1 } },
  });

type Combination = { params: { threshold: number }; recovery_threshold: number; is_knee: boolean };
const byThreshold = (combinations: readonly Combination[]) =>
  combinations.filter((each) => each.recovery_threshold === 1);

describe("tuning a rule", () => {
  test("returns what each combination alerts, its delay, and the outages that it misses", async () => {
    const targetId = await history(`....x....x....${"x".repeat(7)}..x..xx....${"x".repeat(6)}...`);
    const id = await failuresRule(targetId);
    const before = await rowsOfOrganization(running.database, org.orgId);
    const response = await call("POST", `/${id}/tune`, { days: 2 });
    expect(response.statusCode).toBe(200);
    const { combinations, ...rest } = response.json().data;
    expect(rest).toMatchObject({
      rule_id: id,
      rule_type: "consecutive_failures",
      days: 2,
      targets: 1,
      outages: 2,
    });
    const row = (threshold: number, alerts: number, brief: number, delay: number) => ({
      ...{ params: { threshold, min_locations: 1 }, alerts, brief_alerts: brief },
      ...{ delay_seconds: delay, recovery_seconds: 0, missed_outages: 0, is_rule: threshold === 2 },
    });
    expect(byThreshold(combinations)).toMatchObject([
      row(1, 6, 4, 0),
      row(2, 3, 1, 60),
      row(3, 2, 0, 120),
      row(4, 2, 0, 180),
      row(5, 2, 0, 240),
    ]);
    expect(combinations.filter(({ is_knee: isKnee }: Combination) => isKnee)).toMatchObject([
      { params: { threshold: 2 }, recovery_threshold: 1 },
    ]);
    expect(await rowsOfOrganization(running.database, org.orgId)).toEqual(before);
  });

  test("shows the outages that a strict combination misses", async () => {
    // The rule takes the place of the five failures of the grid.
    const id = await failuresRule(await history(`.....${"x".repeat(5)}.....`), 9);
    const { combinations } = (await call("POST", `/${id}/tune`, { days: 1 })).json().data;
    expect(byThreshold(combinations).at(-1)).toMatchObject({
      ...{ params: { threshold: 9 }, alerts: 0, delay_seconds: null, missed_outages: 1 },
      ...{ is_rule: true, is_knee: false },
    });
  });

  test("replays all targets of the rule, or one of them", async () => {
    const [one] = [await history("..xxx.."), await history("...xxx..."), await history(".......")];
    const id = await failuresRule(null);
    const alertsOf = async (body: object) => {
      const { targets, combinations } = (await call("POST", `/${id}/tune`, body)).json().data;
      return [targets, combinations.find((each: { is_rule: boolean }) => each.is_rule).alerts];
    };
    expect(await alertsOf({})).toEqual([3, 2]);
    expect(await alertsOf({ target_id: one })).toEqual([1, 1]);
  });

  test("has no knee without an outage of 5 minutes", async () => {
    const id = await failuresRule(await history("..xxx..xx..x"));
    const { outages, combinations } = (await call("POST", `/${id}/tune`, {})).json().data;
    expect(outages).toBe(0);
    expect(combinations.some((each: Combination) => each.is_knee)).toBe(false);
  });

  test("is refused for other types, targets that the rule does not cover, and too many days", async () => {
    const targetId = await history("..x");
    const id = await failuresRule(targetId);
    const details = async (ruleId: string, body: object) => {
      const response = await call("POST", `/${ruleId}/tune`, body);
      expect(response.statusCode).toBe(400);
      return response.json().error.details;
    };
    const expiry = await makeRule(running.database, {
      ...{ orgId: org.orgId, type: "expiry", params: { subject: "certificate", days: [14] } },
    });
    expect(await details(expiry, {})).toMatchObject([
      {
        path: "type",
        message: expect.stringMatching(/^'expiry' cannot be tuned: when something expires is known/),
      },
    ]);
    for (const other of [await history("..x"), "nothing"])
      expect(await details(id, { target_id: other })).toMatchObject([{ path: "target_id" }]);
    expect(await details(id, { days: 31 })).toMatchObject([{ path: "days" }]);
    const { orgId } = org;
    const ctx = { db: running.database, orgId, clock: systemClock };
    const input = { days: 2 };
    await expect(tuneRule(ctx, { id, input }, { targetDaysMax: 1 })).rejects.toMatchObject({
      details: [{ path: "days", message: expect.stringContaining("one target: target_id") }],
    });
  });

  test("counts alerts of types that are not about outages", async () => {
    await history("..x.x.x.x....");
    const flapping = await makeRule(running.database, {
      ...{ orgId: org.orgId, type: "flapping", params: { changes: 3, window_seconds: 900 } },
    });
    const { combinations, ...rest } = (await call("POST", `/${flapping}/tune`, { days: 1 })).json().data;
    expect(rest).toMatchObject({ measures_outages: false, outages: 0, targets: 1 });
    expect(combinations.find((each: { is_rule: boolean }) => each.is_rule)).toMatchObject({
      ...{ alerts: 1, delay_seconds: null, missed_outages: 0, is_knee: false },
    });
  });

  test("of an SLO counts the alerts of each set of windows, and has no single target", async () => {
    await history("x".repeat(40));
    const slo = { name: "Shop", selector: {}, objective: 99, window: "30d", sli: "checks" };
    const created = await running.call(org.keys.admin, { method: "POST", url: "/api/v1/slos", payload: slo });
    const { id: sloId } = created.json().data;
    const rule = { name: "Burn", type: "burn_rate", params: { pairs: ["1h"] }, slo_id: sloId };
    const made = await call("POST", "", rule, org.keys.admin);
    const { id } = made.json().data;
    const { combinations, targets } = (await call("POST", `/${id}/tune`, { days: 1 })).json().data;
    expect(targets).toBe(1);
    expect(combinations).toHaveLength(7);
    const preview = await call("POST", "/preview", { ...rule, days: 1 });
    const own = combinations.filter((each: { is_rule: boolean }) => each.is_rule);
    expect(own).toMatchObject([{ params: { pairs: ["1h"] }, alerts: preview.json().data.total }]);
    expect(preview.json().data.total).toBe(1);
    const refused = await call("POST", `/${id}/tune`, { target_id: id });
    expect(refused.json().error.details).toMatchObject([{ path: "target_id" }]);
  });

  test("does not find the rules of other organizations", async () => {
    const id = await failuresRule(await history("..x"));
    const other = await makeOrg(running.database);
    expect((await call("POST", `/${id}/tune`, {}, other.keys.read)).statusCode).toBe(404);
  });
});

describe("the noise of rules", () => {
  const report = async (query = "") => (await call("GET", `/noise${query}`)).json().data;

  /** Opens an alert at that time of the zone of the organization. */
  async function alertAt(
    ruleId: string,
    time: string,
    {
      minutes,
      by = "auto",
      acknowledged = false,
      suppressed = false,
      targetId = ruleId,
    }: {
      minutes: number | null;
      by?: string;
      acknowledged?: boolean;
      suppressed?: boolean;
      targetId?: string;
    },
  ): Promise<void> {
    const { database } = running;
    const atMs = Date.parse(time);
    const id = await makeAlert(database, { orgId: org.orgId, ruleId, targetId, atMs });
    const resolvedAt = minutes === null ? null : new Date(atMs + minutes * MINUTE_MS);
    await database.run(sql`
      update alert set status = ${minutes === null ? "sent" : "resolved"}, resolved_at = ${resolvedAt},
        resolved_by = ${minutes === null ? null : by}, acknowledged_at = ${acknowledged ? new Date(atMs + 1_000) : null},
        suppressed_by = ${suppressed ? "parent" : null}
      where id = ${id}`);
  }

  test("counts the alerts of a month in the zone of the organization, noisiest first", async () => {
    const { database } = running;
    await database.run(sql`
      update organization set settings = settings || '{"timezone": "Europe/Berlin"}' where id = ${org.orgId}`);
    const [quiet, noisy] = [await failuresRule(null), await failuresRule(null)];
    // 23:30 of 31 January in Berlin: the month before, but the next alert repeats it.
    await alertAt(noisy, "2026-01-31T22:30:00Z", { minutes: 10 });
    await alertAt(noisy, "2026-01-31T23:10:00Z", { minutes: 2 });
    await alertAt(noisy, "2026-02-10T12:00:00Z", { minutes: 4 });
    await alertAt(noisy, "2026-02-10T12:30:00Z", { minutes: 5 });
    await alertAt(noisy, "2026-02-10T12:30:00Z", { minutes: 3, acknowledged: true, targetId: quiet });
    await alertAt(noisy, "2026-02-11T12:00:00Z", { minutes: 3, by: org.orgId });
    await alertAt(noisy, "2026-02-12T12:00:00Z", { minutes: 3, suppressed: true });
    await alertAt(quiet, "2026-02-28T22:59:00Z", { minutes: null });
    await alertAt(quiet, "2026-02-28T23:00:00Z", { minutes: null, targetId: noisy });
    expect(await report("?month=2026-02")).toEqual({
      ...{ month: "2026-02", time_zone: "Europe/Berlin" },
      ...{ from: "2026-01-31T23:00:00.000Z", to: "2026-02-28T23:00:00.000Z" },
      rules: [
        {
          ...{ rule_id: noisy, name: "Test", score: 22 },
          ...{ alerts: 5, acknowledged: 1, brief: 2, repeated: 2, at_night: 1 },
        },
        {
          ...{ rule_id: quiet, name: "Test", score: 3 },
          ...{ alerts: 1, acknowledged: 0, brief: 0, repeated: 0, at_night: 1 },
        },
      ],
    });
  });

  test("is that of the present month by default, and without rules that are gone", async () => {
    const { database, orgId } = { database: running.database, orgId: org.orgId };
    const id = await failuresRule(null);
    await makeAlert(database, { orgId, ruleId: id });
    await makeAlert(database, { orgId });
    const { month, rules } = await report();
    expect(month).toBe(new Date().toISOString().slice(0, 7));
    expect(rules).toMatchObject([{ rule_id: id, alerts: 1 }]);
    expect((await call("GET", "/noise?month=2026-13")).statusCode).toBe(400);
  });
});
