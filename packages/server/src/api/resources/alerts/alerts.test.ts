import type { AlertListQuery } from "@vedette/contract/alerts/alerts.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeChannel, makeRule } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

let org: TestOrg;
beforeEach(async () => {
  org = await makeOrg(running.database);
});

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

describe("an alert", () => {
  test("is returned in full with every delivery attempt", async () => {
    const id = await makeAlert(running.database, { orgId: org.orgId, atMs: NOW_MS });
    const channelId = await makeChannel(running.database, org.orgId);
    await running.database.run(sql`
      with notice as (
        insert into alert_notification (id, org_id, alert_id, channel_id, kind, created_at, due_at)
        values (${newId(NOW_MS)}, ${org.orgId}, ${id}, ${channelId}, 'opened', now(), now()) returning id
      )
      insert into alert_delivery (id, notification_id, alert_id, channel_id, kind, attempt, at, ok, status_code, error)
      select ${newId(NOW_MS)}::uuid, id, ${id}::uuid, ${channelId}::uuid, 'opened', 1, ${new Date(NOW_MS)}::timestamptz,
        false, 503, 'busy' from notice`);
    const alert = (await send("GET", `/alerts/${id}`)).json().data;
    expect(alert).toMatchObject({
      id,
      org_id: org.orgId,
      status: "pending",
      severity: "warning",
      target: { type: "monitor", name: "Shop" },
      triggered_at: new Date(NOW_MS).toISOString(),
      sent_at: null,
      resolved_at: null,
      resolved_by: null,
      deliveries: [
        {
          channel_id: channelId,
          kind: "opened",
          attempt: 1,
          at: new Date(NOW_MS).toISOString(),
          ok: false,
          status_code: 503,
          error: "busy",
        },
      ],
    });
    expect((await send("GET", "/alerts")).json().data).toEqual([alert]);
  });

  test("is resolved by the caller, once", async () => {
    const id = await makeAlert(running.database, { orgId: org.orgId });
    const person = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    const resolve = () => running.callAs(person, { method: "POST", url: `/api/v1/alerts/${id}/resolve` });
    const first = await resolve();
    expect(first.statusCode).toBe(200);
    expect(first.json().data).toMatchObject({ status: "resolved", resolved_by: person.id });
    const second = await resolve();
    expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
    expect((await send("POST", `/alerts/${id}/acknowledge`)).json()).toEqual(first.json());
    const log = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/audit-log?target=${id}` });
    expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual(["alert.resolve"]);
  });

  test("can be resolved if it failed", async () => {
    const id = await makeAlert(running.database, { orgId: org.orgId });
    await running.database.run(sql`update alert set status = 'failed' where id = ${id}`);
    expect((await send("POST", `/alerts/${id}/resolve`)).json().data.status).toBe("resolved");
  });

  test("is acknowledged once, stays open, and gets no more reminders", async () => {
    const id = await makeAlert(running.database, { orgId: org.orgId });
    await running.database.run(sql`update alert set remind_at = now() where id = ${id}`);
    const first = (await send("POST", `/alerts/${id}/acknowledge`)).json().data;
    expect(first).toMatchObject({ status: "pending", acknowledged_by: expect.any(String) });
    expect(first.acknowledged_by_name).toBe("admin");
    expect((await send("POST", `/alerts/${id}/acknowledge`)).json().data).toEqual(first);
    expect(await running.database.find(sql`select remind_at from alert where id = ${id}`)).toEqual({
      remind_at: null,
    });
  });

  test("loses its acknowledgement on request, and gets reminders again", async () => {
    const { orgId } = org;
    const ruleId = await makeRule(running.database, {
      ...{ orgId, type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } },
      remindEverySeconds: 600,
    });
    const id = await makeAlert(running.database, { orgId, ruleId });
    const unacknowledge = async () => (await send("POST", `/alerts/${id}/unacknowledge`)).json().data;
    const before = (await send("GET", `/alerts/${id}`)).json().data;
    expect(await unacknowledge()).toEqual(before);
    await send("POST", `/alerts/${id}/acknowledge`);
    expect(await unacknowledge()).toEqual(before);
    const remindsIn = () =>
      running.database.find(sql`
        select round(extract(epoch from remind_at - now()) / 60)::int4 as minutes from alert where id = ${id}`);
    expect(await remindsIn()).toEqual({ minutes: 10 });
    const log = await send("GET", `/audit-log?target=${id}`);
    expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
      "alert.unacknowledge",
      "alert.acknowledge",
    ]);
  });

  test("gets no reminder while it is suppressed, and a resolved one stays acknowledged", async () => {
    const id = await makeAlert(running.database, { orgId: org.orgId });
    await send("POST", `/alerts/${id}/acknowledge`);
    await running.database.run(sql`update alert set suppressed_by = 'maintenance' where id = ${id}`);
    expect((await send("POST", `/alerts/${id}/unacknowledge`)).json().data.acknowledged_at).toBeNull();
    expect(await running.database.find(sql`select remind_at from alert where id = ${id}`)).toEqual({
      remind_at: null,
    });
    await send("POST", `/alerts/${id}/acknowledge`);
    const resolved = (await send("POST", `/alerts/${id}/resolve`)).json().data;
    expect((await send("POST", `/alerts/${id}/unacknowledge`)).json().data).toEqual(resolved);
  });
});

test("an alert names the user who handled it only while the user belongs to the organization", async () => {
  const { database } = running;
  const member = await makeMember(database, { orgId: org.orgId, role: "member" });
  const id = await makeAlert(database, { orgId: org.orgId });
  const url = `/api/v1/alerts/${id}`;
  const resolved = await running.callAs(member, { method: "POST", url: `${url}/resolve` });
  expect(resolved.json().data).toMatchObject({ resolved_by: member.id, resolved_by_name: member.name });
  await database.run(sql`delete from membership where person_id = ${member.id}`);
  const { orgId } = await makeOrg(database);
  await database.run(sql`
    insert into membership (id, org_id, person_id, role, joined_at)
    values (${newId(Date.now())}, ${orgId}, ${member.id}, 'member', now())`);
  const after = await running.call(org.keys.admin, { method: "GET", url });
  expect(after.json().data).toMatchObject({ resolved_by: member.id, resolved_by_name: null });
});

test("alerts are filtered by status, rule, target and time, and paged", async () => {
  const make = (atMs: number) => makeAlert(running.database, { orgId: org.orgId, atMs });
  const ids = [await make(NOW_MS), await make(NOW_MS + 1_000), await make(NOW_MS + 2_000)];
  await running.database.run(sql`update alert set status = 'sent' where id = ${ids[1]}`);
  const listed = async (query: Partial<Record<keyof AlertListQuery, string>>) => {
    const response = await send("GET", `/alerts?${new URLSearchParams(query)}`);
    expect([response.statusCode, response.json().error]).toEqual([200, undefined]);
    return response.json().data.map(({ id }: { id: string }) => id);
  };
  const alert = (await send("GET", `/alerts/${ids[0]}`)).json().data;
  const iso = (ms: number) => new Date(ms).toISOString();
  expect(await listed({})).toEqual(ids.toReversed());
  expect(await listed({ sort: "created_at" })).toEqual(ids);
  expect(await listed({ status: "sent" })).toEqual([ids[1]]);
  expect(await listed({ status: "sent,resolved" })).toEqual([ids[1]]);
  expect(await listed({ status: "pending,sent,failed" })).toEqual(ids.toReversed());
  expect(await listed({ rule_id: alert.rule_id })).toEqual([ids[0]]);
  expect(await listed({ target_id: alert.target.id })).toEqual([ids[0]]);
  expect(await listed({ target_id: "nothing" })).toEqual([]);
  expect(await listed({ from: iso(NOW_MS + 1_000), to: iso(NOW_MS + 2_000) })).toEqual([ids[1]]);
  const first = (await send("GET", "/alerts?limit=2")).json();
  expect(first.meta.has_more).toBe(true);
  const second = (await send("GET", `/alerts?limit=2&cursor=${first.meta.next_cursor}`)).json();
  expect(second.meta).toEqual({ next_cursor: null, has_more: false });
  expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  for (const query of ["status=open", "status=sent,open", "from=yesterday", "sort=name", "cursor=x"])
    expect((await send("GET", `/alerts?${query}`)).statusCode).toBe(400);
});

/** Tests what docs/guide/alerting.md guarantees for changes while an alert is open. */
describe("a bulk change of alerts", () => {
  const bulk = (body: object) => send("POST", "/alerts/bulk", body);
  const make = (targetId?: string) =>
    makeAlert(running.database, { orgId: org.orgId, atMs: NOW_MS, ...(targetId && { targetId }) });

  test("acknowledges the named alerts, and counts those that were not before", async () => {
    const [first, second, other] = [await make(), await make(), await make()];
    await send("POST", `/alerts/${second}/acknowledge`);
    const answer = await bulk({ ids: [first, second], action: "acknowledge" });
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { selected: 2, changed: 1, changed_ids: [first] },
    ]);
    expect((await send("GET", `/alerts/${first}`)).json().data.acknowledged_by).toEqual(expect.any(String));
    expect((await send("GET", `/alerts/${other}`)).json().data.acknowledged_by).toBeNull();
  });

  test("also changes the other open alerts of the same target on request", async () => {
    const targetId = newId(NOW_MS);
    const [first, second] = [await make(targetId), await make(targetId)];
    const other = await make(newId(NOW_MS));
    const answer = await bulk({ ids: [first], action: "resolve", same_target: true });
    expect(answer.json().data).toMatchObject({ selected: 2, changed: 2 });
    const statusOf = async (id: string) => (await send("GET", `/alerts/${id}`)).json().data.status;
    expect(await Promise.all([first, second, other].map(statusOf))).toEqual([
      ...["resolved", "resolved"],
      "pending",
    ]);
    const { data } = (await send("GET", "/audit-log?limit=2")).json();
    expect(data.map(({ action }: { action: string }) => action)).toEqual(["alert.resolve", "alert.resolve"]);
  });

  test("withdraws acknowledgements, of those alerts that have one", async () => {
    const [first, second] = [await make(), await make()];
    await bulk({ ids: [first], action: "acknowledge" });
    const answer = await bulk({ ids: [first, second], action: "unacknowledge" });
    expect(answer.json().data).toEqual({ selected: 2, changed: 1, changed_ids: [first] });
    expect((await send("GET", `/alerts/${first}`)).json().data.acknowledged_at).toBeNull();
  });

  test("changes nothing if one alert does not exist, and names it", async () => {
    const id = await make();
    const stranger = await makeOrg(running.database);
    const theirs = await makeAlert(running.database, { orgId: stranger.orgId, atMs: NOW_MS });
    const answer = await bulk({ ids: [id, theirs, "none"], action: "resolve" });
    expect([answer.statusCode, answer.json().error.details]).toEqual([
      400,
      [
        { path: "ids.1", message: "is not the ID of an alert" },
        { path: "ids.2", message: "is not the ID of an alert" },
      ],
    ]);
    expect((await send("GET", `/alerts/${id}`)).json().data.status).toBe("pending");
  });
});
