import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeMonitor } from "../../../../test/builders.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const HOUR_MS = 3_600_000;
const URL = "/api/v1/maintenance-windows";

let nowMs = 0;
let running: TestApp;
let org: TestOrg;

beforeAll(async () => {
  running = await startTestApp({ clock: { ...systemClock, now: () => nowMs } });
});
afterAll(() => running.stop());
beforeEach(async () => {
  nowMs = Date.parse("2026-11-20T12:00:00.500Z");
  org = await makeOrg(running.database);
});

type Answer = { statusCode: number; data: MaintenanceWindow; message: string; paths: string[] };

async function call(
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
): Promise<Answer> {
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  const { data, error } = response.json();
  const details: { path: string }[] = error?.details ?? [];
  const { statusCode } = response;
  return { statusCode, data, message: error?.message ?? "", paths: details.map(({ path }) => path) };
}

const create = (payload: object) => call("POST", URL, payload);

async function createWindow(payload: object): Promise<MaintenanceWindow> {
  const response = await create(payload);
  expect([response.statusCode, response.message]).toEqual([201, ""]);
  return response.data;
}

const auditActions = async () =>
  (
    await running.database.rows<{ action: string }>(
      sql`select action from audit_entry where org_id = ${org.orgId} order by seq`,
    )
  ).map(({ action }) => action);

describe("creating", () => {
  test("starts now for the given duration if there is no start", async () => {
    const window = await createWindow({ name: "Deploy", duration_minutes: 30 });
    expect(window).toMatchObject({
      mode: "mute",
      counts_uptime: false,
      starts_at: "2026-11-20T12:00:00.000Z",
      duration_seconds: 1_800,
      rrule: null,
      timezone: "UTC",
      covers_all: true,
      active: true,
      ends_at: "2026-11-20T12:30:00.000Z",
      next_starts_at: null,
      ended_at: null,
    });
    expect(await auditActions()).toEqual(["maintenance_window.create"]);
  });

  test("stores its targets and shows its next occurrence", async () => {
    const monitor = await makeMonitor(running.database, { orgId: org.orgId });
    const apiMonitor = await makeApiMonitor(running.database, { orgId: org.orgId });
    const window = await createWindow({
      name: "Every Sunday",
      mode: "pause",
      starts_at: "2026-11-22T02:30",
      timezone: "Europe/Berlin",
      duration_seconds: 5_400,
      rrule: "RRULE:freq=weekly;byday=su",
      monitor_ids: [monitor.id],
      api_monitor_ids: [apiMonitor.id],
      tags: ["shop"],
    });
    expect(window).toMatchObject({
      rrule: "FREQ=WEEKLY;BYDAY=SU",
      monitor_ids: [monitor.id],
      api_monitor_ids: [apiMonitor.id],
      journey_ids: [],
      tags: ["shop"],
      covers_all: false,
      active: false,
      // 02:30 local time in Berlin, in winter.
      next_starts_at: "2026-11-22T01:30:00.000Z",
    });
    expect((await call("GET", `${URL}/${window.id}`)).data).toEqual(window);
    nowMs = Date.parse("2027-03-28T00:00:00Z");
    const inSpring = (await call("GET", `${URL}/${window.id}`)).data;
    // Daylight saving time skips 02:30 on that Sunday.
    expect(inSpring.next_starts_at).toBe("2027-03-28T01:30:00.000Z");
    nowMs = Date.parse("2027-04-01T00:00:00Z");
    expect((await call("GET", `${URL}/${window.id}`)).data.next_starts_at).toBe("2027-04-04T00:30:00.000Z");
  });

  test("uses the time zone of the organization by default", async () => {
    await running.database.run(
      sql`update organization set settings = settings || '{"timezone": "America/New_York"}' where id = ${org.orgId}`,
    );
    const window = await createWindow({ name: "a", duration_minutes: 5, starts_at: "2026-12-01T02:30:00" });
    expect(window).toMatchObject({ timezone: "America/New_York", starts_at: "2026-12-01T07:30:00.000Z" });
  });

  test.each<[object, string]>([
    [{}, "duration_seconds"],
    [{ duration_seconds: 59 }, "duration_seconds"],
    [{ duration_minutes: 43_201 }, "duration_minutes"],
    [{ duration_minutes: 1, duration_seconds: 61 }, "duration_minutes"],
    [{ duration_minutes: 1, starts_at: "tomorrow" }, "starts_at"],
    [{ duration_minutes: 1, starts_at: "2026-11-20T11:00:00Z" }, "starts_at"],
    [{ duration_minutes: 1, starts_at: "2099-11-20T11:00:00Z" }, "starts_at"],
    [{ duration_minutes: 1, timezone: "+02:00" }, "timezone"],
    [{ duration_minutes: 1, timezone: "Mars/Olympus" }, "timezone"],
    [{ duration_minutes: 1, rrule: "FREQ=HOURLY" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;BYHOUR=1,2" }, "rrule"],
    [{ duration_minutes: 1, rrule: "BYDAY=MO" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;FREQ=DAILY" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;COUNT=2;UNTIL=20270101" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;UNTIL=20270230" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;BYMONTHDAY=32" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;UNTIL=20260101" }, "rrule"],
    [{ duration_minutes: 1, rrule: "FREQ=DAILY;COUNT=2", starts_at: "2026-11-01T00:00:00Z" }, "starts_at"],
    [{ duration_minutes: 1, mode: "stop" }, "mode"],
    [{ duration_minutes: 1, monitor_ids: ["01900000-0000-7000-8000-000000000000"] }, "monitor_ids"],
    [{ duration_minutes: 1, journey_ids: ["'"] }, "journey_ids"],
  ])("rejects %j with the field %s", async (payload, path) => {
    const response = await create({ name: "a", ...payload });
    expect([response.statusCode, response.paths]).toEqual([400, [path]]);
  });

  test("treats targets of other organizations and of other kinds as unknown", async () => {
    const other = await makeOrg(running.database);
    const foreign = await makeMonitor(running.database, { orgId: other.orgId });
    const apiMonitor = await makeApiMonitor(running.database, { orgId: org.orgId });
    for (const id of [foreign.id, apiMonitor.id]) {
      const response = await create({ name: "a", duration_minutes: 1, monitor_ids: [id] });
      expect([response.statusCode, response.paths]).toEqual([400, ["monitor_ids"]]);
      expect(response.message).toContain(`contains '${id}', which is not an existing monitor`);
    }
  });
});

describe("updating", () => {
  test("accepts the body of a GET and changes nothing", async () => {
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const window = await createWindow({ name: "a", duration_minutes: 5, monitor_ids: [monitorId] });
    nowMs += HOUR_MS;
    const response = await call("PUT", `${URL}/${window.id}`, window);
    expect(response.data).toMatchObject({ updated_at: window.updated_at, active: false });
    expect(await auditActions()).toEqual(["maintenance_window.create"]);
  });

  test("does not cover all targets after its own targets are deleted", async () => {
    const { id: monitorId } = await makeMonitor(running.database, { orgId: org.orgId });
    const window = await createWindow({ name: "a", duration_minutes: 5, monitor_ids: [monitorId] });
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${monitorId}` });
    const seen = (await call("GET", `${URL}/${window.id}`)).data;
    expect(seen).toMatchObject({ monitor_ids: [], covers_all: false });
    const renamed = await call("PUT", `${URL}/${window.id}`, { ...seen, name: "b" });
    expect(renamed.data).toMatchObject({ name: "b", covers_all: false });
  });

  test("moves the window and clears optional fields", async () => {
    const window = await createWindow({ name: "a", duration_minutes: 5, rrule: "FREQ=DAILY", tags: ["x"] });
    const response = await call("PUT", `${URL}/${window.id}`, {
      starts_at: "2026-11-21T02:00",
      timezone: "Asia/Kolkata",
      duration_minutes: 10,
      rrule: null,
      tags: null,
    });
    expect(response.data).toMatchObject({
      starts_at: "2026-11-20T20:30:00.000Z",
      duration_seconds: 600,
      rrule: null,
      tags: [],
      covers_all: true,
      active: false,
    });
    expect(await auditActions()).toEqual(["maintenance_window.create", "maintenance_window.update"]);
  });
});

describe("ending", () => {
  test("ends the active occurrence, keeps the recurrence and is idempotent", async () => {
    const window = await createWindow({ name: "a", duration_minutes: 60, rrule: "FREQ=DAILY" });
    nowMs += 60_000;
    const ended = await call("POST", `${URL}/${window.id}/end`);
    expect(ended).toMatchObject({
      statusCode: 200,
      data: {
        active: false,
        ends_at: null,
        ended_at: "2026-11-20T12:01:00.500Z",
        next_starts_at: "2026-11-21T12:00:00.000Z",
      },
    });
    nowMs += 60_000;
    expect((await call("POST", `${URL}/${window.id}/end`)).data).toEqual(ended.data);
    nowMs = Date.parse("2026-11-21T12:00:00Z");
    expect((await call("GET", `${URL}/${window.id}`)).data.active).toBe(true);
    expect(await auditActions()).toEqual(["maintenance_window.create", "maintenance_window.end"]);
  });

  test("returns 404 after deletion", async () => {
    const window = await createWindow({ name: "a", duration_minutes: 60 });
    expect((await call("DELETE", `${URL}/${window.id}`)).data).toEqual({ id: window.id, deleted: true });
    expect((await call("GET", `${URL}/${window.id}`)).statusCode).toBe(404);
  });
});

test("lists all windows across pages", async () => {
  for (const name of ["b", "a", "c"]) await createWindow({ name, duration_minutes: 1 });
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const url: string = `${URL}?sort=name&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: { data: MaintenanceWindow[]; meta: { next_cursor: string | null } } = (
      await running.call(org.keys.read, { method: "GET", url })
    ).json();
    names.push(...page.data.map(({ name }) => name));
    cursor = page.meta.next_cursor;
  }
  expect(names).toEqual(["a", "b", "c"]);
});

describe("parents", () => {
  const monitor = async (parents: readonly string[] = []) =>
    running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/monitors",
      payload: { name: "a", type: "url", url: "http://127.0.0.1/", parents },
    });
  const change = (url: string, parents: readonly string[] | null) =>
    running.call(org.keys.admin, { method: "PUT", url: `/api/v1/${url}`, payload: { parents } });

  test("are stored for every kind of target, and null clears them", async () => {
    const router = (await monitor()).json().data;
    expect(router.parents).toEqual([]);
    const child = (await monitor([router.id, router.id])).json().data;
    expect(child.parents).toEqual([router.id]);
    const steps = [{ url: "http://127.0.0.1/" }];
    const payload = { name: "a", steps, parents: [router.id, child.id] };
    const api = await running.call(org.keys.admin, { method: "POST", url: "/api/v1/api-monitors", payload });
    expect(api.json().data.parents).toEqual([router.id, child.id].sort());
    const url = `api-monitors/${api.json().data.id}`;
    const shown = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/${url}` });
    expect(shown.json().data.parents).toEqual([router.id, child.id].sort());
    expect((await change(url, [child.id])).json().data.parents).toEqual([child.id]);
    expect((await change(url, null)).json().data.parents).toEqual([]);
    const walk = { name: "a", steps: [{ action: "goto", url: "http://127.0.0.1/" }], parents: [router.id] };
    const made = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/journeys",
      payload: walk,
    });
    expect(made.json().data.parents).toEqual([router.id]);
    const journey = `journeys/${made.json().data.id}`;
    expect((await change(`monitors/${router.id}`, [made.json().data.id])).statusCode).toBe(400);
    expect((await change(journey, [child.id])).json().data.parents).toEqual([child.id]);
    expect((await change(journey, null)).json().data.parents).toEqual([]);
  });

  test("that form a cycle of any length are rejected, and so is a dependency on itself", async () => {
    const a = (await monitor()).json().data.id;
    const b = (await monitor([a])).json().data.id;
    const c = (await monitor([b])).json().data.id;
    for (const parents of [[c], [b], [a]]) {
      const response = await change(`monitors/${a}`, parents);
      expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "parents"]);
    }
    expect((await change(`monitors/${c}`, [a, b])).statusCode).toBe(200);
  });

  test("of two concurrent updates that depend on each other, one is rejected", async () => {
    const [a, b] = [(await monitor()).json().data.id, (await monitor()).json().data.id];
    const responses = await Promise.all([change(`monitors/${a}`, [b]), change(`monitors/${b}`, [a])]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test("that are unknown or belong to another organization are rejected alike", async () => {
    const other = await makeOrg(running.database);
    const foreign = await makeMonitor(running.database, { orgId: other.orgId });
    for (const id of [foreign.id, "01900000-0000-7000-8000-000000000000", "1"]) {
      const response = await monitor([id]);
      expect(response.statusCode).toBe(400);
      expect(response.json().error.details).toEqual([
        {
          path: "parents",
          message: `contains '${id}', which is not an existing monitor, API monitor or journey`,
        },
      ]);
    }
  });

  test("that are deleted are removed from their dependents", async () => {
    const a = (await monitor()).json().data.id;
    const b = (await monitor([a])).json().data.id;
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/monitors/${a}` });
    const shown = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/monitors/${b}` });
    expect(shown.json().data.parents).toEqual([]);
  });
});
