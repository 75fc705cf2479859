import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAlerts, makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeMonitor } from "../../../../test/builders.ts";
import { sql } from "../../../platform/storage/sql.ts";

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

async function createRule(change: object = {}) {
  const response = await send("POST", "", { ...FAILURES, ...change });
  expect([response.statusCode, response.json().error]).toEqual([201, undefined]);
  return response.json().data;
}

const errorPaths = (response: Awaited<ReturnType<typeof send>>): string[] => {
  expect(response.statusCode).toBe(400);
  return (response.json().error.details ?? []).map((each: { path: string }) => each.path);
};

const channel = () => makeChannel(running.database, org.orgId);

describe("a rule", () => {
  test("is returned in full with its defaults", async () => {
    const [one, two] = [await channel(), await channel()];
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const created = await createRule({ monitor_id: monitorId, channel_id: two, channel_ids: [one, two] });
    expect(created).toEqual({
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
      slo_id: null,
      heartbeat_id: null,
      escalation_policy_id: null,
      selector: null,
      target_count: 1,
      managed_by: null,
      enabled: true,
      severity: "critical",
      cooldown_seconds: 0,
      confirm_seconds: 0,
      recovery_threshold: 1,
      remind_every_seconds: null,
      notify_recovery: true,
      flap_detection: false,
      opens_incident: false,
      group_by: "target",
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await send("GET", `/${created.id}`)).json().data).toEqual(created);
    expect((await send("GET")).json().data).toEqual([created]);
    expect((await send("PUT", `/${created.id}`, created)).json().data).toEqual(created);
    expect((await send("DELETE", `/${created.id}`)).json().data).toEqual({ id: created.id, deleted: true });
    expect((await send("GET", `/${created.id}`)).statusCode).toBe(404);
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
      "a window that is too long, and no minimum of checks",
      { type: "error_rate", params: { threshold: 5, window_seconds: 86_401, min_checks: 0 } },
      ["params.window_seconds", "params.min_checks"],
    ],
    [
      "an unsupported percentile",
      { type: "latency_threshold", params: { threshold_ms: 5, window_seconds: 60, percentile: 75 } },
      ["params.percentile"],
    ],
    [
      "a step beyond a year and no subject",
      { type: "expiry", params: { days: [366] } },
      ["params.subject", "params.days.0"],
    ],
    ["the same step twice", { type: "expiry", params: { subject: "domain", days: [7, 7] } }, ["params.days"]],
    ["no step", { type: "expiry", params: { subject: "domain", days: [] } }, ["params.days"]],
    ["days beyond a year", { type: "ssl_expiry", params: { days: 366 } }, ["params.days"]],
    ["no good result to recover", { recovery_threshold: 0 }, ["recovery_threshold"]],
    ["too many good results to recover", { recovery_threshold: 101 }, ["recovery_threshold"]],
    ["more than an hour to confirm", { confirm_seconds: 3_601 }, ["confirm_seconds"]],
    [
      "a single change and no window",
      { type: "flapping", params: { changes: 1 } },
      ["params.changes", "params.window_seconds"],
    ],
    ["more than a day of missed checks", { type: "missed", params: { minutes: 1_441 } }, ["params.minutes"]],
    ["no time without data", { type: "no_data", params: {} }, ["params.minutes"]],
    ["an unknown grouping", { group_by: "moon" }, ["group_by"]],
    ["a grouping by a tag without a name", { group_by: "tag: " }, ["group_by"]],
    ["a malformed channel", { channel_id: "x" }, ["channel_id"]],
    ["a malformed channel in the list", { channel_ids: ["x"] }, ["channel_ids.0"]],
    ["a malformed target", { journey_id: "x" }, ["journey_id"]],
    ["two targets", { monitor_id: "x", journey_id: "y" }, ["journey_id", "monitor_id"]],
    ["an unknown field", { chanel_id: "x" }, ["chanel_id"]],
    [
      "a blank name and an invalid param, both reported",
      { name: " ", params: { threshold: "a" } },
      ["name", "params.threshold"],
    ],
  ])("with %s is rejected", async (_name, change, paths) => {
    expect(errorPaths(await send("POST", "", { ...FAILURES, ...change }))).toEqual(paths);
  });

  test("whose type does not apply to its target is rejected", async () => {
    const { database } = running;
    const { orgId } = org;
    const secured = { url: "https://example.com", domain: "example.com" };
    const monitor = await makeMonitor(database, { orgId, ...secured });
    const plain = await makeMonitor(database, { orgId, url: "http://example.com" });
    const tcp = await makeMonitor(database, { orgId });
    await database.run(
      sql`update monitor set config = config || '{"follow_redirects": false}' where id = ${plain.id}`,
    );
    await database.run(
      sql`update monitor set type = 'tcp', config = '{"host": "h", "port": 1}' where id = ${tcp.id}`,
    );
    const api = await makeApiMonitor(database, { orgId });
    const expiry = { type: "ssl_expiry", params: { days: 14 } };
    const visual = { type: "visual_diff_threshold", params: { threshold_percent: 1 } };
    const certificate = { type: "expiry", params: { subject: "certificate" } };
    const domain = { type: "expiry", params: { subject: "domain" } };
    for (const each of [expiry, certificate, domain]) {
      await createRule({ ...each, monitor_id: monitor.id });
      await createRule({ ...each });
    }
    const cases = [
      { ...expiry, monitor_id: plain.id },
      { ...expiry, monitor_id: tcp.id },
      { ...expiry, api_monitor_id: api.id },
      { ...certificate, monitor_id: plain.id },
      { ...domain, monitor_id: tcp.id },
      { ...domain, api_monitor_id: api.id },
      { ...visual, monitor_id: monitor.id },
      { ...visual, api_monitor_id: api.id },
      { monitor_id: api.id },
      { api_monitor_id: monitor.id },
    ];
    for (const change of cases) {
      const field = Object.keys(change).find((name) => name.endsWith("monitor_id"));
      expect(errorPaths(await send("POST", "", { ...FAILURES, ...change }))).toEqual([field]);
    }
  });

  test("keeps the fields that an update omits", async () => {
    const [one, two, three] = [await channel(), await channel(), await channel()];
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const { id } = await createRule({ monitor_id: monitorId, channel_ids: [one, two] });
    const change = async (payload: object) => {
      const response = await send("PUT", `/${id}`, payload);
      expect([response.statusCode, response.json().error]).toEqual([200, undefined]);
      return response.json().data;
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
    expect(await change({ recovery_threshold: 3 })).toMatchObject({
      recovery_threshold: 3,
      severity: "warning",
    });
    expect(await change({ confirm_seconds: 90 })).toMatchObject({
      confirm_seconds: 90,
      recovery_threshold: 3,
    });
    for (const group_by of ["group", "rule", "tag:team"])
      expect(await change({ group_by })).toMatchObject({ group_by, confirm_seconds: 90 });
    expect(await change({ name: "Again" })).toMatchObject({ confirm_seconds: 90 });
    expect(await change({ monitor_id: null })).toMatchObject({ monitor_id: null, recovery_threshold: 3 });
    expect(errorPaths(await send("PUT", `/${id}`, { type: "ssl_expiry" }))).toEqual(["type"]);
    expect(errorPaths(await send("PUT", `/${id}`, { params: { days: 3 } }))).toContain("params.threshold");
  });

  test("about expiry has steps in order, and ends its alerts if it is about something else", async () => {
    const { database } = running;
    const secured = { url: "https://example.com", domain: "example.com" };
    const { id: monitorId } = await makeMonitor(database, { orgId: org.orgId, ...secured });
    const params = { subject: "certificate", days: [1, 30, 7] };
    const { id, ...rule } = await createRule({ type: "expiry", params, monitor_id: monitorId });
    expect(rule.params).toEqual({ subject: "certificate", days: [30, 7, 1] });
    await makeAlert(database, { orgId: org.orgId, ruleId: id, targetId: monitorId });
    const change = async (changed: object) => {
      const { data } = (await send("PUT", `/${id}`, { params: changed })).json();
      const [alert] = await listAlerts(database, org.orgId);
      return [data.params, alert?.status];
    };
    expect(await change({ subject: "certificate" })).toEqual([
      { subject: "certificate", days: [30, 14, 7, 1] },
      "pending",
    ]);
    expect(await change({ subject: "domain", days: [60] })).toEqual([
      { subject: "domain", days: [60] },
      "resolved",
    ]);
  });

  test("changes its target if the update names another one", async () => {
    const { database } = running;
    const monitor = await makeMonitor(database, { orgId: org.orgId });
    const api = await makeApiMonitor(database, { orgId: org.orgId });
    const { id } = await createRule({ monitor_id: monitor.id });
    const { data } = (await send("PUT", `/${id}`, { api_monitor_id: api.id })).json();
    expect(data).toMatchObject({ monitor_id: null, api_monitor_id: api.id });
  });

  test("is deleted with its target", async () => {
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const { id } = await createRule({ monitor_id: monitorId });
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${monitorId}` });
    expect((await send("GET", `/${id}`)).statusCode).toBe(404);
  });

  test("is announced to schedulers and recorded in the audit log on each write", async () => {
    const notifiedIds: string[] = [];
    const stopListening = await running.database.listen(
      "alert_rules_changed",
      (id) => void notifiedIds.push(id),
    );
    const { id } = await createRule();
    await send("PUT", `/${id}`, { name: "Other" });
    await send("PUT", `/${id}`, { name: "Other" });
    await send("DELETE", `/${id}`);
    await expect.poll(() => notifiedIds.length, { timeout: 30_000 }).toBe(3);
    await stopListening();
    expect(notifiedIds).toEqual([id, id, id]);
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
  const own = await createRule({ monitor_id: monitorId });
  const all = await createRule({
    ...{ name: "Certificates", channel_id: channelId, type: "ssl_expiry", params: { days: 3 } },
  });
  const listed = async (query: string) =>
    (await send("GET", `?${query}`)).json().data.map(({ id }: { id: string }) => id);
  expect(await listed("sort=created_at")).toEqual([own.id, all.id]);
  expect(await listed("type=ssl_expiry")).toEqual([all.id]);
  expect(await listed("search=CERTIF")).toEqual([all.id]);
  expect(await listed(`target_id=${monitorId}`)).toEqual([own.id]);
  expect(await listed(`channel_id=${channelId}`)).toEqual([all.id]);
  expect(await listed("target_id=nothing")).toEqual([]);
  expect((await send("GET", "?type=x")).statusCode).toBe(400);
});
