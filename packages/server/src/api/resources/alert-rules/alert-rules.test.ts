import { alertRulePreview } from "@vedette/contract/alerts/alert-rules.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeChannel } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { rowsOfOrganization } from "../../../../test/rows-of-organization.ts";
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

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object) =>
  running.call(org.keys.admin, {
    method,
    url: `/api/v1/alerts/rules${path}`,
    ...(payload && { payload }),
  });
const FAILURES = { name: "Down", type: "consecutive_failures", params: { threshold: 3 } };

async function make(change: object = {}) {
  const answer = await send("POST", "", { ...FAILURES, ...change });
  expect([answer.statusCode, answer.json().error]).toEqual([201, undefined]);
  return answer.json().data;
}

const faultsOf = (answer: Awaited<ReturnType<typeof send>>): string[] => {
  expect(answer.statusCode).toBe(400);
  return (answer.json().error.details ?? []).map((each: { path: string }) => each.path);
};

const channel = () => makeChannel(running.database, org.orgId);

describe("a rule", () => {
  test("is answered whole, with what was left out", async () => {
    const [one, two] = [await channel(), await channel()];
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const made = await make({ monitor_id: monitorId, channel_id: two, channel_ids: [one, two] });
    expect(made).toEqual({
      id: expect.any(String),
      org_id: org.orgId,
      name: "Down",
      type: "consecutive_failures",
      params: { threshold: 3, min_locations: 1 },
      channel_id: two,
      channel_ids: [two, one],
      monitor_id: monitorId,
      api_monitor_id: null,
      journey_id: null,
      enabled: true,
      severity: "critical",
      cooldown_seconds: 0,
      remind_every_seconds: null,
      notify_recovery: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await send("GET", `/${made.id}`)).json().data).toEqual(made);
    expect((await send("GET")).json().data).toEqual([made]);
    expect((await send("PUT", `/${made.id}`, made)).json().data).toEqual(made);
    expect((await send("DELETE", `/${made.id}`)).json().data).toEqual({ id: made.id, deleted: true });
    expect((await send("GET", `/${made.id}`)).statusCode).toBe(404);
  });

  test.each<[string, object, string[]]>([
    ["a threshold out of range", { params: { threshold: 0 } }, ["params.threshold"]],
    ["no threshold", { params: {} }, ["params.threshold"]],
    ["no params", { params: undefined }, ["params"]],
    ["a param of another type", { params: { threshold: 1, days: 3 } }, ["params.days"]],
    ["an unknown type", { type: "moon_phase" }, ["type"]],
    [
      "an error rate without a window",
      { type: "error_rate", params: { threshold: 5 } },
      ["params.window_seconds"],
    ],
    [
      "a window that is too long, and no check needed",
      { type: "error_rate", params: { threshold: 5, window_seconds: 86_401, min_checks: 0 } },
      ["params.window_seconds", "params.min_checks"],
    ],
    [
      "a percentile that there is not",
      { type: "latency_threshold", params: { threshold_ms: 5, window_seconds: 60, percentile: 75 } },
      ["params.percentile"],
    ],
    ["days beyond a year", { type: "ssl_expiry", params: { days: 366 } }, ["params.days"]],
    ["a malformed channel", { channel_id: "x" }, ["channel_id"]],
    ["a malformed channel in the list", { channel_ids: ["x"] }, ["channel_ids.0"]],
    ["a malformed target", { journey_id: "x" }, ["journey_id"]],
    ["two targets", { monitor_id: "x", journey_id: "y" }, ["journey_id", "monitor_id"]],
    ["an unknown field", { chanel_id: "x" }, ["chanel_id"]],
    [
      "a name of blanks and a bad param, both told",
      { name: " ", params: { threshold: "a" } },
      ["name", "params.threshold"],
    ],
  ])("with %s is refused", async (_name, change, paths) => {
    expect(faultsOf(await send("POST", "", { ...FAILURES, ...change }))).toEqual(paths);
  });

  test("whose type cannot apply to its target is refused", async () => {
    const { database } = running;
    const { orgId } = org;
    const monitor = await makeMonitor(database, { orgId, url: "https://example.com" });
    const plain = await makeMonitor(database, { orgId, url: "http://example.com" });
    const tcp = await makeMonitor(database, { orgId });
    await database.run(sql`update monitor set follow_redirects = false where id = ${plain.id}`);
    await database.run(
      sql`update monitor set type = 'tcp', url = null, host = 'h', port = 1 where id = ${tcp.id}`,
    );
    const api = await makeApiMonitor(database, { orgId });
    const expiry = { type: "ssl_expiry", params: { days: 14 } };
    const visual = { type: "visual_diff_threshold", params: { threshold_percent: 1 } };
    await make({ ...expiry, monitor_id: monitor.id });
    await make({ ...expiry });
    const cases = [
      { ...expiry, monitor_id: plain.id },
      { ...expiry, monitor_id: tcp.id },
      { ...expiry, api_monitor_id: api.id },
      { ...visual, monitor_id: monitor.id },
      { ...visual, api_monitor_id: api.id },
      { monitor_id: api.id },
      { api_monitor_id: monitor.id },
    ];
    for (const change of cases) {
      const field = Object.keys(change).find((name) => name.endsWith("monitor_id"));
      expect(faultsOf(await send("POST", "", { ...FAILURES, ...change }))).toEqual([field]);
    }
  });

  test("keeps what a change does not carry", async () => {
    const [one, two, three] = [await channel(), await channel(), await channel()];
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const { id } = await make({ monitor_id: monitorId, channel_ids: [one, two] });
    const change = async (payload: object) => {
      const answer = await send("PUT", `/${id}`, payload);
      expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
      return answer.json().data;
    };
    expect(await change({ name: "Other" })).toMatchObject({
      name: "Other",
      monitor_id: monitorId,
      channel_ids: [one, two],
      params: { threshold: 3 },
    });
    expect(await change({ channel_id: three })).toMatchObject({ channel_ids: [three, two] });
    expect(await change({ channel_id: three, channel_ids: [one] })).toMatchObject({ channel_ids: [one] });
    expect(await change({ channel_ids: null })).toMatchObject({ channel_id: null, channel_ids: [] });
    expect(await change({ params: { threshold: 5, min_locations: 2 } })).toMatchObject({
      params: { threshold: 5, min_locations: 2 },
    });
    expect(await change({ remind_every_seconds: 600, severity: "warning" })).toMatchObject({
      remind_every_seconds: 600,
      severity: "warning",
    });
    expect(await change({ monitor_id: null })).toMatchObject({ monitor_id: null });
    expect(faultsOf(await send("PUT", `/${id}`, { type: "ssl_expiry" }))).toEqual(["type"]);
    expect(faultsOf(await send("PUT", `/${id}`, { params: { days: 3 } }))).toContain("params.threshold");
  });

  test("turns to another target by naming it", async () => {
    const { database } = running;
    const monitor = await makeMonitor(database, { orgId: org.orgId });
    const api = await makeApiMonitor(database, { orgId: org.orgId });
    const { id } = await make({ monitor_id: monitor.id });
    const { data } = (await send("PUT", `/${id}`, { api_monitor_id: api.id })).json();
    expect(data).toMatchObject({ monitor_id: null, api_monitor_id: api.id });
  });

  test("goes with its target", async () => {
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const { id } = await make({ monitor_id: monitorId });
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${monitorId}` });
    expect((await send("GET", `/${id}`)).statusCode).toBe(404);
  });

  test("is told to schedulers, and its writes are in the audit log", async () => {
    const told: string[] = [];
    const end = await running.database.listen("alert_rules_changed", (id) => void told.push(id));
    const { id } = await make();
    await send("PUT", `/${id}`, { name: "Other" });
    await send("PUT", `/${id}`, { name: "Other" });
    await send("DELETE", `/${id}`);
    await expect.poll(() => told.length, { timeout: 30_000 }).toBe(3);
    await end();
    expect(told).toEqual([id, id, id]);
    const log = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/audit-log?target=${id}` });
    expect(log.json().data).toMatchObject([
      { action: "alert_rule.delete", before: { name: "Other", type: "consecutive_failures" } },
      { action: "alert_rule.update", before: { name: "Down" }, after: { name: "Other" } },
      { action: "alert_rule.create", after: { name: "Down", params: { threshold: 3 } } },
    ]);
  });
});

test("rules are listed by type, target and channel", async () => {
  const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
  const channelId = await channel();
  const own = await make({ monitor_id: monitorId });
  const all = await make({ channel_id: channelId, type: "ssl_expiry", params: { days: 3 } });
  const listed = async (query: string) =>
    (await send("GET", `?${query}`)).json().data.map(({ id }: { id: string }) => id);
  expect(await listed("sort=created_at")).toEqual([own.id, all.id]);
  expect(await listed("type=ssl_expiry")).toEqual([all.id]);
  expect(await listed(`target_id=${monitorId}`)).toEqual([own.id]);
  expect(await listed(`channel_id=${channelId}`)).toEqual([all.id]);
  expect(await listed("target_id=nothing")).toEqual([]);
  expect((await send("GET", "?type=x")).statusCode).toBe(400);
});

describe("a preview", () => {
  const ask = (payload: object) => send("POST", "/preview", payload);

  test("tells what a rule that does not exist would have opened, and keeps nothing", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
    const nowMs = Date.now();
    const slots = [5, 4, 3, 2].map((minutes) => nowMs - minutes * 60_000);
    await ensurePartitionsOf(database, slots);
    await insertResults(
      database,
      slots.map((slotMs) => ({
        seriesKey: seriesKeys[0] ?? 0,
        slotMs,
        status: slotMs === slots[3] ? ("up" as const) : ("down" as const),
        responseUs: null,
      })),
    );
    const before = await rowsOfOrganization(database, org.orgId);
    const { name: _none, ...rule } = FAILURES;
    for (const target of [{ monitor_id: id }, {}]) {
      const answer = await ask({ ...rule, ...target, days: 1 });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data).toMatchObject({
        days: 1,
        total: 1,
        alerts: [{ duration_seconds: 60, target: { type: "monitor", id, name: "Test" } }],
      });
    }
    expect(await rowsOfOrganization(database, org.orgId)).toEqual(before);
  });

  test("counts what is stored, not what an interval could have made", async () => {
    const { id } = await makeMonitor(running.database, { orgId: org.orgId, intervalMs: 1_000 });
    for (const target of [{ monitor_id: id }, {}]) {
      const answer = await ask({ ...FAILURES, ...target, days: 30 });
      expect(answer.json().data).toMatchObject({ days: 30, total: 0, precision: "results" });
    }
  });

  test("answers for a disabled monitor of a short interval that has three results", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId, intervalMs: 1_000 });
    await database.run(sql`update monitor set enabled = false, status = 'paused' where id = ${id}`);
    const nowMs = Date.now();
    const slots = [3, 2, 1].map((minutes) => nowMs - minutes * 60_000);
    await ensurePartitionsOf(database, slots);
    await insertResults(
      database,
      slots.map((slotMs) => ({
        seriesKey: seriesKeys[0] ?? 0,
        slotMs,
        status: "down" as const,
        responseUs: null,
      })),
    );
    const answer = await ask({ ...FAILURES, monitor_id: id, days: 30 });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ total: 1, precision: "results" });
  });

  test("is refused where more results are stored than one request replays, and answers up to that many", async () => {
    const { database } = running;
    const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
    const nowMs = Date.now();
    const slots = [4, 3, 2, 1].map((minutes) => nowMs - minutes * 60_000);
    await ensurePartitionsOf(database, slots);
    await insertResults(
      database,
      slots.map((slotMs) => ({
        seriesKey: seriesKeys[0] ?? 0,
        slotMs,
        status: "down" as const,
        responseUs: null,
      })),
    );
    const input = alertRulePreview.parse({ ...FAILURES, monitor_id: id, days: 1 });
    const upTo = (resultsMax: number) =>
      previewRule({ db: database, orgId: org.orgId, clock: systemClock }, input, { resultsMax });
    expect(await upTo(4)).toMatchObject({ total: 1, precision: "results" });
    const message = "would replay more than 3 stored results; take fewer days, or one target";
    await expect(upTo(3)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: [{ path: "days", message }],
    });
  });

  test("is refused beyond 30 days, and for a rule that would be", async () => {
    expect(faultsOf(await ask({ ...FAILURES, days: 31 }))).toEqual(["days"]);
    expect(faultsOf(await ask({ ...FAILURES, params: {}, channel_id: "x" }))).toEqual(["params.threshold"]);
    expect(faultsOf(await ask({ ...FAILURES, channel_id: "x" }))).toEqual(["channel_id"]);
  });
});
