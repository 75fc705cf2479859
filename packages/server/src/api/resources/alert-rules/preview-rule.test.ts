import { alertRulePreview } from "@vedette/contract/alerts/alert-rules.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { previewRule } from "./preview-rule.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

let org: TestOrg;
beforeEach(async () => {
  org = await makeOrg(running.database);
});

const post = (path: string, payload: object) =>
  running.call(org.keys.admin, { method: "POST", url: `/api/v1/alerts/rules${path}`, payload });
const previewOf = (payload: object) => post("/preview", payload);
const FAILURES = { name: "Down", type: "consecutive_failures", params: { threshold: 3 } };

const errorPaths = (response: Awaited<ReturnType<typeof previewOf>>): string[] => {
  expect(response.statusCode).toBe(400);
  return (response.json().error.details ?? []).map((each: { path: string }) => each.path);
};

async function storeResults(
  seriesKey: number,
  slots: readonly number[],
  statusOf: (slotMs: number) => "up" | "down",
): Promise<void> {
  const { database } = running;
  await ensurePartitionsOf(database, slots);
  const toResult = (slotMs: number) => ({ seriesKey, slotMs, status: statusOf(slotMs), responseUs: null });
  await insertResults(database, slots.map(toResult));
}

describe("a preview", () => {
  test("returns the alerts that a rule would have opened and stores nothing", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
    const nowMs = Date.now();
    const slots = [5, 4, 3, 2].map((minutes) => nowMs - minutes * 60_000);
    await storeResults(seriesKeys[0] ?? 0, slots, (slotMs) => (slotMs === slots[3] ? "up" : "down"));
    const before = await rowsOfOrganization(database, org.orgId);
    const { name: _none, ...rule } = FAILURES;
    for (const target of [{ monitor_id: id }, {}]) {
      const response = await previewOf({ ...rule, ...target, days: 1 });
      expect(response.statusCode).toBe(200);
      expect(response.json().data).toMatchObject({
        days: 1,
        total: 1,
        alerts: [{ duration_seconds: 60, target: { type: "monitor", id, name: "Test" } }],
      });
    }
    expect(await rowsOfOrganization(database, org.orgId)).toEqual(before);
  });

  test("counts stored results, not the results that an interval could produce", async () => {
    const { id } = await makeMonitor(running.database, { orgId: org.orgId, intervalMs: 1_000 });
    for (const target of [{ monitor_id: id }, {}]) {
      const response = await previewOf({ ...FAILURES, ...target, days: 30 });
      expect(response.json().data).toMatchObject({ days: 30, total: 0, precision: "results" });
    }
  });

  test("works for a disabled monitor with a short interval and three results", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId, intervalMs: 1_000 });
    await database.run(sql`update target set enabled = false, status = 'paused' where id = ${id}`);
    const nowMs = Date.now();
    const slots = [3, 2, 1].map((minutes) => nowMs - minutes * 60_000);
    await storeResults(seriesKeys[0] ?? 0, slots, () => "down");
    const response = await previewOf({ ...FAILURES, monitor_id: id, days: 30 });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ total: 1, precision: "results" });
  });

  test("reads up to the maximum number of results, and rollups above it", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
    // All within one hour: an hour is read from results or from rollups as a whole.
    const hourMs = 3_600_000;
    const hourStartMs = Math.floor(Date.now() / hourMs) * hourMs;
    const slots = [4, 3, 2, 1].map((minutes) => hourStartMs - minutes * 60_000);
    await storeResults(seriesKeys[0] ?? 0, slots, () => "down");
    const input = alertRulePreview.parse({ ...FAILURES, monitor_id: id, days: 1 });
    const within = (limits: object) =>
      previewRule({ db: database, orgId: org.orgId, clock: systemClock }, input, limits);
    expect(await within({ resultsMax: 4 })).toMatchObject({ total: 1, precision: "results" });
    expect(await within({ resultsMax: 3 })).toMatchObject({ precision: "rollups" });
  });

  test("is rejected with too many targets, too many new results, or when it takes too long", async () => {
    const { database } = running;
    const { seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
    await makeMonitor(database, { orgId: org.orgId });
    const slotMs = Date.now() - 60_000;
    await ensurePartitionsOf(database, [slotMs]);
    await insertResults(database, [
      { seriesKey: seriesKeys[0] ?? 0, slotMs, status: "down", responseUs: null },
    ]);
    const input = alertRulePreview.parse({ ...FAILURES, days: 2 });
    const rejection = async (limits: object) => {
      const previewed = previewRule({ db: database, orgId: org.orgId, clock: systemClock }, input, limits);
      return previewed.then(
        () => null,
        (error: { details: unknown }) => error.details,
      );
    };
    const message = (reason: string) => [
      { path: "days", message: `${reason}; use fewer days, or a selector for fewer targets` },
    ];
    expect(await rejection({ targetDaysMax: 4 })).toBeNull();
    expect(await rejection({ targetDaysMax: 3 })).toEqual(message("covers more than 1 targets"));
    expect(await rejection({ newResultsMax: 0 })).toEqual(
      message("covers more than 0 results without rollups"),
    );
    expect(await rejection({ durationMs: -1 })).toEqual(message("takes longer than -0.001 s"));
  });

  test("is rejected above 30 days, and for an invalid rule", async () => {
    expect(errorPaths(await previewOf({ ...FAILURES, days: 31 }))).toEqual(["days"]);
    expect(errorPaths(await previewOf({ ...FAILURES, params: {}, channel_id: "x" }))).toEqual([
      "params.threshold",
    ]);
    expect(errorPaths(await previewOf({ ...FAILURES, channel_id: "x" }))).toEqual(["channel_id"]);
  });

  test("knows rules about results that do not arrive", async () => {
    for (const type of ["missed", "no_data"]) {
      const found = await previewOf({ ...FAILURES, type, params: { minutes: 5 } });
      expect([type, found.statusCode, found.json().data.precision]).toEqual([type, 200, "results"]);
      const created = await post("", { ...FAILURES, type, params: { minutes: 5 } });
      expect(created.statusCode).toBe(201);
    }
  });
});
