import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
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

const step = { url: "http://127.0.0.1/health" };
const minimal = { name: "a", steps: [step] };

const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
const create = (payload: object) => call("POST", "/api-monitors", payload);
const put = (id: string, payload: object) => call("PUT", `/api-monitors/${id}`, payload);

async function createMonitor(payload: object = minimal): Promise<ApiMonitor> {
  const response = await create(payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().data;
}

async function createVariable(name: string, value = "v"): Promise<string> {
  const response = await call("POST", "/variables", { name, value });
  expect(response.statusCode).toBe(201);
  return response.json().data.id;
}

async function stored(id: string) {
  const row = await running.database.find<{ revision: number; schedule_since: Date; shard: number }>(
    sql`select revision, schedule_since, shard from target where id = ${id}`,
  );
  if (!row) throw new Error("no such API monitor");
  return row;
}

const series = (id: string) =>
  running.database.rows<{ location: string; active: boolean; status: string }>(
    sql`select location, active, status from series where target_id = ${id} order by location`,
  );

describe("creating", () => {
  test("with the minimum fields fills in every default of the API monitor and its steps", async () => {
    const monitor = await createMonitor();
    expect(monitor).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org.orgId,
      name: "a",
      description: "",
      runbook_url: null,
      owner: null,
      group_id: null,
      interval: 60,
      timeout: 60,
      locations: ["default"],
      enabled: true,
      max_retries: 1,
      tags: [],
      parents: [],
      paused_reason: null,
      snooze: null,
      managed_by: null,
      status_reason: null,
      variables: {},
      steps: [
        {
          name: "GET /health",
          method: "GET",
          url: "http://127.0.0.1/health",
          headers: {},
          query: {},
          body: null,
          auth: null,
          timeout: 30,
          follow_redirects: true,
          verify_tls: true,
          assertions: [],
          extract: [],
          continue_on_failure: false,
          always_run: false,
        },
      ],
      status: "pending",
      status_since: monitor.created_at,
      last_run: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: monitor.created_at,
    });
    expect((await call("GET", `/api-monitors/${monitor.id}`)).json().data).toEqual(monitor);
    expect(await series(monitor.id)).toEqual([{ location: "default", active: true, status: "pending" }]);
    expect((await stored(monitor.id)).shard).toBe(shardOf(monitor.id));
  });

  test("keeps every field of a step, and does not require its variables to exist", async () => {
    const full = {
      name: "log in",
      method: "POST",
      url: "{{BASE_URL}}/login",
      headers: { "X-Trace": "{{$uuid}}" },
      query: { at: "{{ $timestamp }}" },
      body: { user: "{{USER}}", list: [1, null, { deep: true }] },
      auth: { type: "basic", username: "u", password: "{{PASSWORD}}" },
      timeout: 2.5,
      follow_redirects: false,
      verify_tls: false,
      assertions: [{ type: "status_code", operator: "eq", value: 200 }],
      extract: [
        { name: "token", source: "json_path", expression: "$.token" },
        { name: "status", source: "status_code" },
      ],
      continue_on_failure: true,
      always_run: true,
    };
    const monitor = await createMonitor({ ...minimal, variables: { USER: "ann" }, steps: [full] });
    expect(monitor.variables).toEqual({ USER: "ann" });
    expect(monitor.steps).toEqual([
      {
        ...full,
        assertions: [{ type: "status_code", property: null, operator: "equals", value: 200 }],
        extract: [
          { name: "token", source: "json_path", expression: "$.token" },
          { name: "status", source: "status_code", expression: "" },
        ],
      },
    ]);
  });

  test.each([
    ["no steps", { name: "a", steps: [] }, "steps"],
    ["51 steps", { name: "a", steps: Array.from({ length: 51 }, () => step) }, "steps"],
    ["a repeated location", { ...minimal, locations: ["a", "a"] }, "locations"],
    ["a repeated tag", { ...minimal, tags: ["a", "a"] }, "tags"],
    ["a variable without a proper name", { ...minimal, variables: { "a-b": "1" } }, "variables.a-b"],
    ["a timeout of 301 s", { ...minimal, timeout: 301 }, "timeout"],
    ["6 retries", { ...minimal, max_retries: 6 }, "max_retries"],
    ["an unknown field of a step", { ...minimal, steps: [{ ...step, heders: {} }] }, "steps.0.heders"],
    ["a bad URL in a step", { ...minimal, steps: [{ url: "nowhere" }] }, "steps.0.url"],
  ])("with %s is rejected, names the field, and writes nothing", async (_name, payload, path) => {
    const response = await create(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
    expect((await call("GET", "/api-monitors")).json().data).toEqual([]);
  });

  test("notifies schedulers with the shard and id after the commit", async () => {
    const notifications: string[] = [];
    const stop = await running.database.listen("target_changed", (payload) => notifications.push(payload));
    const monitor = await createMonitor();
    await expect.poll(() => notifications).toContain(`${shardOf(monitor.id)}:${monitor.id}`);
    await stop();
  });
});

test("an invalid variable name is explained in the error message", async () => {
  const response = await create({ ...minimal, variables: { "a-b": "1" } });
  expect(response.json().error.details[0].message).toContain("must be letters, digits and _");
});

describe("changing", () => {
  test("with an unmodified GET response changes nothing", async () => {
    const monitor = await createMonitor({ ...minimal, steps: [step, step], variables: { b: "1", a: "2" } });
    const before = await stored(monitor.id);
    const response = await put(monitor.id, monitor);
    expect([response.statusCode, response.json().data]).toEqual([200, monitor]);
    expect(await stored(monitor.id)).toEqual(before);
  });

  test("updates the fields that are sent, keeps the rest, increments the revision, and clears fields sent as null", async () => {
    const monitor = await createMonitor({ ...minimal, tags: ["x"], description: "d", variables: { A: "1" } });
    const renamed = await put(monitor.id, { name: "new" });
    expect(renamed.json().data).toEqual({ ...monitor, name: "new", updated_at: expect.any(String) });
    expect((await stored(monitor.id)).revision).toBe(2);
    const cleared = await put(monitor.id, { tags: null, description: null, variables: null });
    expect(cleared.json().data).toMatchObject({ tags: [], description: "", variables: {} });
  });

  test("of the locations starts new series, ends removed series, and restarts the slot accounting", async () => {
    const monitor = await createMonitor({ ...minimal, locations: ["a", "b"] });
    const before = await stored(monitor.id);
    await put(monitor.id, { locations: ["b", "c"] });
    expect(await series(monitor.id)).toMatchObject([
      { location: "a", active: false },
      { location: "b", active: true },
      { location: "c", active: true },
    ]);
    const after = await stored(monitor.id);
    expect(after.schedule_since.getTime()).toBeGreaterThan(before.schedule_since.getTime());
    await put(monitor.id, { name: "renamed" });
    expect((await stored(monitor.id)).schedule_since).toEqual(after.schedule_since);
  });

  test("pausing and resuming are status changes, each with an event", async () => {
    const monitor = await createMonitor();
    await running.database.run(sql`update series set status = 'down' where target_id = ${monitor.id}`);
    expect((await put(monitor.id, { enabled: false })).json().data.status).toBe("paused");
    expect((await put(monitor.id, { enabled: true })).json().data.status).toBe("pending");
    expect(await series(monitor.id)).toMatchObject([{ status: "pending" }]);
    const changes = await running.database.rows(
      sql`select status, previous_status from status_change where target_id = ${monitor.id} order by at`,
    );
    expect(changes).toEqual([
      { status: "paused", previous_status: "pending" },
      { status: "pending", previous_status: "paused" },
    ]);
    expect(events.filter(({ type }) => type.endsWith(".status"))).toMatchObject([
      { type: "api_monitor.status", data: { api_monitor_id: monitor.id, status: "paused" } },
      { type: "api_monitor.status", data: { api_monitor_id: monitor.id, previous_status: "paused" } },
    ]);
  });
});

describe("a variable", () => {
  const usingToken = { ...minimal, steps: [{ url: "http://127.0.0.1/{{TOKEN}}" }] };

  test("used by an API monitor can be neither deleted nor renamed", async () => {
    const first = await createVariable("TOKEN");
    const monitor = await createMonitor(usingToken);
    const rejected = await call("DELETE", `/variables/${first}`);
    expect([rejected.statusCode, rejected.json().error.message]).toEqual([
      400,
      "The variable 'TOKEN' cannot be deleted: the API monitor 'a' uses it. Remove the references first.",
    ]);
    await put(monitor.id, { steps: [step] });
    expect((await call("DELETE", `/variables/${first}`)).statusCode).toBe(200);
    await put(monitor.id, { steps: usingToken.steps });
    const later = await createVariable("OTHER");
    expect((await call("PUT", `/variables/${later}`, { name: "TOKEN" })).statusCode).toBe(200);
    expect((await call("PUT", `/variables/${later}`, { name: "OTHER" })).statusCode).toBe(400);
    await call("DELETE", `/api-monitors/${monitor.id}`);
    expect((await call("DELETE", `/variables/${later}`)).statusCode).toBe(200);
  });

  test("of the API monitor takes precedence over the organization's variable and does not block its deletion", async () => {
    const id = await createVariable("TOKEN");
    const monitor = await createMonitor({ ...usingToken, variables: { TOKEN: "own" } });
    expect((await call("DELETE", `/variables/${id}`)).statusCode).toBe(200);
    const recreated = await createVariable("TOKEN");
    await put(monitor.id, { variables: null });
    expect((await call("DELETE", `/variables/${recreated}`)).statusCode).toBe(400);
  });

  test("makes schedulers reload the API monitors that use it when its value changes", async () => {
    const id = await createVariable("TOKEN");
    const monitor = await createMonitor(usingToken);
    const { revision } = await stored(monitor.id);
    const notifications: string[] = [];
    const stop = await running.database.listen("target_changed", (payload) => notifications.push(payload));
    await call("PUT", `/variables/${id}`, { value: "new" });
    await expect.poll(() => notifications).toContain(`${shardOf(monitor.id)}:${monitor.id}`);
    await stop();
    expect((await stored(monitor.id)).revision).toBe(revision + 1);
  });
});

describe("listing", () => {
  test("returns each API monitor once across pages in every order, and filters by status, tag and text", async () => {
    for (const name of ["one", "two", "three"]) await createMonitor({ ...minimal, name, tags: [name] });
    for (const sort of ["created_at", "-created_at", "name", "-name"]) {
      const names: string[] = [];
      for (let cursor = ""; ; ) {
        const query = `?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`;
        const { data, meta } = (await call("GET", `/api-monitors${query}`)).json();
        names.push(...data.map((monitor: ApiMonitor) => monitor.name));
        if (!meta.has_more) break;
        cursor = meta.next_cursor;
      }
      expect(names.toSorted()).toEqual(["one", "three", "two"]);
    }
    const listNames = async (query: string) =>
      (await call("GET", `/api-monitors${query}`)).json().data.map(({ name }: ApiMonitor) => name);
    expect(await listNames("?tag=two")).toEqual(["two"]);
    expect(await listNames("?q=HRE")).toEqual(["three"]);
    expect(await listNames("?status=paused")).toEqual([]);
    await running.database.run(sql`
      update target set status = case name when 'one' then 'down' else 'unknown' end
      where org_id = ${org.orgId} and name <> 'three'`);
    expect((await listNames("?status=down,unknown")).toSorted()).toEqual(["one", "two"]);
    expect(await listNames("?status=unknown")).toEqual(["two"]);
    expect((await call("GET", "/api-monitors?status=down,broken")).statusCode).toBe(400);
  });
});

describe("deleting", () => {
  test("deletes all dependents when it is purged, and the id is unknown before", async () => {
    const monitor = await createMonitor();
    const response = await call("DELETE", `/api-monitors/${monitor.id}`);
    expect(response.json()).toEqual({ success: true, data: { id: monitor.id, deleted: true } });
    expect((await call("DELETE", `/api-monitors/${monitor.id}`)).statusCode).toBe(404);
    expect((await call("DELETE", `/trash/${monitor.id}`)).statusCode).toBe(200);
    expect(await series(monitor.id)).toEqual([]);
    const remaining = await running.database.rows(sql`select from stored_target where id = ${monitor.id}`);
    expect(remaining).toEqual([]);
  });
});

describe("the audit log", () => {
  test("records each write without headers, query values, bodies, credentials or variable values", async () => {
    const monitor = await createMonitor({
      ...minimal,
      variables: { V: "hidden-1" },
      steps: [
        {
          method: "POST",
          url: "http://127.0.0.1/",
          headers: { "X-Key": "hidden-2" },
          query: { key: "hidden-3" },
          body: { password: "hidden-4" },
          auth: { type: "bearer", token: "hidden-5" },
        },
      ],
    });
    await put(monitor.id, { variables: { V: "hidden-6" } });
    await call("DELETE", `/api-monitors/${monitor.id}`);
    const log = await call("GET", `/audit-log?target=${monitor.id}`);
    expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
      "api_monitor.delete",
      "api_monitor.update",
      "api_monitor.create",
    ]);
    expect(log.body).not.toContain("hidden");
    expect(log.json().data[1]).toMatchObject({ before: { variables: { V: "••••" } } });
    const [deleted, , created] = log.json().data;
    expect(Object.keys(deleted.before).sort()).toEqual(Object.keys(created.after).sort());
  });
});

test("deleting an organization deletes its API monitors and notifies schedulers", async () => {
  const monitor = await createMonitor();
  const owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  const notifications: string[] = [];
  const stop = await running.database.listen("target_changed", (payload) => notifications.push(payload));
  const url = `/api/v1/organizations/${org.orgId}`;
  expect((await running.callAs(owner, { method: "DELETE", url })).statusCode).toBe(200);
  await expect.poll(() => notifications).toContain(`${shardOf(monitor.id)}:${monitor.id}`);
  await stop();
  expect(await running.database.rows(sql`select from api_monitor where id = ${monitor.id}`)).toEqual([]);
});

describe("importing", () => {
  const content = "curl -X POST http://127.0.0.1/login -d '{\"a\":1}'";

  test("previews the result without creating anything, and creates it on request", async () => {
    const preview = await call("POST", "/api-monitors/import", { content });
    expect([preview.statusCode, preview.json().data]).toMatchObject([
      200,
      { format: "curl", dry_run: true, created: [] },
    ]);
    expect((await call("GET", "/api-monitors")).json().data).toEqual([]);
    const [draft] = preview.json().data.api_monitors;
    expect((await create(draft)).statusCode).toBe(201);
    const imported = await call("POST", "/api-monitors/import", { content, dry_run: false });
    expect(imported.statusCode).toBe(201);
    const [id] = imported.json().data.created;
    expect((await call("GET", `/api-monitors/${id}`)).json().data).toMatchObject(draft);
  });
});
