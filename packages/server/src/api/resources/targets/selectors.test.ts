import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listAlerts,
  makeChannel,
  type Recording,
  selectable,
  startRecording,
} from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Selectors in rules, maintenance windows and lists, and the coverage that they add up to. */

let running: TestApp;
let recording: Recording;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  recording = await startRecording(running.database);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(async () => {
  await recording.stop();
  await running.stop();
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (method: Method, path: string, payload?: object, by = org) => {
  const url = `/api/v1${path}`;
  const response = await running.call(by.keys.admin, { method, url, ...(payload && { payload }) });
  return { status: response.statusCode, ...response.json() };
};

async function make(path: string, payload: object) {
  const { status, data, error } = await send("POST", path, payload);
  expect([status, error]).toEqual([201, undefined]);
  return data;
}

const RULE = { name: "Down", type: "consecutive_failures", params: { threshold: 2 } };
const makeGroup = (payload: object) => make("/groups", payload);
const monitor = async (fields: object = {}) =>
  (await make("/monitors", { name: "M", type: "url", url: "https://a.example", ...fields })).id as string;

describe("a rule with a selector", () => {
  test("covers what it selects and its type supports, and says how many that are and which", async () => {
    const [prod] = [await monitor({ tags: ["prod"] }), await monitor({ tags: ["stage"] })];
    const { id: journey } = await makeJourney(running.database, { orgId: org.orgId });
    await send("PUT", `/journeys/${journey}`, { tags: ["prod"] });
    const rule = await make("/alerts/rules", { ...RULE, selector: { tags: { any: ["prod"] } } });
    expect(rule).toMatchObject({ selector: { tags: { any: ["prod"] } }, monitor_id: null, target_count: 2 });
    const expiry = {
      ...RULE,
      type: "ssl_expiry",
      params: { days: 14 },
      selector: { tags: { any: ["prod"] } },
    };
    const { id } = await make("/alerts/rules", expiry);
    const covered = (await send("GET", `/targets?rule_id=${id}`)).data.map((row: { id: string }) => row.id);
    expect(covered).toEqual([prod]);
    expect((await send("GET", `/alerts/rules/${id}`)).data.target_count).toBe(1);
  });

  test("replaces the target of a rule, and is replaced by one", async () => {
    const id = await monitor();
    const rule = await make("/alerts/rules", { ...RULE, monitor_id: id });
    expect(rule).toMatchObject({ monitor_id: id, selector: null, target_count: 1 });
    const selected = (await send("PUT", `/alerts/rules/${rule.id}`, { selector: { kinds: ["journey"] } }))
      .data;
    expect(selected).toMatchObject({ monitor_id: null, selector: { kinds: ["journey"] }, target_count: 0 });
    const named = (await send("PUT", `/alerts/rules/${rule.id}`, { monitor_id: id })).data;
    expect(named).toMatchObject({ monitor_id: id, selector: null });
    const both = await send("PUT", `/alerts/rules/${rule.id}`, { monitor_id: id, selector: {} });
    expect([both.status, both.error.details[0].path]).toEqual([400, "selector"]);
    expect((await send("PUT", `/alerts/rules/${rule.id}`, named)).data).toEqual(named);
  });

  test.each([
    [{ targets: ["0192f0c1-0000-7000-8000-000000000000"] }, "selector.targets"],
    [{ groups: ["x"] }, "selector.groups"],
    [{ tags: { some: ["a"] } }, "selector.tags"],
    [{ tags: { any: [] } }, "selector.tags.any"],
    [{ kinds: ["robot"] }, "selector.kinds.0"],
  ])("%j is rejected at %s", async (selector, path) => {
    const { status, error } = await send("POST", "/alerts/rules", { ...RULE, selector });
    expect([status, error.details[0].path]).toEqual([400, expect.stringContaining(path)]);
  });

  test("does not select targets and groups of other organizations", async () => {
    const other = await makeOrg(running.database);
    const { id } = await makeMonitor(running.database, { orgId: other.orgId });
    const refused = await send("POST", "/alerts/rules", { ...RULE, selector: { targets: [id] } });
    expect(refused.error.details[0].path).toBe("selector.targets");
  });

  test("opens alerts for what is in a nested group, and resolves them once the target has left it", async () => {
    const outer = await makeGroup({ name: "Outer" });
    const inner = await makeGroup({ name: "Inner", parent_id: outer.id });
    const id = await monitor({ group_id: inner.id });
    const channel = await makeChannel(running.database, org.orgId);
    const selector = { groups: [outer.id] };
    const rule = await make("/alerts/rules", { ...RULE, selector, channel_id: channel });
    const target = selectable(org.orgId, id, { groupId: inner.id });
    const covering = () => recording.rules.rulesFor(target).map((each) => each.id);
    await expect.poll(covering, { timeout: 30_000 }).toEqual([rule.id]);
    const row = await running.database.find<{ series_key: number }>(
      sql`select series_key from series where target_id = ${id}`,
    );
    await recording.recordEach(row?.series_key ?? 0, ".xxx", Date.now() - 10_000);
    expect(await listAlerts(running.database, org.orgId)).toMatchObject([
      { rule_id: rule.id, status: "pending" },
    ]);
    await send("PUT", `/groups/${inner.id}`, { parent_id: null });
    expect(await listAlerts(running.database, org.orgId)).toMatchObject([{ status: "resolved" }]);
    await expect.poll(covering, { timeout: 30_000 }).toEqual([]);
  });

  test("resolves the alerts of a target whose tags no longer match", async () => {
    const id = await monitor({ tags: ["prod"] });
    const rule = await make("/alerts/rules", { ...RULE, selector: { tags: { any: ["prod"] } } });
    const covering = () => recording.rules.rulesFor(selectable(org.orgId, id, { tags: ["prod"] }));
    await expect.poll(covering, { timeout: 30_000 }).toMatchObject([{ id: rule.id }]);
    const row = await running.database.find<{ series_key: number }>(
      sql`select series_key from series where target_id = ${id}`,
    );
    await recording.recordEach(row?.series_key ?? 0, ".xxx", Date.now() - 10_000);
    await send("PUT", `/monitors/${id}`, { tags: ["prod", "eu"] });
    expect(await listAlerts(running.database, org.orgId)).toMatchObject([{ status: "pending" }]);
    await send("PUT", `/monitors/${id}`, { tags: ["eu"] });
    expect(await listAlerts(running.database, org.orgId)).toMatchObject([{ status: "resolved" }]);
  });
});

describe("a maintenance window with a selector", () => {
  const WINDOW = { name: "Deploy", duration_minutes: 10 };

  test("covers what it selects", async () => {
    await monitor({ tags: ["prod"] });
    await monitor();
    const window = await make("/maintenance-windows", { ...WINDOW, selector: { tags: { none: ["prod"] } } });
    expect(window).toMatchObject({ covers_all: false, target_count: 1, tags: [], monitor_ids: [] });
    const all = (await send("PUT", `/maintenance-windows/${window.id}`, { selector: {} })).data;
    expect(all).toMatchObject({ covers_all: true, target_count: 2 });
    const tagged = (await send("PUT", `/maintenance-windows/${window.id}`, { tags: ["prod"] })).data;
    expect(tagged).toMatchObject({ selector: null, tags: ["prod"], target_count: 1 });
    const both = await send("PUT", `/maintenance-windows/${window.id}`, { tags: ["prod"], selector: {} });
    expect([both.status, both.error.details[0].path]).toEqual([400, "selector"]);
  });
});

test("lists are filtered by group and selector", async () => {
  const outer = await makeGroup({ name: "Outer" });
  const inner = await makeGroup({ name: "Inner", parent_id: outer.id });
  const [one, two] = [await monitor({ group_id: inner.id }), await monitor({ tags: ["prod"] })];
  const list = async (query: string) =>
    (await send("GET", `/targets?${query}`)).data.map(({ id }: { id: string }) => id);
  expect(await list(`group=${outer.id}`)).toEqual([one]);
  expect(await list("group=unknown")).toEqual([]);
  const selector = { targets: [one], tags: { all: ["prod"] } };
  expect((await list(`selector=${encodeURIComponent(JSON.stringify(selector))}`)).sort()).toEqual(
    [one, two].sort(),
  );
  expect((await send("GET", "/targets?selector=prod")).error.details[0].message).toMatch(/must be JSON/);
});

test("coverage says who is notified if a target fails", async () => {
  const id = await monitor({ tags: ["prod"] });
  expect((await send("GET", `/targets/${id}/coverage`)).data).toEqual({
    ...{ rules: [], maintenance_windows: [], is_notified: false },
  });
  const channel = await makeChannel(running.database, org.orgId);
  const rule = await make("/alerts/rules", {
    ...RULE,
    selector: { tags: { any: ["prod"] } },
    channel_id: channel,
  });
  await make("/alerts/rules", { ...RULE, selector: { tags: { none: ["prod"] } } });
  const window = await make("/maintenance-windows", {
    name: "Now",
    duration_minutes: 5,
    selector: { types: ["url"] },
  });
  const { data } = await send("GET", `/targets/${id}/coverage`);
  expect(data).toMatchObject({
    rules: [
      { id: rule.id, severity: "critical", channels: [{ id: channel, type: "webhook", enabled: true }] },
    ],
    maintenance_windows: [{ id: window.id, active: true, next_starts_at: null }],
    is_notified: true,
  });
  await running.database.run(sql`update alert_channel set disabled_at = now() where id = ${channel}`);
  expect((await send("GET", `/targets/${id}/coverage`)).data.is_notified).toBe(false);
  const other = await makeOrg(running.database);
  expect((await send("GET", `/targets/${id}/coverage`, undefined, other)).status).toBe(404);
});
