import type { Target } from "@vedette/contract/targets/targets.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

async function read({ keys }: TestOrg, query = ""): Promise<{ data: Target[]; meta: object }> {
  const response = await running.call(keys.agent, { method: "GET", url: `/api/v1/targets${query}` });
  expect([query, response.statusCode]).toEqual([query, 200]);
  return response.json();
}

async function makeOneOfEach({ orgId }: TestOrg) {
  const { database } = running;
  return {
    monitor: (await makeMonitor(database, { orgId, url: "https://shop.example/health" })).id,
    api_monitor: (await makeApiMonitor(database, { orgId })).id,
    journey: (await makeJourney(database, { orgId })).id,
  };
}

test("lists monitors, API monitors and journeys of the own organization together", async () => {
  const [org, other] = [await makeOrg(running.database), await makeOrg(running.database)];
  const ids = await makeOneOfEach(org);
  await makeOneOfEach(other);
  const { data, meta } = await read(org, "?sort=created_at");
  expect(Object.fromEntries(data.map(({ kind, id }) => [kind, id]))).toEqual(ids);
  expect(data.find(({ kind }) => kind === "monitor")).toEqual({
    id: ids.monitor,
    kind: "monitor",
    name: "Test",
    type: "url",
    address: "https://shop.example/health",
    status: "pending",
    status_since: expect.stringMatching(/Z$/),
    enabled: true,
    paused_reason: null,
    snooze: null,
    managed_by: null,
    status_reason: null,
    tags: [],
    owner: null,
    group_id: null,
    parents: [],
    last_checked_at: null,
    last_duration_ms: null,
    failures: {},
    locations: ["default"],
    interval_seconds: 60,
    last_run: null,
    ssl_expires_at: null,
    domain_expires_at: null,
    created_at: expect.stringMatching(/Z$/),
  });
  expect(meta).toEqual({ next_cursor: null, has_more: false });
});

test("a run that sent nothing has no duration", async () => {
  const org = await makeOrg(running.database);
  const ids = await makeOneOfEach(org);
  const durationAfter = async (error: object) => {
    await running.database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
        queued_at, finished_at, duration_ms, error)
      values (${newId(Date.now())}, ${org.orgId}, ${ids.api_monitor}, 'api_monitor', 'default', 'manual', now(), 'failed',
        1, 1000, now(), now(), 3, ${JSON.stringify(error)}::jsonb)`);
    return (await read(org, "?kind=api_monitor")).data[0]?.last_duration_ms;
  };
  const unknown = { code: "UNKNOWN_VARIABLE", message: "{{HOST}} is not known" };
  expect(await durationAfter({ ...unknown, step_index: 0 })).toBeNull();
  expect(await durationAfter({ ...unknown, step_index: 1 })).toBe(3);
});

test("finds the targets that no enabled rule covers", async () => {
  const org = await makeOrg(running.database);
  const ids = await makeOneOfEach(org);
  const kindsOf = async (query: string) => (await read(org, query)).data.map(({ kind }) => kind).sort();
  expect(await kindsOf("?covered=false")).toEqual(["api_monitor", "journey", "monitor"]);
  const rule = {
    name: "Slow",
    type: "latency_threshold",
    params: { threshold_ms: 100, window_seconds: 300 },
  };
  const rules = [
    { ...rule, selector: { targets: [ids.monitor] } },
    { name: "Down", type: "consecutive_failures", params: { threshold: 1 }, journey_id: ids.journey },
    { name: "Off", type: "consecutive_failures", params: { threshold: 1 }, enabled: false },
  ];
  for (const payload of rules) {
    const request = { method: "POST", url: "/api/v1/alerts/rules", payload } as const;
    const answer = await running.call(org.keys.admin, request);
    expect(answer.statusCode, answer.body).toBe(201);
  }
  expect(await kindsOf("?covered=false")).toEqual(["api_monitor"]);
  expect(await kindsOf("?covered=true")).toEqual(["journey", "monitor"]);
});

test("filters by kind and returns each target once across pages", async () => {
  const org = await makeOrg(running.database);
  const ids = await makeOneOfEach(org);
  const some = await read(org, "?kind=journey,api_monitor");
  expect(some.data.map(({ id }) => id).sort()).toEqual([ids.api_monitor, ids.journey].sort());
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await read(org, `?sort=name&limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ id }) => id));
    cursor = (page.meta as { next_cursor: string | null }).next_cursor;
  }
  expect(seen.toSorted()).toEqual(Object.values(ids).toSorted());
});

test("filters by several status values and rejects an unknown one", async () => {
  const org = await makeOrg(running.database);
  const ids = await makeOneOfEach(org);
  await running.database.run(sql`update target set status = 'unknown' where id = ${ids.monitor}`);
  await running.database.run(sql`update target set status = 'down' where id = ${ids.journey}`);
  const idsOf = async (query: string) => (await read(org, query)).data.map(({ id }) => id).sort();
  expect(await idsOf("?status=unknown,down")).toEqual([ids.monitor, ids.journey].sort());
  expect(await idsOf("?status=unknown")).toEqual([ids.monitor]);
  const url = "/api/v1/targets?status=down,broken";
  expect((await running.call(org.keys.agent, { method: "GET", url })).statusCode).toBe(400);
});

test("filters by ids, type, tag and text, and shows the targets that each depends on", async () => {
  const org = await makeOrg(running.database);
  const ids = await makeOneOfEach(org);
  const { database } = running;
  await database.run(
    sql`update target set tags = '{prod}', description = 'Checkout' where id = ${ids.journey}`,
  );
  await database.run(
    sql`insert into target_dependency (child_id, parent_id) values (${ids.journey}, ${ids.monitor})`,
  );
  const idsOf = async (query: string) => (await read(org, query)).data.map(({ id }) => id).sort();
  expect(await idsOf(`?ids=${ids.monitor},${ids.journey}`)).toEqual([ids.monitor, ids.journey].sort());
  expect(await idsOf("?type=url")).toEqual([ids.monitor]);
  expect(await idsOf("?type=tcp")).toEqual([]);
  expect(await idsOf("?tag=prod")).toEqual([ids.journey]);
  expect(await idsOf("?q=SHOP.example")).toEqual([ids.monitor]);
  expect(await idsOf("?q=checkout")).toEqual([ids.journey]);
  expect(await idsOf("?q=%25")).toEqual([]);
  const [journey] = (await read(org, "?tag=prod")).data;
  expect(journey?.parents).toEqual([ids.monitor]);
});

test("shows host and port of a TCP monitor, with an IPv6 address in brackets", async () => {
  const org = await makeOrg(running.database);
  const addressOf = async (host: string) => {
    const payload = { name: host, type: "tcp", host, port: 5432 };
    const created = await running.call(org.keys.admin, { method: "POST", url: "/api/v1/monitors", payload });
    const { id } = created.json().data;
    return (await read(org)).data.find((target) => target.id === id)?.address;
  };
  expect(await addressOf("db.example")).toBe("db.example:5432");
  expect(await addressOf("2001:db8::1")).toBe("[2001:db8::1]:5432");
  expect(await addressOf("[2001:db8::2]")).toBe("[2001:db8::2]:5432");
});
