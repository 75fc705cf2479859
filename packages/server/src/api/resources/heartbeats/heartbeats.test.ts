import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
const events: LiveEvent[] = [];
beforeAll(async () => {
  running = await startTestApp();
  running.queue.takeEvents((batch) => events.push(...batch));
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  events.length = 0;
});
afterAll(() => running.stop());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (method: Method, path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
const create = (payload: object) => call("POST", "/heartbeats", payload);
const get = async (id: string): Promise<Heartbeat> => (await call("GET", `/heartbeats/${id}`)).json().data;

async function createHeartbeat(payload: object = { name: "Nightly backup" }): Promise<Heartbeat> {
  const response = await create(payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().data;
}

describe("creating", () => {
  test("with only a name has the defaults of Healthchecks, a random ping URL and a slug of the name", async () => {
    const heartbeat = await createHeartbeat();
    expect(heartbeat).toEqual({
      id: expect.any(String),
      org_id: org.orgId,
      name: "Nightly backup",
      description: "",
      runbook_url: null,
      owner: null,
      group_id: null,
      enabled: true,
      tags: [],
      parents: [],
      locations: [],
      status: "pending",
      status_since: heartbeat.created_at,
      status_reason: null,
      paused_reason: null,
      snooze: null,
      state: "new",
      schedule: { type: "period", seconds: 86_400 },
      grace_seconds: 3_600,
      max_runtime_seconds: null,
      slug: "nightly-backup",
      methods: "any",
      filters: null,
      body_bytes_max: 10_000,
      paused_ping: "resume",
      ping_uuid: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      ping_url: `http://localhost:80/ping/${heartbeat.ping_uuid}`,
      push_token: null,
      ping_count: 0,
      last_ping_at: null,
      last_duration_ms: null,
      next_expected_at: null,
      managed_by: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: heartbeat.created_at,
    });
    expect(heartbeat.ping_uuid).not.toBe(heartbeat.id);
    expect(await get(heartbeat.id)).toEqual(heartbeat);
    const rows = await running.database.rows(
      sql`select location, active from series where target_id = ${heartbeat.id}`,
    );
    expect(rows).toEqual([{ location: "heartbeat", active: true }]);
  });

  test("keeps the UUID and the token of an imported check, and refuses them a second time in any organization", async () => {
    const moved = { ping_uuid: "00000000-0000-4000-8000-00000000ABCD", push_token: "4Gdp9cHeNu7MHZ6P" };
    const heartbeat = await createHeartbeat({ name: "moved", ...moved });
    expect(heartbeat.ping_url).toMatch(/\/ping\/00000000-0000-4000-8000-00000000abcd$/);
    expect(heartbeat.push_token).toBe(moved.push_token);
    org = await makeOrg(running.database);
    const answer = await create({ name: "stolen", ...moved });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.map(({ path }: { path: string }) => path)).toEqual([
      "ping_uuid",
      "push_token",
    ]);
  });

  test("refuses a slug that another heartbeat has, also with concurrent requests", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ name: "Same" })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json().error.details).toEqual([
      { path: "slug", message: "'same' belongs to another heartbeat; choose another one" },
    ]);
    const other = await makeOrg(running.database);
    org = other;
    await createHeartbeat({ name: "Same" });
  });

  const cron = (expression: string, more = {}) => ({ schedule: { type: "cron", expression, ...more } });
  test.each<[object, string, string]>([
    [cron("61 * * * *"), "schedule.expression", "is not a cron expression"],
    [cron("0 0 30 2 *"), "schedule.expression", "never occurs"],
    [cron("0 0 * * *", { timezone: "+02:00" }), "schedule.timezone", "IANA"],
    [{ schedule: { type: "oncalendar", expression: "noon" } }, "schedule.expression", "OnCalendar"],
    [{ schedule: { type: "period", seconds: 9 } }, "schedule.seconds", "10"],
    [{ schedule: { type: "hourly" } }, "schedule.type", ""],
    [{ grace_seconds: 31_536_001 }, "grace_seconds", "31536000"],
    [{ slug: "Not A Slug" }, "slug", "a-z"],
    [{ filters: { success: [] } }, "filters", "null for no filters"],
    [{ body_bytes_max: 100_001 }, "body_bytes_max", "100000"],
    [{ ping_uuid: "1" }, "ping_uuid", "UUID"],
    [{ locations: ["default"], interval: 60 }, "interval", ""],
  ])("%j is refused at %s", async (fields, path, reason) => {
    const answer = await create({ name: "bad", ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toContainEqual({ path, message: expect.stringContaining(reason) });
  });
});

test("a response can be sent back, changes what was changed, and never the ping URL", async () => {
  const heartbeat = await createHeartbeat({ name: "job", tags: ["prod"] });
  const same = await call("PUT", `/heartbeats/${heartbeat.id}`, heartbeat);
  expect([same.statusCode, same.json().data]).toEqual([200, heartbeat]);
  const filters = { failure: ["ERROR"], success: [], start: [], otherwise: "ignore" as const };
  const change = {
    schedule: { type: "cron", expression: "*/5 * * * *", timezone: "Europe/Berlin" },
    ...{ grace_seconds: 60, max_runtime_seconds: 30, slug: "job-2", methods: "post_only", filters },
    ...{ ping_uuid: "00000000-0000-4000-8000-000000000001", paused_ping: "ignore" },
  };
  const changed = (await call("PUT", `/heartbeats/${heartbeat.id}`, change)).json().data;
  expect(changed).toEqual({
    ...{ ...heartbeat, ...change, ping_uuid: heartbeat.ping_uuid },
    updated_at: expect.any(String),
  });
  const cleared = await call("PUT", `/heartbeats/${heartbeat.id}`, {
    filters: null,
    max_runtime_seconds: null,
  });
  expect(cleared.json().data).toMatchObject({ filters: null, max_runtime_seconds: null, slug: "job-2" });
});

test("If-Match refuses a change of an outdated heartbeat", async () => {
  const { id } = await createHeartbeat();
  const etag = (await call("GET", `/heartbeats/${id}`)).headers.etag;
  const put = (payload: object) =>
    running.call(org.keys.admin, {
      ...{ method: "PUT", url: `/api/v1/heartbeats/${id}`, payload },
      headers: { "if-match": String(etag) },
    });
  expect((await put({ grace_seconds: 1 })).statusCode).toBe(200);
  expect((await put({ grace_seconds: 2 })).statusCode).toBe(412);
});

test("only callers who may change something see the ping URL", async () => {
  const { id } = await createHeartbeat({ name: "job", push_token: "12345678" });
  const seenWith = async (key: string) =>
    (await running.call(key, { method: "GET", url: `/api/v1/heartbeats/${id}` })).json().data;
  const hidden = { ping_url: null, ping_uuid: null, push_token: null };
  expect(await seenWith(org.keys.read)).toMatchObject(hidden);
  expect(await seenWith(org.keys.agent)).toMatchObject({ push_token: "12345678" });
  for (const role of ["viewer", "member"] as const) {
    const person = await makeMember(running.database, { orgId: org.orgId, role });
    const seen = await running.callAs(person, { method: "GET", url: `/api/v1/heartbeats/${id}` });
    if (role === "viewer") expect(seen.json().data).toMatchObject(hidden);
    else expect(seen.json().data.ping_url).toMatch(/\/ping\//);
  }
});

test("the audit log has every change, without UUID and token", async () => {
  const { id, ping_uuid: uuid } = await createHeartbeat({ name: "job", push_token: "very-secret-token" });
  await call("PUT", `/heartbeats/${id}`, { grace_seconds: 5, push_token: "another-secret-token" });
  await call("DELETE", `/heartbeats/${id}`);
  const entries = await running.database.rows<{ action: string; before: object; after: object }>(
    sql`select action, before, after from audit_entry where target_id = ${id} order by seq`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "heartbeat.create",
    "heartbeat.update",
    "heartbeat.delete",
  ]);
  expect(entries[0]?.after).toMatchObject({ name: "job", slug: "job", push_token: "••••" });
  expect(entries[1]).toMatchObject({
    before: { grace_seconds: 3_600, push_token: "••••" },
    after: { grace_seconds: 5, push_token: "••••" },
  });
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`secret-token|${uuid}`));
});

test("a heartbeat is a target: lists, search, snooze, bulk changes, groups, windows, rules and the trash know it", async () => {
  const groupId = (await call("POST", "/groups", { name: "Jobs" })).json().data.id;
  const heartbeat = await createHeartbeat({ name: "Cleanup job", tags: ["prod"], group_id: groupId });
  const { id } = heartbeat;
  const [listed] = (await call("GET", "/targets?kind=heartbeat")).json().data;
  expect(listed).toMatchObject({
    id,
    kind: "heartbeat",
    interval_seconds: null,
    status: "pending",
    locations: [],
  });
  expect((await call("GET", "/heartbeats?q=clean&tag=prod&status=pending")).json().data).toHaveLength(1);
  expect((await call("GET", "/heartbeats?slug=cleanup-job")).json().data).toEqual([heartbeat]);
  expect((await call("GET", "/heartbeats?slug=other")).json().data).toEqual([]);
  expect((await call("GET", "/search?q=cleanup")).json().data).toMatchObject([{ type: "heartbeat", id }]);
  expect((await call("POST", `/targets/${id}/snooze`, { minutes: 5 })).statusCode).toBe(200);
  const selector = { kinds: ["heartbeat"] };
  const bulk = async (body: object) => (await call("POST", "/targets/bulk", { selector, ...body })).json();
  expect((await bulk({ action: "pause" })).data).toMatchObject({ changed: 1 });
  expect(await get(id)).toMatchObject({ enabled: false, status: "paused", state: "paused" });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "heartbeat.status",
      data: expect.objectContaining({ heartbeat_id: id }),
    }),
  );
  expect((await bulk({ action: "resume" })).data).toMatchObject({ changed: 1 });
  expect(JSON.stringify((await bulk({ action: "check" })).data)).toContain("waits for pings");
  const condition = { type: "consecutive_failures", params: { threshold: 1 } };
  const rule = await call("POST", "/alerts/rules", { name: "r", ...condition, heartbeat_id: id });
  expect(rule.json().data).toMatchObject({ heartbeat_id: id, monitor_id: null, target_count: 1 });
  const silence = { name: "s", type: "no_data", params: { minutes: 5 }, heartbeat_id: id };
  expect((await call("POST", "/alerts/rules", silence)).statusCode).toBe(400);
  const window = { name: "w", duration_minutes: 60, heartbeat_ids: [id] };
  expect((await call("POST", "/maintenance-windows", window)).json().data.heartbeat_ids).toEqual([id]);
  expect((await call("GET", `/groups/${groupId}`)).json().data.targets).toEqual({ pending: 1 });
  expect((await call("GET", `/heartbeats/${id}/stats`)).json().data).toMatchObject({
    heartbeat_id: id,
    total_checks: 0,
    uptime_percentage: null,
  });
  expect((await call("DELETE", `/heartbeats/${id}`)).statusCode).toBe(200);
  expect((await call("GET", `/heartbeats/${id}`)).statusCode).toBe(404);
  // Its slug is free until it is restored.
  const successor = await createHeartbeat({ name: "Cleanup job" });
  expect((await call("POST", `/trash/${id}/restore`)).statusCode).toBe(400);
  await call("DELETE", `/heartbeats/${successor.id}`);
  expect((await call("POST", `/trash/${id}/restore`)).statusCode).toBe(200);
  expect((await get(id)).ping_uuid).toBe(heartbeat.ping_uuid);
});
