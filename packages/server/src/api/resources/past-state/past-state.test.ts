import { pastStateSchema } from "@vedette/contract/past-state/past-state.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.now();
const ago = (hours: number) => new Date(NOW_MS - hours * HOUR_MS);

const ADA = { kind: "member", id: null, name: "Ada" } as const;

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  await running.database.run(sql`
    update organization set created_at = ${ago(240)} where id = ${org.orgId}`);
});
afterAll(() => running.stop());

const get = (at: Date | string, more = "", key = org.keys.agent) =>
  running.call(key, {
    method: "GET",
    url: `/api/v1/past-state?at=${typeof at === "string" ? at : at.toISOString()}${more}`,
  });

async function read(at: Date, more = "") {
  const response = await get(at, more);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return pastStateSchema.parse(response.json().data);
}

/** A monitor that was down from 100 to 90 hours ago, created 200 hours ago. */
async function makeTarget(name = "Shop"): Promise<{ id: string; series: number }> {
  const { id, seriesKeys } = await makeMonitor(running.database, {
    ...{ orgId: org.orgId, createdAt: ago(200), name },
  });
  await running.database.run(sql`update target set status = 'up' where id = ${id}`);
  await running.database.run(sql`
    insert into status_change (target_id, at, status, previous_status) values
      (${id}, ${ago(199)}, 'up', 'pending'), (${id}, ${ago(100)}, 'down', 'up'), (${id}, ${ago(90)}, 'up', 'down')`);
  return { id, series: seriesKeys[0] ?? 0 };
}

const statusAt = async (hours: number) => {
  const { targets } = await read(ago(hours));
  return targets.map(({ status, deleted, observed }) => ({ status, deleted, observed }));
};

describe("the past state", () => {
  test("has the status of each instant, before creation nothing, and after deletion the target still", async () => {
    const { id } = await makeTarget();
    const known = { deleted: false, observed: true };
    expect(await statusAt(201)).toEqual([]);
    expect(await statusAt(199.5)).toEqual([{ ...known, status: "pending" }]);
    expect(await statusAt(150)).toEqual([{ ...known, status: "up" }]);
    expect(await statusAt(95)).toEqual([{ ...known, status: "down" }]);
    expect(await statusAt(1)).toEqual([{ ...known, status: "up" }]);
    const removed = await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${id}` });
    expect(removed.statusCode).toBe(200);
    expect(await statusAt(95)).toEqual([{ status: "down", deleted: true, observed: true }]);
    expect((await read(new Date())).targets).toEqual([]);
  });

  test("has the names, tags, intervals and locations of then", async () => {
    const { id } = await makeTarget();
    const change = async (input: object) => {
      const request = { method: "PUT", url: `/api/v1/monitors/${id}`, payload: input } as const;
      expect((await running.call(org.keys.admin, request)).statusCode).toBe(200);
      return new Date();
    };
    const before = new Date();
    const first = await change({ name: "Shop 2", interval: 120 });
    await change({ name: "Shop 3", tags: ["prod"] });
    const known = async (at: Date) => (await read(at, `&target_id=${id}`)).targets[0];
    expect(await known(before)).toMatchObject({ name: "Test", tags: [], interval_seconds: 60 });
    expect(await known(first)).toMatchObject({ name: "Shop 2", tags: [], interval_seconds: 120 });
    expect(await known(new Date())).toMatchObject({ name: "Shop 3", tags: ["prod"], interval_seconds: 120 });
  });

  test("says that a target was not observed while its checks were missed", async () => {
    const { series } = await makeTarget();
    await running.database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${series}, ${ago(60)}, ${ago(59)}, 'missed', 'stopped', 61)`);
    expect((await statusAt(59.5))[0]?.observed).toBe(false);
    expect((await statusAt(58.5))[0]?.observed).toBe(true);
  });

  test("has the alerts that were open, acknowledged or not, and what had been sent", async () => {
    const { id } = await makeTarget();
    const [alertId, notificationId] = [newId(ago(99).getTime()), newId(ago(99).getTime())];
    const acknowledged = { target: { type: "alert", id: alertId }, actor: ADA, orgId: org.orgId } as const;
    for (const [action, hours] of [
      ["alert.acknowledge", 95],
      ["alert.unacknowledge", 93],
    ] as const)
      await recordWrite(running.database, { ...acknowledged, action, nowMs: ago(hours).getTime() });
    await running.database.run(sql`
      insert into alert (id, org_id, rule_id, rule_type, severity, status, target_id, target_kind, target_name, title,
        message, evidence, triggered_at, resolved_at)
      values (${alertId}, ${org.orgId}, ${newId(0)}, 'down', 'critical', 'resolved', ${id}, 'monitor', 'Shop', 'Shop is down',
        '', '{}', ${ago(99)}, ${ago(90)})`);
    await running.database.run(sql`
      insert into alert_notification (id, org_id, alert_id, channel_id, kind, status, created_at, due_at, finished_at)
      values (${notificationId}, ${org.orgId}, ${alertId}, ${newId(1)}, 'opened', 'delivered', ${ago(99)}, ${ago(99)}, ${ago(97)})`);
    for (const [attempt, hours, ok] of [
      [1, 98, false],
      [2, 97, true],
    ] as const)
      await running.database.run(sql`
        insert into alert_delivery (id, notification_id, alert_id, channel_id, kind, attempt, at, ok, error)
        values (${newId(ago(hours).getTime())}, ${notificationId}, ${alertId}, ${newId(1)}, 'opened', ${attempt},
          ${ago(hours)}, ${ok}, ${ok ? null : "HTTP 503"})`);

    expect(await read(ago(99.5))).toMatchObject({ alerts: [], deliveries: [] });
    expect(await read(ago(97.5))).toMatchObject({
      alerts: [{ title: "Shop is down", acknowledged_at: null, acknowledged_by: null, delivered: 0 }],
      deliveries: [{ ok: false, error: "HTTP 503", attempt: 1 }],
    });
    expect(await read(ago(94), `&target_id=${id}`)).toMatchObject({
      alerts: [{ acknowledged_at: ago(95).toISOString(), acknowledged_by: "Ada", delivered: 1 }],
      deliveries: [{ ok: true }, { ok: false }],
    });
    // Withdrawn two hours later.
    expect((await read(ago(92))).alerts).toMatchObject([{ acknowledged_at: null, acknowledged_by: null }]);
    expect((await read(ago(89))).alerts).toEqual([]);
  });

  test("has the windows that were open, and says if they were changed since", async () => {
    await running.database.run(sql`
      insert into maintenance_window (id, org_id, name, mode, starts_at, duration_seconds, created_by, created_at, updated_at)
      values (${newId(NOW_MS)}, ${org.orgId}, 'Upgrade', 'mute', ${ago(50)}, 7200, 'Ada', ${ago(60)}, ${ago(48.5)})`);
    expect((await read(ago(49))).maintenance).toMatchObject([{ name: "Upgrade", changed_since: true }]);
    expect((await read(ago(47))).maintenance).toEqual([]);
  });

  test("rejects the future, and a time before the data with the time from which on it exists", async () => {
    expect((await get(new Date(NOW_MS + HOUR_MS))).json().error.details).toEqual([
      { path: "at", message: "must be in the past" },
    ]);
    expect((await get(ago(241))).json().error.details).toEqual([
      { path: "at", message: `data exists from ${ago(240).toISOString()} on; use a later time` },
    ]);
    expect((await get("yesterday")).statusCode).toBe(400);
    expect((await get(ago(10), `&target_id=${newId(1)}`)).statusCode).toBe(404);
  });

  test("shows nothing of another organization", async () => {
    const { id } = await makeTarget();
    const other = await makeOrg(running.database);
    await running.database.run(
      sql`update organization set created_at = ${ago(240)} where id = ${other.orgId}`,
    );
    const response = await get(ago(95), "", other.keys.agent);
    expect(response.json().data).toMatchObject({ targets: [], alerts: [], counts: {} });
    expect((await get(ago(95), `&target_id=${id}`, other.keys.agent)).statusCode).toBe(404);
  });

  test("has the uptime by day up to then", async () => {
    const { id } = await makeTarget();
    const url = `/api/v1/uptime/daily?target_id=${id}&days=30&at=${ago(95).toISOString()}`;
    const { data } = (await running.call(org.keys.agent, { method: "GET", url })).json();
    expect(data.days.at(-1).date).toBe(ago(95).toISOString().slice(0, 10));
    expect(data.down_seconds).toBeCloseTo(5 * 3_600, 0);
    const both = await running.call(org.keys.agent, { method: "GET", url: `${url}&group_id=${newId(1)}` });
    expect(both.statusCode).toBe(400);
  });
});

describe("a status page then", () => {
  const call = async (method: "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
    const request = { method, url: `/api/v1/status-pages${url}`, ...(payload && { payload }) };
    const response = await running.call(org.keys.admin, request);
    expect([url, response.body, response.statusCode < 300]).toEqual([url, expect.anything(), true]);
    return response.json().data;
  };
  const makePage = () =>
    call("POST", "", { title: "Public", slug: `past-${newId(NOW_MS)}`, published: true });
  const makeOlder = async () => {
    for (const table of [sql`status_page`, sql`status_page_component`])
      await running.database.run(sql`
        update ${table} set created_at = ${ago(230)} where org_id = ${org.orgId}`);
  };

  test("has the status of its components and the posts as they were published", async () => {
    await makeTarget();
    const page = await makePage();
    await call("POST", `/${page.id}/components`, { name: "Checkout", selector: {} });
    const incident = await call("POST", `/${page.id}/incidents`, {
      ...{ title: "Payments fail", status: "investigating", impact: "major", message: "We look into it." },
    });
    const afterPost = new Date();
    await call("POST", `/${page.id}/incidents/${incident.id}/updates`, {
      ...{ status: "resolved", message: "Fixed." },
    });
    await makeOlder();
    expect((await read(ago(95))).status_pages).toEqual([
      {
        ...{ id: page.id, title: "Public", slug: page.slug, incidents: [] },
        components: [{ name: "Checkout", status: "major_outage" }],
      },
    ]);
    expect((await read(ago(80))).status_pages[0]?.components[0]?.status).toBe("operational");
    expect((await read(afterPost)).status_pages[0]?.incidents).toMatchObject([
      { title: "Payments fail", status: "investigating", impact: "major", message: "We look into it." },
    ]);
    expect((await read(new Date())).status_pages[0]?.incidents).toEqual([]);
  });

  test("has names, order and texts of then, also of what was edited or deleted since", async () => {
    const page = await makePage();
    const make = (name: string) => call("POST", `/${page.id}/components`, { name });
    const [shop, mail] = [await make("Shop"), await make("Mail")];
    const incident = await call("POST", `/${page.id}/incidents`, {
      ...{ title: "Mail fails", status: "identified", message: "First text." },
      components: [{ id: mail.id, status: "partial_outage" }],
    });
    await call("PUT", `/${page.id}/order`, { items: [{ id: shop.id }, { id: mail.id }] });
    const then = new Date();
    const [update] = incident.updates;
    await call("PUT", `/${page.id}/incidents/${incident.id}/updates/${update.id}`, {
      message: "Other text.",
    });
    const edited = new Date();
    await call("PUT", `/${page.id}/order`, { items: [{ id: mail.id }, { id: shop.id }] });
    await call("PUT", `/${page.id}/components/${shop.id}`, { name: "Store" });
    await call("DELETE", `/${page.id}/incidents/${incident.id}`);
    await call("DELETE", `/${page.id}/components/${mail.id}`);
    await call("PUT", `/${page.id}`, { title: "Renamed" });
    const shown = async (at: Date) => (await read(at)).status_pages;
    const known = {
      title: "Public",
      components: [
        { name: "Shop", status: "operational" },
        { name: "Mail", status: "partial_outage" },
      ],
    };
    expect(await shown(then)).toMatchObject([{ ...known, incidents: [{ message: "First text." }] }]);
    expect(await shown(edited)).toMatchObject([{ ...known, incidents: [{ message: "Other text." }] }]);
    expect(await shown(new Date())).toMatchObject([
      { title: "Renamed", components: [{ name: "Store", status: "operational" }], incidents: [] },
    ]);
    await call("PUT", `/${page.id}`, { published: false });
    expect(await shown(new Date())).toEqual([]);
    expect(await shown(then)).toHaveLength(1);
  });
});
