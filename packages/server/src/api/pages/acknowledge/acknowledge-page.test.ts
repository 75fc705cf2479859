import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert, makeChannel } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import {
  createAcknowledgeLinks,
  type NewAcknowledgeLink,
} from "../../../pipeline/on-call/acknowledge/acknowledge-link.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;

let running: TestApp;
let org: TestOrg;
let nowMs = Date.now();
beforeAll(async () => {
  const clock = { now: () => nowMs, monotonic: () => nowMs };
  running = await startTestApp({ clock });
});
beforeEach(async () => {
  nowMs = Date.now();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const addresses = newAddresses();
const request = (method: "GET" | "POST", url: string, more: object = {}) =>
  running.app.server.inject({
    method,
    url,
    // Each test has addresses of its own, because addresses are limited.
    remoteAddress: addresses.next().value,
    ...more,
  });
function* newAddresses(): Generator<string, string> {
  for (let count = 1; ; count += 1) yield `2001:db8::${count.toString(16)}`;
}

const alertOf = async (id: string) =>
  (await running.call(org.keys.admin, { method: "GET", url: `/api/v1/alerts/${id}` })).json().data;

async function makeLink(by?: NewAcknowledgeLink["by"]): Promise<{ path: string; alertId: string }> {
  const { orgId } = org;
  const alertId = await makeAlert(running.database, { orgId, atMs: nowMs, name: "<b>Shop</b>" });
  const who = by ?? { channelId: await makeChannel(running.database, orgId) };
  const link = { orgId, alertId, by: who };
  const [url = ""] = await createAcknowledgeLinks(running.database, [link], {
    nowMs,
    publicUrl: "https://vedette.example",
  });
  return { path: url.slice("https://vedette.example".length), alertId };
}

test("opening a link any number of times changes nothing", async () => {
  const { path, alertId } = await makeLink();
  for (const method of ["GET", "GET"] as const) {
    const page = await request(method, path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<button");
    expect(page.body).toContain("&lt;b&gt;Shop&lt;/b&gt;");
    expect(page.body).not.toContain("<b>Shop");
  }
  expect((await running.app.server.inject({ method: "HEAD", url: path })).statusCode).toBe(200);
  expect((await alertOf(alertId)).acknowledged_at).toBeNull();
});

test("the page cannot be framed, cached, indexed, or leak its address", async () => {
  const { path } = await makeLink();
  const { headers } = await request("GET", path);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  });
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["set-cookie"]).toBeUndefined();
});

test("the button acknowledges once, and says afterwards who did", async () => {
  const person = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
  const { path, alertId } = await makeLink({ personId: person.id });
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "" };
  const first = await request("POST", path, form);
  expect(first.statusCode).toBe(200);
  expect(first.body).toContain("Acknowledged by");
  const alert = await alertOf(alertId);
  expect(alert.acknowledged_by).toBe(person.id);
  const again = await request("POST", path, form);
  expect(again.body).toContain("Acknowledged by");
  expect((await alertOf(alertId)).acknowledged_at).toBe(alert.acknowledged_at);
  const entries = await running.database.rows<{
    actor_kind: string;
    actor_id: string;
    actor_name: string;
  }>(sql`
    select actor_kind, actor_id, actor_name from audit_entry where org_id = ${org.orgId} and action = 'alert.acknowledge'`);
  expect(entries).toEqual([
    { actor_kind: "member", actor_id: person.id, actor_name: expect.stringMatching(/ by link$/) },
  ]);
});

test("a link of a channel acknowledges as the channel", async () => {
  const channelId = await makeChannel(running.database, org.orgId);
  const { path, alertId } = await makeLink({ channelId });
  expect((await request("POST", path)).body).toMatch(/Acknowledged by channel /);
  expect(await alertOf(alertId)).toMatchObject({
    acknowledged_by: channelId,
    acknowledged_by_name: expect.stringMatching(/^channel /),
  });
});

test("a link of several alerts acknowledges those that are open, and shows them before", async () => {
  const { orgId } = org;
  const names = ["Shop", "Depot", "Blog", "Mail"];
  const ids = await Promise.all(
    names.map((name) => makeAlert(running.database, { orgId, atMs: nowMs, name })),
  );
  const [alertId = "", ...alsoAlertIds] = ids;
  const foreign = await makeAlert(running.database, { orgId: (await makeOrg(running.database)).orgId });
  const link = {
    ...{ orgId, alertId, alsoAlertIds: [...alsoAlertIds, foreign] },
    by: { channelId: await makeChannel(running.database, orgId) },
  };
  const [path = ""] = await createAcknowledgeLinks(running.database, [link], { nowMs, publicUrl: "" });
  const act = (id: string | undefined, action: string) =>
    running.call(org.keys.admin, { method: "POST", url: `/api/v1/alerts/${id}/${action}` });
  await act(ids[0], "resolve");
  await act(ids[1], "acknowledge");
  const page = await request("GET", path);
  expect(page.body).toContain("<h1>2 alerts</h1>");
  expect(page.body.match(/<li>(\w+)/g)?.toSorted()).toEqual(["<li>Blog", "<li>Mail"]);
  await request("POST", path);
  const states = await Promise.all(ids.map(alertOf));
  expect(states.map((alert) => alert.acknowledged_by === link.by.channelId)).toEqual([
    ...[false, false, true, true],
  ]);
  const other = await running.database.find(sql`select acknowledged_at from alert where id = ${foreign}`);
  expect(other).toEqual({ acknowledged_at: null });
  await act(ids[3], "unacknowledge");
  expect((await request("POST", path)).body).toContain("withdrawn");
});

test("simultaneous clicks write one audit entry", async () => {
  const { path } = await makeLink();
  const all = await Promise.all([1, 2, 3, 4].map(() => request("POST", path)));
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const row = await running.database.find<{ entries: number }>(sql`
    select count(*)::int4 as entries from audit_entry where org_id = ${org.orgId} and action = 'alert.acknowledge'`);
  expect(row?.entries).toBe(1);
});

test("a link does not acknowledge again after a withdrawal", async () => {
  const { path, alertId } = await makeLink();
  await request("POST", path);
  await running.call(org.keys.admin, { method: "POST", url: `/api/v1/alerts/${alertId}/unacknowledge` });
  expect((await request("POST", path)).body).toContain("withdrawn");
  expect((await alertOf(alertId)).acknowledged_at).toBeNull();
});

test("a link ends with its alert, and after seven days", async () => {
  const { path, alertId } = await makeLink();
  nowMs += 7 * DAY_MS;
  expect((await request("GET", path)).body).toContain("expired");
  expect((await request("POST", path)).body).toContain("expired");
  expect((await alertOf(alertId)).acknowledged_at).toBeNull();
  await running.call(org.keys.admin, { method: "POST", url: `/api/v1/alerts/${alertId}/resolve` });
  expect((await request("GET", path)).body).toContain("Resolved on");
});

test("a link of a person who left is not found", async () => {
  const person = await makeMember(running.database, { orgId: org.orgId, role: "member" });
  const { path, alertId } = await makeLink({ personId: person.id });
  await running.database.run(sql`delete from membership where id = ${person.membershipId}`);
  expect((await request("POST", path)).statusCode).toBe(404);
  expect((await alertOf(alertId)).acknowledged_at).toBeNull();
});

test("all wrong tokens get the same page", async () => {
  const paths = [`/a/${"A".repeat(43)}`, "/a/short", `/a/${"x".repeat(90)}`, "/a/%00", "/a/..%2f.."];
  const pages = await Promise.all(paths.map((path) => request("GET", path)));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 404));
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
});

test("no link for an alert of another organization is stored", async () => {
  const alertId = await makeAlert(running.database, { orgId: org.orgId });
  const other = await makeOrg(running.database);
  const channelId = await makeChannel(running.database, other.orgId);
  const link = { orgId: other.orgId, alertId, by: { channelId } };
  const [url = ""] = await createAcknowledgeLinks(running.database, [link], { nowMs, publicUrl: "" });
  expect((await request("POST", url)).statusCode).toBe(404);
});

test("a body of one megabyte is rejected, and an address has a limit", async () => {
  const { path, alertId } = await makeLink();
  expect((await request("POST", path, { payload: "x".repeat(1_000_000) })).statusCode).toBe(413);
  expect((await alertOf(alertId)).acknowledged_at).toBeNull();
  const from = { remoteAddress: "192.0.2.9" };
  for (let count = 0; count < 60; count += 1) expect((await request("GET", path, from)).statusCode).toBe(200);
  const rejected = await request("POST", path, from);
  expect(rejected.statusCode).toBe(429);
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
});
