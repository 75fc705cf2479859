import { type Activity, activitySchema } from "@vedette/contract/targets/activity.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { sql } from "../../../platform/storage/sql.ts";

const MINUTE_MS = 60_000;

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const agoIso = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

const call = (method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1/${path}`, ...(payload && { payload }) });

async function activity(query = ""): Promise<Activity[]> {
  const response = await call("GET", `activity${query}`);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  const { data } = response.json();
  for (const entry of data) expect(entry).toEqual(activitySchema.parse(entry));
  return data;
}

/** A monitor that was down from 50 to 40 minutes ago and is degraded for 20 minutes. */
async function makeOutages(name: string): Promise<string> {
  const { id } = await makeMonitor(running.database, { orgId: org.orgId, createdAt: agoIso(3_000) });
  const changes = [
    [agoIso(2_900), "pending", "up"],
    [agoIso(50), "up", "down"],
    [agoIso(40), "down", "up"],
    [agoIso(20), "up", "degraded"],
  ] as const;
  for (const [at, before, after] of changes) {
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status) values (${id}, ${at}, ${after}, ${before})`);
  }
  await running.database.run(sql`
    update target set name = ${name}, status = 'degraded', status_since = ${agoIso(20)} where id = ${id}`);
  return id;
}

test("lists outages that ended and those that go on, with their times", async () => {
  const id = await makeOutages("Shop");
  const target = { type: "monitor", id, name: "Shop" };
  const [now, ended, ...others] = await activity();
  expect(others).toEqual([]);
  expect(now).toMatchObject({ type: "outage", status: "degraded", target, ended_at: null });
  expect(ended).toMatchObject({ type: "outage", status: "down", target });
  const lengthMs = Date.parse(ended?.ended_at ?? "") - Date.parse(ended?.started_at ?? "");
  expect(Math.round(lengthMs / MINUTE_MS)).toBe(10);
  expect(await activity(`?from=${encodeURIComponent(agoIso(30).toISOString())}`)).toEqual([now]);
});

test("lists alerts, maintenance and changes of definitions, but no everyday operations", async () => {
  const alertId = await makeAlert(running.database, { orgId: org.orgId, atMs: Date.now() - 30 * MINUTE_MS });
  const made = await call("POST", "monitors", { name: "Shop", type: "tcp", host: "127.0.0.1", port: 9 });
  const { id } = made.json().data;
  await call("PUT", `monitors/${id}`, { interval: 300 });
  await call("POST", `targets/${id}/snooze`, { minutes: 5 });
  await call("POST", "maintenance-windows", {
    name: "Upgrade",
    starts_at: agoIso(10).toISOString(),
    duration_minutes: 60,
  });
  const entries = await activity();
  expect(entries.filter(({ type }) => type === "alert")).toMatchObject([
    { alert: { id: alertId, title: "Shop is down" }, ended_at: null },
  ]);
  expect(entries.filter(({ type }) => type === "maintenance")).toMatchObject([
    { window: { name: "Upgrade", mode: "mute" }, ended_at: null },
  ]);
  const changes = entries.flatMap((entry) => (entry.type === "change" ? [entry] : []));
  expect(changes.map(({ action, object }) => [action, object.name])).toEqual([
    ["maintenance_window.create", "Upgrade"],
    ["monitor.update", "Shop"],
    ["monitor.create", "Shop"],
  ]);
});

test("pages neither repeat nor omit an entry", async () => {
  for (let nr = 0; nr < 4; nr += 1) {
    await makeOutages(`Shop ${nr}`);
    await makeAlert(running.database, { orgId: org.orgId, atMs: Date.now() - nr * 15 * MINUTE_MS });
  }
  const all = await activity();
  expect(all).toHaveLength(12);
  const read: Activity[] = [];
  for (let query = "?limit=5"; query !== ""; ) {
    const { data, meta } = (await call("GET", `activity${query}`)).json();
    read.push(...data);
    query = meta.next_cursor === null ? "" : `?limit=5&cursor=${meta.next_cursor}`;
  }
  expect(read).toEqual(all);
});

test("an organization does not see what happened in another one, and a time too long ago is rejected", async () => {
  await makeOutages("Shop");
  const other = await makeOrg(running.database);
  const response = await running.call(other.keys.admin, { method: "GET", url: "/api/v1/activity" });
  expect(response.json().data).toEqual([]);
  const refused = await call(
    "GET",
    `activity?from=${encodeURIComponent(agoIso(60 * 24 * 40).toISOString())}`,
  );
  expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, "from"]);
});
