import type { AlertChange, TargetChange } from "@vedette/contract/changes/changes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAlerts, makeRule, type Recording, startRecording } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { dropOldChanges } from "../../../pipeline/changes/drop-old-changes.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let running: TestApp;
let org: TestOrg;
let targetId: string;
let seriesKey: number;
/** Times of one test are minutes before the same instant. */
let nowMs: number;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());
beforeEach(async () => {
  nowMs = Date.now();
  org = await makeOrg(running.database);
  await send("POST", "/variables", { name: "TOKEN", type: "secret", value: "hunter2-hunter2" });
  const body = { name: "Shop", type: "url", url: "https://shop.test/{{TOKEN}}", interval: 60 };
  targetId = (await send("POST", "/monitors", body)).id;
  const row = await running.database.find<{ series_key: number }>(
    sql`select series_key from series where target_id = ${targetId}`,
  );
  seriesKey = row?.series_key ?? 0;
});

async function send(method: "GET" | "POST" | "PUT" | "PATCH", path: string, payload?: object) {
  const response = await running.call(org.keys.admin, {
    ...{ method, url: `/api/v1${path}` },
    ...(payload && { payload }),
  });
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
  return response.json().data;
}

/** Records what checks saw at some minutes ago, oldest first. */
async function record(seen: readonly (readonly [minutesAgo: number, headers: string, status?: "down"])[]) {
  const recording: Recording = await startRecording(running.database);
  for (const [minutesAgo, headers, status = "up"] of seen) {
    const slotMs = nowMs - minutesAgo * MINUTE_MS;
    await recording.record([{ seriesKey, slotMs, status, found: { fingerprint: { headers } } }]);
  }
  await recording.stop();
}

const list = async (query: Record<string, string> = {}) => {
  const url = `/api/v1/targets/${targetId}/changes?${new URLSearchParams(query)}`;
  const response = await running.call(org.keys.read, { method: "GET", url });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json() as { data: TargetChange[]; meta: { next_cursor: string | null; has_more: boolean } };
};
const summaries = async (query: Record<string, string> = {}) =>
  (await list(query)).data.map(({ summary }) => summary);

test("the timeline has what checks saw, deploys and edits, without values of secrets", async () => {
  await record([
    [30, "server: nginx"],
    [20, "server: caddy"],
  ]);
  const at = new Date(nowMs - 10 * MINUTE_MS).toISOString();
  await send("POST", "/markers", { title: "shop 2.1", at, url: "https://ci.test/7" });
  const [variable] = await send("GET", "/variables");
  await send("PUT", `/variables/${variable.id}`, { value: "correct-horse-battery" });
  await send("PUT", `/monitors/${targetId}`, { interval: 120 });
  expect(await summaries()).toEqual([
    "Monitor “Shop” changed: interval.",
    "Variable “TOKEN” changed.",
    "Monitor “Shop” created.",
    "Variable “TOKEN” created.",
    "Deploy: shop 2.1.",
    "Server headers changed from server: nginx to server: caddy.",
  ]);
  const { data } = await list();
  expect(JSON.stringify(data)).not.toMatch(/hunter2|correct-horse/);
  expect(data.slice(-2)).toMatchObject([
    { kind: "deploy", url: "https://ci.test/7", by: "admin" },
    { kind: "observed", field: "headers", locations: ["default"], by: null },
  ]);
});

test("pages together have each change once, also those of one instant, and a range limits them", async () => {
  const at = new Date(nowMs - 10 * MINUTE_MS).toISOString();
  for (let nr = 0; nr < 4; nr++) await send("POST", "/markers", { title: `${nr}`, at });
  await record([
    [30, "a"],
    [20, "b"],
    [15, "c"],
  ]);
  const all = await summaries();
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { data, meta } = await list({ limit: "2", ...(cursor && { cursor }) });
    found.push(...data.map(({ summary }) => summary));
    cursor = meta.next_cursor;
  }
  expect([all.length, found]).toEqual([8, all]);
  const range = { from: new Date(nowMs - 18 * MINUTE_MS).toISOString(), to: at };
  expect(await summaries(range)).toEqual(["Server headers changed from b to c."]);
});

test("before an alert, the changes are ranked", async () => {
  await makeRule(running.database, {
    ...{ type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } },
    ...{ orgId: org.orgId, targetId },
  });
  await send("POST", "/markers", { title: "old", at: new Date(nowMs - 50 * MINUTE_MS).toISOString() });
  await send("POST", "/markers", { title: "new", at: new Date(nowMs - 12 * MINUTE_MS).toISOString() });
  await record([
    [30, "a"],
    [8, "b"],
    [7, "b", "down"],
  ]);
  const [alert] = await listAlerts(running.database, org.orgId);
  const changes: AlertChange[] = await send("GET", `/alerts/${alert?.id}/changes`);
  expect(changes).toMatchObject([
    { summary: "Server headers changed from a to b.", seconds_before: 60 },
    { summary: "Deploy: new.", seconds_before: 300 },
  ]);
});

test("another organization sees nothing of it", async () => {
  await record([
    [30, "a"],
    [20, "b"],
  ]);
  const stranger = await makeOrg(running.database);
  for (const path of [`/targets/${targetId}/changes`, `/alerts/${targetId}/changes`]) {
    const response = await running.call(stranger.keys.admin, { method: "GET", url: `/api/v1${path}` });
    expect(response.statusCode).toBe(404);
  }
});

test("changes are deleted after 90 days", async () => {
  await record([
    [30, "a"],
    [20, "b"],
  ]);
  const count = async () => (await list({ to: new Date(Date.now() - MINUTE_MS).toISOString() })).data.length;
  const dropAt = (nowMs: number) =>
    dropOldChanges(
      { database: running.database, clock: { ...systemClock, now: () => nowMs } },
      { signal: new AbortController().signal },
    );
  await dropAt(Date.now() + 89 * DAY_MS);
  expect(await count()).toBe(1);
  await dropAt(Date.now() + 91 * DAY_MS);
  expect(await count()).toBe(0);
});
