import { CHECK_FIELDS } from "@vedette/contract/checks/check-kinds.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** What the response shows of fields that only other types have. */
const FIELDS_OF_OTHER_TYPES = Object.fromEntries(
  Object.entries(CHECK_FIELDS).map(([name, { absent }]) => [name, absent]),
);

let running: TestApp;
let org: TestOrg;
const events: LiveEvent[] = [];
beforeAll(async () => {
  running = await startTestApp();
  running.queue.takeEvents((taken) => events.push(...taken));
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  events.length = 0;
});
afterAll(() => running.stop());

const URL_OF_ALL = "/api/v1/monitors";
const minimal = { name: "m", type: "url", url: "http://127.0.0.1/" };

const create = (payload: object) =>
  running.call(org.keys.admin, { method: "POST", url: URL_OF_ALL, payload });
const put = (id: string, payload: object) =>
  running.call(org.keys.admin, { method: "PUT", url: `${URL_OF_ALL}/${id}`, payload });
const get = (id: string) => running.call(org.keys.admin, { method: "GET", url: `${URL_OF_ALL}/${id}` });

async function createMonitor(payload: object = minimal): Promise<Monitor> {
  const response = await create(payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().data;
}

async function stored(id: string) {
  const row = await running.database.find<{
    revision: number;
    schedule_since: Date;
    updated_at: Date;
    shard: number;
  }>(sql`select revision, schedule_since, updated_at, shard from target where id = ${id}`);
  if (!row) throw new Error("no such monitor");
  return row;
}

function series(id: string) {
  return running.database.rows<{ location: string; active: boolean; status: string }>(
    sql`select location, active, status from series where target_id = ${id} order by location`,
  );
}

function stateChanges(id: string) {
  return running.database.rows<{ status: string; previous_status: string }>(
    sql`select status, previous_status from status_change where target_id = ${id} order by at`,
  );
}

describe("creating", () => {
  test("a URL monitor with the required fields sets every default", async () => {
    const monitor = await createMonitor();
    expect(monitor).toEqual({
      ...FIELDS_OF_OTHER_TYPES,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org.orgId,
      name: "m",
      description: "",
      runbook_url: null,
      owner: null,
      group_id: null,
      type: "url",
      url: "http://127.0.0.1/",
      method: "GET",
      host: null,
      port: null,
      interval: 60,
      timeout: 30,
      locations: ["default"],
      headers: {},
      assertions: [],
      enabled: true,
      retries: 1,
      retry: { count: 1, interval_seconds: 1, backoff: "fixed", other_location: false },
      follow_redirects: true,
      max_redirects: 10,
      auth: null,
      proxy: null,
      verify_tls: true,
      accept_statuses: null,
      ip_family: "any",
      resolve: {},
      cache_bust: false,
      keep_body: "never",
      invert: false,
      confirm_interval: null,
      body: null,
      degraded_after_ms: null,
      tags: [],
      parents: [],
      paused_reason: null,
      snooze: null,
      managed_by: null,
      status_reason: null,
      status: "pending",
      status_since: monitor.created_at,
      last_checked_at: null,
      last_response_time_ms: null,
      ssl_expires_at: null,
      baseline: null,
      set_status: null,
      domain_expires_at: null,
      registration: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: monitor.created_at,
    });
    expect((await get(monitor.id)).json().data).toEqual(monitor);
    expect(await series(monitor.id)).toEqual([{ location: "default", active: true, status: "pending" }]);
    expect((await stored(monitor.id)).shard).toBe(shardOf(monitor.id));
  });

  test("with all fields stores all fields, and assertions under their long names", async () => {
    const token = { name: "TOKEN", value: "t" };
    await running.call(org.keys.admin, { method: "POST", url: "/api/v1/variables", payload: token });
    const monitor = await createMonitor({
      org_id: org.orgId,
      name: "  full  ",
      description: "Orders",
      type: "url",
      url: "https://example.com/a?b={{TOKEN}}",
      method: "POST",
      interval: 1.5,
      timeout: 0.25,
      locations: ["default", "eu-west"],
      headers: { "X-Z": "1", Accept: "text/html" },
      assertions: [
        { type: "status_code", operator: "eq", value: "200" },
        { type: "header", operator: "regex", property: "content-type", value: "^text/" },
        { type: "json_path", operator: "exists", property: "$.a" },
      ],
      enabled: false,
      retries: 0,
      follow_redirects: false,
      verify_tls: false,
      body: "x=1",
      degraded_after_ms: 500,
      tags: ["a", "b"],
    });
    expect(monitor).toMatchObject({
      name: "full",
      description: "Orders",
      method: "POST",
      interval: 1.5,
      timeout: 0.25,
      locations: ["default", "eu-west"],
      headers: { "X-Z": "1", Accept: "text/html" },
      assertions: [
        { type: "status_code", property: null, operator: "equals", value: 200 },
        { type: "header", property: "content-type", operator: "matches", value: "^text/" },
        { type: "json_path", property: "$.a", operator: "exists", value: null },
      ],
      enabled: false,
      status: "paused",
      body: "x=1",
      degraded_after_ms: 500,
      tags: ["a", "b"],
    });
  });

  test("a TCP monitor requires host and port and has no method", async () => {
    const monitor = await createMonitor({ name: "t", type: "tcp", host: "db.internal", port: 5432 });
    expect(monitor).toMatchObject({ type: "tcp", host: "db.internal", port: 5432, method: null, url: null });
  });

  test.each([
    ["a URL monitor without URL", { ...minimal, url: null }, "url"],
    ["credentials in the URL", { ...minimal, url: "http://u:p@a/" }, "url"],
    ["another scheme", { ...minimal, url: "file:///etc/passwd" }, "url"],
    ["a port with a URL", { ...minimal, port: 80 }, "port"],
    ["a body with GET", { ...minimal, body: "x" }, "body"],
    ["a URL with TCP", { name: "t", type: "tcp", host: "a", port: 1, url: "http://a/" }, "url"],
    ["TCP without port", { name: "t", type: "tcp", host: "a" }, "port"],
    ["a line break in a header", { ...minimal, headers: { "X-A": "a\r\nEvil: 1" } }, "headers.X-A"],
    ["a repeated location", { ...minimal, locations: ["a", "a"] }, "locations"],
    ["no location", { ...minimal, locations: [] }, "locations"],
    [
      "an operator that does not apply",
      { ...minimal, assertions: [{ type: "status_code", operator: "contains", value: 2 }] },
      "assertions.0.operator",
    ],
    ["an interval of 0.5 s", { ...minimal, interval: 0.5 }, "interval"],
    ["a timeout of 301 s", { ...minimal, timeout: 301 }, "timeout"],
    ["a name of 201 characters", { ...minimal, name: "n".repeat(201) }, "name"],
  ])("with %s is rejected with the field name and writes nothing", async (_name, payload, path) => {
    const response = await create(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
    const list = await running.call(org.keys.admin, { method: "GET", url: URL_OF_ALL });
    expect(list.json()).toEqual({ success: true, data: [], meta: { next_cursor: null, has_more: false } });
  });

  test("ignores read-only fields such as id and status", async () => {
    const first = await createMonitor();
    const second = await createMonitor({
      ...minimal,
      id: first.id,
      status: "up",
      created_at: "1999-01-01T00:00:00.000Z",
    });
    expect(second.id).not.toBe(first.id);
    expect(second.status).toBe("pending");
    expect(second.created_at > "2020").toBe(true);
  });

  test("notifies the schedulers with id and shard after the commit", async () => {
    const heard: string[] = [];
    const stop = await running.database.listen("target_changed", (payload) => heard.push(payload));
    const monitor = await createMonitor();
    await expect.poll(() => heard).toContain(`${shardOf(monitor.id)}:${monitor.id}`);
    await stop();
  });
});

describe("updating", () => {
  test("with the object of a GET changes nothing at all", async () => {
    const monitor = await createMonitor({
      ...minimal,
      headers: { b: "1", a: "2" },
      tags: ["x"],
      interval: 2.5,
    });
    const before = await stored(monitor.id);
    const response = await put(monitor.id, monitor);
    expect([response.statusCode, response.json().data]).toEqual([200, monitor]);
    expect(await stored(monitor.id)).toEqual(before);
  });

  test("updates the given fields, keeps the rest and increments the revision", async () => {
    const monitor = await createMonitor({ ...minimal, tags: ["x"] });
    const response = await put(monitor.id, { name: "new name", timeout: 5 });
    expect(response.json().data).toEqual({
      ...monitor,
      name: "new name",
      timeout: 5,
      updated_at: expect.any(String),
    });
    expect((await stored(monitor.id)).revision).toBe(2);
  });

  test("null clears optional fields and is rejected for required ones", async () => {
    const full = {
      ...minimal,
      description: "Orders",
      method: "POST",
      body: "x",
      headers: { a: "b" },
      tags: ["t"],
      degraded_after_ms: 5,
    };
    const monitor = await createMonitor({
      ...full,
      assertions: [{ type: "body", operator: "is_not_empty" }],
    });
    const cleared = await put(monitor.id, {
      description: null,
      method: null,
      body: null,
      headers: null,
      tags: null,
      assertions: null,
      degraded_after_ms: null,
    });
    expect(cleared.json().data).toMatchObject({
      description: "",
      method: "GET",
      body: null,
      headers: {},
      tags: [],
      assertions: [],
      degraded_after_ms: null,
    });
    const refused = await put(monitor.id, { name: null, interval: null, locations: null, url: null });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details.map((detail: { path: string }) => detail.path)).toEqual([
      "name",
      "interval",
      "locations",
    ]);
    expect((await put(monitor.id, { url: null })).json().error.details).toMatchObject([{ path: "url" }]);
  });

  test("validates across fields on the merged monitor", async () => {
    const monitor = await createMonitor({ ...minimal, method: "POST", body: "x" });
    const response = await put(monitor.id, { method: "GET" });
    expect(response.json().error.details).toMatchObject([{ path: "body" }]);
  });

  test("rejects a change of the type or the organization", async () => {
    const monitor = await createMonitor();
    const other = await makeOrg(running.database);
    const type = await put(monitor.id, { type: "tcp", host: "a", port: 1, url: null, method: null });
    expect([type.statusCode, type.json().error.details]).toEqual([
      400,
      [{ path: "type", message: expect.any(String) }],
    ]);
    expect((await put(monitor.id, { org_id: other.orgId })).statusCode).toBe(403);
    expect((await put(monitor.id, { type: "url", org_id: org.orgId })).statusCode).toBe(200);
  });

  test("adds new locations, deactivates removed ones and reactivates them", async () => {
    const monitor = await createMonitor({ ...minimal, locations: ["a", "b"] });
    const before = await stored(monitor.id);
    await put(monitor.id, { locations: ["b", "c"] });
    expect((await series(monitor.id)).map(({ location, active }) => [location, active])).toEqual([
      ["a", false],
      ["b", true],
      ["c", true],
    ]);
    expect((await stored(monitor.id)).schedule_since.getTime()).toBeGreaterThanOrEqual(
      before.schedule_since.getTime(),
    );
    await put(monitor.id, { locations: ["a"] });
    expect((await series(monitor.id)).map(({ location, active }) => [location, active])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
  });

  test("restarts the schedule only if the slots change", async () => {
    const monitor = await createMonitor();
    await running.database.run(sql`update target set schedule_since = '2020-01-01' where id = ${monitor.id}`);
    await put(monitor.id, { name: "other", timeout: 1, url: "http://127.0.0.2/" });
    expect((await stored(monitor.id)).schedule_since.getUTCFullYear()).toBe(2020);
    await put(monitor.id, { interval: 10 });
    expect((await stored(monitor.id)).schedule_since.getUTCFullYear()).toBeGreaterThan(2020);
  });

  test("applies two concurrent updates", async () => {
    const monitor = await createMonitor();
    await Promise.all([put(monitor.id, { name: "one" }), put(monitor.id, { timeout: 7 })]);
    expect((await get(monitor.id)).json().data).toMatchObject({ name: "one", timeout: 7 });
    expect((await stored(monitor.id)).revision).toBe(3);
  });
});

describe("disabling and enabling", () => {
  test("resets the locations, and records a status change and an event each", async () => {
    const monitor = await createMonitor();
    await running.database.run(sql`update series set status = 'down' where target_id = ${monitor.id}`);
    await running.database.run(sql`update target set status = 'down' where id = ${monitor.id}`);
    const paused = (await put(monitor.id, { enabled: false })).json().data;
    expect(paused).toMatchObject({ enabled: false, status: "paused" });
    const enabled = (await put(monitor.id, { enabled: true })).json().data;
    expect(enabled).toMatchObject({ enabled: true, status: "pending" });
    expect(enabled.status_since > paused.status_since).toBe(true);
    expect(await series(monitor.id)).toMatchObject([{ status: "pending" }]);
    expect(await stateChanges(monitor.id)).toEqual([
      { status: "paused", previous_status: "down" },
      { status: "pending", previous_status: "paused" },
    ]);
    expect(events).toMatchObject([
      {
        type: "monitor.status",
        orgId: org.orgId,
        data: { monitor_id: monitor.id, status: "paused", previous_status: "down" },
      },
      { type: "monitor.status", orgId: org.orgId, data: { status: "pending", previous_status: "paused" } },
    ]);
  });

  test("emits nothing if the update is rejected", async () => {
    const monitor = await createMonitor();
    expect((await put(monitor.id, { enabled: false, url: "nonsense" })).statusCode).toBe(400);
    expect(events).toEqual([]);
    expect(await stateChanges(monitor.id)).toEqual([]);
  });
});

describe("deleting", () => {
  test("returns the id, and then 404", async () => {
    const monitor = await createMonitor();
    const url = `${URL_OF_ALL}/${monitor.id}`;
    const response = await running.call(org.keys.admin, { method: "DELETE", url });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, data: { id: monitor.id, deleted: true } },
    ]);
    expect((await get(monitor.id)).statusCode).toBe(404);
    expect((await running.call(org.keys.admin, { method: "DELETE", url })).statusCode).toBe(404);
    expect(await running.database.rows(sql`select from target where id = ${monitor.id}`)).toEqual([]);
  });

  test("with concurrent updates returns 200 or 404 for each update", async () => {
    for (let round = 0; round < 5; round++) {
      const monitor = await createMonitor();
      const url = `${URL_OF_ALL}/${monitor.id}`;
      const changes = [1, 2, 3].map((nr) => put(monitor.id, { enabled: nr % 2 === 0, name: `${nr}` }));
      const [deleted, ...changed] = await Promise.all([
        running.call(org.keys.admin, { method: "DELETE", url }),
        ...changes,
      ]);
      expect(deleted.statusCode).toBe(200);
      for (const { statusCode } of changed) expect([200, 404]).toContain(statusCode);
      expect((await get(monitor.id)).statusCode).toBe(404);
    }
  });
});

describe("results and stats", () => {
  test("of a new monitor are empty and accept filters", async () => {
    const { id } = await createMonitor();
    const results = await running.call(org.keys.agent, {
      method: "GET",
      url: `${URL_OF_ALL}/${id}/results?limit=5&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00%2B02:00&location=default&status=down`,
    });
    expect([results.statusCode, results.json()]).toEqual([
      200,
      { success: true, data: [], meta: { next_cursor: null, has_more: false } },
    ]);
    const stats = await running.call(org.keys.agent, {
      method: "GET",
      url: `${URL_OF_ALL}/${id}/stats?period=7d`,
    });
    expect(stats.json()).toMatchObject({
      success: true,
      data: { monitor_id: id, period: "7d", total_checks: 0 },
    });
  });

  test.each([
    ["results?from=yesterday", "from"],
    ["results?status=pending", "status"],
    ["results?cursor=x", "cursor"],
    ["stats?period=1y", "period"],
    ["stats?period=7d&from=2026-01-01T00:00:00Z", "period"],
  ])("%s is rejected", async (path, field) => {
    const { id } = await createMonitor();
    const response = await running.call(org.keys.agent, {
      method: "GET",
      url: `${URL_OF_ALL}/${id}/${path}`,
    });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path: field }]]);
  });
});

describe("without a fallback location", () => {
  test("a location without a runner is rejected on create and update", async () => {
    const strict = await startTestApp({ config: { fallbackLocation: null } });
    try {
      const owner = await makeOrg(strict.database);
      strict.queue.announce("r1", "default");
      const post = (payload: object) =>
        strict.call(owner.keys.admin, { method: "POST", url: URL_OF_ALL, payload });
      const refused = await post({ ...minimal, locations: ["default", "mars"] });
      expect(refused.json().error.details).toEqual([
        { path: "locations", message: expect.stringContaining("'mars'") },
      ]);
      const { id } = (await post(minimal)).json().data;
      const change = { method: "PUT", url: `${URL_OF_ALL}/${id}`, payload: { locations: ["mars"] } } as const;
      expect((await strict.call(owner.keys.admin, change)).statusCode).toBe(400);
    } finally {
      await strict.stop();
    }
  });
});
