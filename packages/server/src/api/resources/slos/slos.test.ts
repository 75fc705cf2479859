import { sloReportSchema } from "@vedette/contract/slos/slo-report.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAlerts } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { NO_SUPPRESSION } from "../../../pipeline/alerting/alerts/suppression.ts";
import { evaluateBurnRates } from "../../../pipeline/alerting/burn-rate/evaluate-burn-rates.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { keepSloFigures } from "../../../pipeline/slos/keep-figures.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NOW_MS = Date.parse("2026-11-21T10:17:00Z");
let nowMs = NOW_MS;
const clock = { now: () => nowMs, monotonic: () => performance.now() };

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({ clock });
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
  const response = await running.call(org.keys.admin, {
    ...{ method, url: `/api/v1${path}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}

const make = async (body: object = {}) => {
  const { status, data } = await send("POST", "/slos", { name: "S", selector: {}, objective: 99.9, ...body });
  expect(status).toBe(201);
  return data;
};

/** A monitor that is up since ten days, down in the given minutes before now, with a check each minute. */
async function makeWatched(downMinutes: { from: number; to: number }, ofOrg = org.orgId) {
  const { database } = running;
  const { id, seriesKeys } = await makeMonitor(database, {
    ...{ orgId: ofOrg, createdAt: new Date(NOW_MS - 10 * 24 * HOUR_MS) },
  });
  const ago = (minutes: number) => new Date(NOW_MS - minutes * MINUTE_MS);
  const change = (at: Date, status: string, previous: string) =>
    database.run(sql`
      insert into status_change (target_id, at, status, previous_status) values (${id}, ${at}, ${status}, ${previous})`);
  await change(ago(10 * 24 * 60 - 1), "up", "pending");
  await change(ago(downMinutes.from), "down", "up");
  if (downMinutes.to > 0) await change(ago(downMinutes.to), "up", "down");
  await database.run(sql`update target set status = ${downMinutes.to > 0 ? "up" : "down"} where id = ${id}`);
  await ensurePartitionsOf(database, [NOW_MS, NOW_MS - 12 * HOUR_MS]);
  const minutes = Array.from({ length: 600 }, (_, nr) => nr + 1);
  await insertResults(
    database,
    minutes.map((minute) => ({
      ...{ seriesKey: seriesKeys[0] ?? 0, slotMs: NOW_MS - minute * MINUTE_MS, responseUs: 10_000 },
      status: minute <= downMinutes.from && minute > downMinutes.to ? ("down" as const) : ("up" as const),
    })),
  );
  return id;
}

describe("an SLO", () => {
  test("is created with defaults, updated in part with If-Match, and deleted", async () => {
    const slo = await make({ name: "Shop" });
    expect(slo).toMatchObject({
      ...{ name: "Shop", objective: 99.9, window: "30d", timezone: "UTC", sli: "time", latency_ms: null },
      ...{ exclude_maintenance: true, measured: null, rule_count: 0, managed_by: null },
    });
    const path = `/slos/${slo.id}`;
    const { headers } = await send("GET", path);
    const stale = await running.call(org.keys.admin, {
      ...{
        method: "PUT",
        url: `/api/v1${path}`,
        payload: { objective: 99 },
        headers: { "if-match": '"other"' },
      },
    });
    expect([stale.statusCode, typeof headers.etag]).toEqual([412, "string"]);
    const changed = await send("PUT", path, { sli: "latency", latency_ms: 300 });
    expect(changed.data).toMatchObject({ name: "Shop", sli: "latency", latency_ms: 300 });
    expect((await send("PUT", path, { sli: "checks" })).data).toMatchObject({
      sli: "checks",
      latency_ms: null,
    });
    expect((await send("DELETE", path)).status).toBe(200);
    expect((await send("GET", `${path}/report`)).status).toBe(404);
  });

  test("says what is wrong with it", async () => {
    const refused = async (body: object) => {
      const { status, error } = await send("POST", "/slos", {
        name: "S",
        selector: {},
        objective: 99,
        ...body,
      });
      return [status, error.details[0].path, error.details[0].message];
    };
    expect(await refused({ objective: 99.9995 })).toEqual([400, "objective", expect.any(String)]);
    expect(await refused({ objective: 40 })).toEqual([400, "objective", expect.any(String)]);
    expect(await refused({ sli: "latency" })).toEqual([
      ...[400, "latency_ms", "is required with the SLI 'latency'"],
    ]);
    expect(await refused({ latency_ms: 5 })).toEqual([400, "latency_ms", "must be null with the SLI 'time'"]);
    const selector = { targets: ["01920000-0000-7000-8000-000000000000"] };
    expect(await refused({ selector })).toEqual([400, "selector.targets", expect.any(String)]);
    expect(await refused({ timezone: "Mars/Base" })).toEqual([400, "timezone", expect.any(String)]);
  });

  test("is not visible to another organization", async () => {
    const { id } = await make();
    const other = await makeOrg(running.database);
    for (const path of [`/slos/${id}`, `/slos/${id}/report`]) {
      const response = await running.call(other.keys.admin, { method: "GET", url: `/api/v1${path}` });
      expect(response.statusCode).toBe(404);
    }
  });
});

test("lists have filters and the figures of the last measurement, which a change forgets", async () => {
  const id = await makeWatched({ from: 60, to: 30 });
  const slo = await make({ name: "Figures", selector: { targets: [id] }, objective: 99.99, window: "7d" });
  await make({ name: "Figures of nothing", selector: { tags: { any: ["none"] } } });
  await keepSloFigures({ database: running.database, clock }, { signal: new AbortController().signal });
  const list = async (query: string) => (await send("GET", `/slos?search=figures&sort=name${query}`)).data;
  expect(await list("")).toMatchObject([
    { id: slo.id, target_count: 1, measured: { state: "missed", attainment: expect.any(Number) } },
    { target_count: 0, measured: { state: "no_data", attainment: null } },
  ]);
  expect(await list("&state=missed")).toHaveLength(1);
  expect(await list("&sli=checks")).toEqual([]);
  const { data: report } = await send("GET", `/slos/${slo.id}/report`);
  expect(report).toEqual(sloReportSchema.parse(report));
  // A week has 10,080 minutes; 1.008 of them may be bad.
  expect(report).toMatchObject({
    ...{ slo_id: slo.id, unit: "seconds", bad: 1_800, state: "missed", is_full: true },
    budget: { spent: 1_800, left_percentage: expect.any(Number) },
  });
  expect(report.budget.left).toBeLessThan(0);
  const preview = await send("POST", "/slos/preview", {
    ...{ selector: { targets: [id] }, objective: 99.99, window: "7d" },
  });
  expect(preview.data).toEqual({ ...report, slo_id: null });
  await send("PUT", `/slos/${slo.id}`, { name: "Figures, renamed" });
  expect((await send("GET", `/slos/${slo.id}`)).data.measured).not.toBeNull();
  await send("PUT", `/slos/${slo.id}`, { objective: 95 });
  expect((await send("GET", `/slos/${slo.id}`)).data.measured).toBeNull();
});

describe("a rule of the type burn_rate", () => {
  const rule = (body: object) =>
    send("POST", "/alerts/rules", { name: "Burns", type: "burn_rate", params: {}, ...body });

  test("names an SLO, which cannot be deleted then, and no target", async () => {
    const slo = await make();
    const { data } = await rule({ slo_id: slo.id });
    expect(data).toMatchObject({ slo_id: slo.id, params: { pairs: ["1h", "6h"] }, selector: null });
    expect((await send("GET", `/alerts/rules?slo_id=${slo.id}`)).data).toHaveLength(1);
    expect((await rule({})).error.details[0]).toMatchObject({ path: "slo_id" });
    expect((await rule({ slo_id: slo.id, selector: {} })).error.details[0]).toMatchObject({
      path: "selector",
    });
    const other = { type: "consecutive_failures", params: { threshold: 1 }, slo_id: slo.id };
    expect((await rule(other)).error.details[0]).toMatchObject({ path: "slo_id" });
    expect((await send("DELETE", `/slos/${slo.id}`)).error.message).toContain('rule "Burns"');
    await send("DELETE", `/alerts/rules/${data.id}`);
    expect((await send("DELETE", `/slos/${slo.id}`)).status).toBe(200);
  });

  for (const sli of ["time", "checks"] as const)
    test(`alerts when the budget burns, with the target that burned it: ${sli}`, async () => {
      nowMs = NOW_MS;
      const own = await makeOrg(running.database);
      const before = org;
      org = own;
      const broken = await makeWatched({ from: 20, to: 0 });
      await makeWatched({ from: 599, to: 598 });
      const slo = await make({ name: "Checkout", sli });
      const { data } = await rule({ slo_id: slo.id });
      const evaluate = () =>
        evaluateBurnRates(
          {
            ...{ database: running.database, clock, log: silentLogger, publish: () => undefined },
            suppression: NO_SUPPRESSION,
          },
          { signal: new AbortController().signal },
        );
      await evaluate();
      const [alert] = (await send("GET", `/alerts?rule_id=${data.id}`)).data;
      expect(alert).toMatchObject({
        ...{ title: "Checkout burns its error budget too fast", target: { id: broken }, status: "pending" },
        evidence: {
          ...{ slo: { id: slo.id, name: "Checkout" }, pair: "1h", threshold: 14.4, window_seconds: 3_600 },
          targets: [{ id: broken }],
        },
      });
      // 20 of 60 minutes at one of two targets, of a budget of 0.1 %.
      expect(alert.evidence.value).toBeCloseTo((20 / 120) * 1_000, 0);
      await evaluate();
      expect(await listAlerts(running.database, own.orgId)).toHaveLength(1);
      const preview = await send("POST", "/alerts/rules/preview", {
        ...{ type: "burn_rate", params: {}, slo_id: slo.id, days: 5 },
      });
      // The first checks of the other target are few, and one of them failed.
      expect(preview.data).toMatchObject({ precision: "results", total: sli === "time" ? 1 : 2 });
      const [newest] = preview.data.alerts;
      expect(newest).toMatchObject({ resolved_at: null, target: { id: broken }, evidence: { pair: "1h" } });
      expect(NOW_MS - Date.parse(newest.triggered_at)).toBeGreaterThan(16 * MINUTE_MS);
      // Up again, the short window forgets soon.
      await running.database.run(sql`
        insert into status_change (target_id, at, status, previous_status)
        values (${broken}, ${new Date(NOW_MS)}, 'up', 'down')`);
      await running.database.run(sql`update target set status = 'up' where id = ${broken}`);
      const { series_key: seriesKey } = (await running.database.find<{ series_key: number }>(
        sql`select series_key from series where target_id = ${broken}`,
      )) ?? { series_key: 0 };
      await insertResults(
        running.database,
        Array.from({ length: 40 }, (_, minute) => ({
          ...{ seriesKey, slotMs: NOW_MS + minute * MINUTE_MS, responseUs: 10_000, status: "up" as const },
        })),
      );
      nowMs = NOW_MS + 40 * MINUTE_MS;
      await evaluate();
      expect((await send("GET", `/alerts/${alert.id}`)).data).toMatchObject({ resolved_by: "auto" });
      org = before;
      nowMs = NOW_MS;
    });
});
