import { EventEmitter } from "node:events";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessRequest } from "../../../../test/access/access-request.ts";
import { type FullOrganization, makeFullOrganization } from "../../../../test/access/full-organization.ts";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeAlert } from "../../../../test/alerting.ts";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { ROUTES, routeTitle } from "../../../../test/route-table.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { createLimitedReads } from "../../../pipeline/selectors/limited/limited-db.ts";
import { VISIBLE_ROWS } from "../../../pipeline/selectors/limited/visible-rows.ts";
import type { KeyActor } from "../../../platform/kernel/actor.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { createApiKey } from "../../resources/api-keys/service.ts";
import { limitOfEvents } from "../events/limit-of-events.ts";
import { VisibleTargets } from "../events/visible-targets.ts";
import { LIMITED_ROUTES } from "./limited-routes.ts";

/** Generated from the route table: a new route shows nothing of other targets, or its test fails. */

const HIDDEN = "hidden-from-shop";
const guarded = ROUTES.filter((route) => route.access !== "public");

let running: TestApp;
/** Everything that is in it is about targets with the tag `b`. */
let org: FullOrganization;
/** Limited to the tag `a`, with the scope `admin`. */
let key: string;
/** A monitor with the tag `a`. */
let own: string;

async function makeLimitedKey(selector: Selector, name: string): Promise<string> {
  const fields = { orgId: org.orgId, name, scope: "admin", createdBy: "test", nowMs: Date.now() } as const;
  return (await createApiKey(running.database, { ...fields, selector })).key;
}

const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
  running.call(key, { method, url: `/api/v1/${url}`, ...(payload && { payload }) });

beforeAll(async () => {
  running = await startTestApp();
  const { database } = running;
  org = await makeFullOrganization(running);
  await database.run(sql`
    update stored_target set tags = '{b}', name = ${HIDDEN} || id, description = ${HIDDEN}, address = ${HIDDEN}
    where org_id = ${org.orgId}`);
  await database.run(sql`
    update alert set target_name = ${HIDDEN}, title = ${HIDDEN}, message = ${HIDDEN} where org_id = ${org.orgId}`);
  await database.run(sql`
    insert into incident_alert (org_id, incident_id, alert_id, reason, added_by, added_at)
    select org_id, ${org.ids.incidents}, id, 'manual', 'test', now() from alert where org_id = ${org.orgId}`);
  const nowMs = Date.now();
  await ensurePartitionsOf(database, [nowMs]);
  const series = await database.rows<{ seriesKey: number }>(sql`
    select s.series_key as "seriesKey" from series s join target t on t.id = s.target_id
    where t.org_id = ${org.orgId}`);
  await insertResults(
    database,
    series.map(({ seriesKey }) => ({ seriesKey, slotMs: nowMs - 1_000, responseUs: 1_500, status: "down" })),
  );
  key = await makeLimitedKey({ tags: { any: ["a"] } }, "shop");
  const made = await call("POST", "monitors", {
    name: "shop",
    type: "url",
    url: "http://127.0.0.1/",
    tags: ["a"],
  });
  expect(made.statusCode).toBe(201);
  own = made.json().data.id;
});
afterAll(() => running.stop());

test("only declared routes exist, and every listed table does", async () => {
  const ids = new Set(guarded.map(({ id }) => id));
  expect(Object.keys(LIMITED_ROUTES).filter((id) => !ids.has(id))).toEqual([]);
  const tables = await running.database.rows<{ name: string }>(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace`);
  const names = new Set(tables.map(({ name }) => name));
  expect(Object.keys(VISIBLE_ROWS).filter((name) => !names.has(name))).toEqual([]);
});

describe("a limited key gets nothing of a target that its selector does not select, and changes nothing", () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await contentOf();
  });
  afterAll(async () => {
    expect(await contentOf()).toEqual(before);
  });

  test.each(guarded.map((route) => [routeTitle(route), route] as const))("%s", async (_title, route) => {
    const request = accessRequest(route, { organizations: org.orgId, ids: org.ids });
    const isEndless = route.id === "streamEvents";
    const response = await running.call(key, {
      ...request,
      ...(route.kind === "stream" && !isEndless && { method: "GET" as const }),
    });
    const isLimited = LIMITED_ROUTES[route.id] === undefined;
    if (isLimited) expect([400, 403]).toContain(response.statusCode);
    else if (/\/:/.test(route.url)) expect([400, 404]).toContain(response.statusCode);
    else expect([200, 400, 403]).toContain(response.statusCode);
    const { body } = response;
    expect(body).not.toContain(HIDDEN);
    const sent = `${request.url} ${JSON.stringify("payload" in request ? request.payload : "")}`;
    for (const id of Object.values(org.ids)) {
      const isUuid = /^[0-9a-f]{8}-/.test(id) && id !== org.orgId;
      if (isUuid && !sent.includes(id)) expect(body).not.toContain(id);
    }
  });
});

/** All that is stored, except the denials in the audit log. */
async function contentOf() {
  const {
    audit_entry: _entries,
    audit_chain: _chain,
    ...rest
  } = await rowsOfOrganization(running.database, org.orgId);
  return rest;
}

test("lists, counts and searches contain only the targets of the selector", async () => {
  for (const url of ["targets", "monitors", `search?q=shop`]) {
    const ids = (await call("GET", url)).json().data.map(({ id }: { id: string }) => id);
    expect([url, ids]).toEqual([url, [own]]);
  }
  for (const url of ["api-monitors", "journeys", "heartbeats", "runs", "alerts", "incidents", "alerts/rules"])
    expect([url, (await call("GET", url)).json().data]).toEqual([url, []]);
  expect((await call("GET", "targets/summary")).json().data.counts).toMatchObject({ pending: 1 });
});

test("a target of the selector can be read, changed, alerted about and deleted", async () => {
  const made = await call("POST", "journeys", { name: "buy", tags: ["a"] });
  expect(made.statusCode).toBe(201);
  const url = `journeys/${made.json().data.id}`;
  expect((await call("PUT", url, { name: "buy now" })).json().data.name).toBe("buy now");
  const alertId = await makeAlert(running.database, { orgId: org.orgId, targetId: own });
  expect((await call("GET", "alerts")).json().data).toMatchObject([{ id: alertId }]);
  expect((await call("POST", `alerts/${alertId}/acknowledge`)).statusCode).toBe(200);
  for (const path of ["stats", "results"])
    expect((await call("GET", `monitors/${own}/${path}`)).statusCode).toBe(200);
  for (const path of ["timeline", "outages", "heat-map"])
    expect([path, (await call("GET", `targets/${own}/${path}`)).statusCode]).toEqual([path, 200]);
  const metrics = await call("GET", "metrics");
  expect(metrics.body).toContain('name="shop"');
  expect((await call("DELETE", url)).statusCode).toBe(200);
  expect((await call("GET", url)).statusCode).toBe(404);
});

test("a stream contains only events of targets that the selector selects", async () => {
  const orgId = org.orgId;
  const actor: KeyActor = {
    ...{ kind: "key", keyId: "k", orgId, scope: "read", name: "k", location: null, projects: null },
    selector: { tags: { any: ["a"] } },
  };
  const stream = Object.assign(new EventEmitter(), { destroyed: false });
  const accepts = await limitOfEvents(
    { db: running.database, orgId, actor },
    { visibleTargets: new VisibleTargets(createLimitedReads(running.database)), stream },
  );
  const event = (targetId: string | null) =>
    ({ id: "1", type: "check.result", targetId, json: "{}" }) as const;
  expect([own, org.ids.monitors ?? "", null].map((targetId) => accepts(event(targetId)))).toEqual([
    true,
    false,
    false,
  ]);
  stream.emit("close");
});

test("a target cannot be created, moved or connected outside the selector", async () => {
  const monitor = { name: "m", type: "url", url: "http://127.0.0.1/" };
  const refused = [
    await call("POST", "monitors", monitor),
    await call("POST", "monitors", { ...monitor, tags: ["b"] }),
    await call("PUT", `monitors/${own}`, { tags: ["b"] }),
    await call("POST", "monitors", {
      ...{ name: "all", type: "composite", tags: ["a"], selector: {} },
      config: { selector: {} },
    }),
  ];
  expect(refused.slice(0, 3).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(refused[3]?.statusCode).not.toBe(201);
  expect(refused[0]?.json().error.message).toContain('{"tags":{"any":["a"]}}');
  expect((await call("GET", `monitors/${own}`)).json().data.tags).toEqual(["a"]);
  const connected = await call("PUT", `monitors/${own}`, { depends_on: [org.ids.journeys] });
  expect(connected.statusCode).toBe(400);
});

test("a key that a selector limits cannot create keys, and the selector is in the audit log", async () => {
  expect((await call("POST", "api-keys", { name: "more", scope: "admin" })).statusCode).toBe(403);
  const payload = { name: "limited", scope: "read", selector: { tags: { any: ["a"] } } };
  const made = await running.call(org.keys.admin, { method: "POST", url: "/api/v1/api-keys", payload });
  expect(made.json().data.selector).toEqual(payload.selector);
  const limited = await running.call(made.json().data.key, { method: "GET", url: "/api/v1/targets" });
  expect(limited.json().data.map(({ id }: { id: string }) => id)).toEqual([own]);
  const log = await running.call(org.keys.admin, {
    method: "GET",
    url: `/api/v1/audit-log?action=api_key.create&limit=1`,
  });
  expect(log.json().data[0].after.selector).toEqual(payload.selector);
});

test.each([
  { scope: "code", projects: ["p"], selector: {} },
  { scope: "read", selector: { targets: ["01900000-0000-7000-8000-000000000000"] } },
  { scope: "read", selector: { tags: [] } },
])("%j is rejected", async (given) => {
  const made = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/api-keys",
    payload: { name: "k", ...given },
  });
  expect(made.statusCode).toBe(400);
});
