import type { Marker } from "@vedette/contract/markers/markers.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { incidentMaker } from "../../../../test/incidents/incident-maker.ts";
import { dropOldMarkers } from "../../../pipeline/markers/drop-old-markers.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const URL = "/api/v1/markers";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const post = (payload: object, key = org.keys.agent) =>
  running.call(key, { method: "POST", url: URL, payload });
const create = async (payload: object): Promise<Marker> => {
  const response = await post(payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
};
const list = async (query: Record<string, string> = {}) => {
  const url = `${URL}?${new URLSearchParams(query)}`;
  const response = await running.call(org.keys.read, { method: "GET", url });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json() as { data: Marker[]; meta: { next_cursor: string | null; has_more: boolean } };
};
const titles = async (query: Record<string, string> = {}) =>
  (await list(query)).data.map(({ title }) => title);
const tagged = async (tags: readonly string[]) => {
  const { id } = await makeMonitor(running.database, { orgId: org.orgId });
  await running.database.run(sql`update stored_target set tags = ${[...tags]}::text[] where id = ${id}`);
  return id;
};

test("an agent key marks a release, which is at the current time by default", async () => {
  const before = Date.now();
  const marker = await create({ title: "shop 2.1", url: "https://ci.example/7", tags: ["shop", "shop"] });
  expect(marker).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    ...{ title: "shop 2.1", url: "https://ci.example/7", tags: ["shop"], selector: null },
    ...{ created_by: "agent", created_at: marker.at },
  });
  expect(Date.parse(marker.at)).toBeGreaterThanOrEqual(before);
  expect((await list()).data).toEqual([marker]);
});

test("markers are listed by their time, in pages, and filtered by time and tag", async () => {
  for (const minutes of [30, 10, 20]) {
    await create({ title: `${minutes}`, at: ago(minutes * MINUTE_MS), tags: [minutes > 10 ? "old" : "new"] });
  }
  expect(await titles()).toEqual(["10", "20", "30"]);
  const { data, meta } = await list({ limit: "2" });
  expect([data.length, meta.has_more]).toEqual([2, true]);
  expect(await titles({ limit: "2", cursor: meta.next_cursor ?? "" })).toEqual(["30"]);
  expect(await titles({ tag: "old" })).toEqual(["20", "30"]);
  expect(await titles({ from: ago(25 * MINUTE_MS), to: ago(15 * MINUTE_MS) })).toEqual(["20"]);
});

test("a target has the markers whose selector selects it, in pages", async () => {
  const [shop, blog] = [await tagged(["shop"]), await tagged(["blog"])];
  const selectors = [null, { tags: { any: ["shop"] } }, { targets: [blog] }, { tags: { none: ["blog"] } }];
  for (const [nr, selector] of selectors.entries()) {
    await create({ title: `${nr}`, at: ago(nr * MINUTE_MS), selector });
  }
  expect(await titles({ target_id: shop })).toEqual(["0", "1", "3"]);
  expect(await titles({ target_id: blog })).toEqual(["0", "2"]);
  const { data, meta } = await list({ target_id: shop, limit: "2" });
  expect(data.map(({ title }) => title)).toEqual(["0", "1"]);
  expect(await titles({ target_id: shop, limit: "2", cursor: meta.next_cursor ?? "" })).toEqual(["3"]);
  expect(await titles({ target_id: "01900000-0000-7000-8000-000000000000" })).toEqual([]);
});

test("the timeline of an incident has the deploys that affect its targets, from an hour before it", async () => {
  const make = await incidentMaker(running);
  org = make.org;
  const { id, seriesKeys } = await make.watched();
  const other = await tagged(["blog"]);
  const startMs = Date.now() - 10 * MINUTE_MS;
  await create({
    title: "cause",
    at: ago(12 * MINUTE_MS),
    selector: { targets: [id] },
    url: "https://ci.example/8",
  });
  await create({ title: "elsewhere", at: ago(12 * MINUTE_MS), selector: { targets: [other] } });
  await create({ title: "long ago", at: ago(90 * MINUTE_MS) });
  await make.record(seriesKeys[0], "x.", startMs);
  const [incident] = await make.list();
  const { entries } = await make.timeline(incident?.id ?? "");
  expect(entries.filter(({ kind }) => kind === "deploy")).toMatchObject([
    { text: "Deploy: cause (https://ci.example/8)", by: "agent" },
  ]);
  expect(entries[0]?.kind).toBe("deploy");
});

test("a deploy is in the activity of its organization only", async () => {
  const marker = await create({ title: "shop 2.2" });
  const activity = (key: string) => running.call(key, { method: "GET", url: "/api/v1/activity" });
  expect((await activity(org.keys.read)).json().data).toMatchObject([
    {
      type: "deploy",
      at: marker.at,
      actor: "agent",
      marker: { id: marker.id, title: "shop 2.2", url: null },
    },
  ]);
  const stranger = await makeOrg(running.database);
  expect((await activity(stranger.keys.read)).json().data).toEqual([]);
});

test("creating and deleting are in the audit log", async () => {
  const { id } = await create({ title: "wrong" });
  const remove = () => running.call(org.keys.admin, { method: "DELETE", url: `${URL}/${id}` });
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 404]);
  const log = await running.call(org.keys.admin, { method: "GET", url: `/api/v1/audit-log?target=${id}` });
  expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
    "marker.delete",
    "marker.create",
  ]);
});

test.each([
  [{}, "title"],
  [{ title: "x", at: "yesterday" }, "at"],
  [{ title: "x", at: "2199-01-01T00:00:00Z" }, "at"],
  [{ title: "x", at: "2001-01-01T00:00:00Z" }, "at"],
  [{ title: "x", url: "javascript:alert(1)" }, "url"],
  [{ title: "x", url: "https://{{HOST}}/" }, "url"],
  [{ title: "x", selector: { targets: ["01900000-0000-7000-8000-000000000000"] } }, "selector.targets"],
])("%j is rejected and the error names the field", async (payload, field) => {
  const response = await post(payload);
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, field]);
});

test("the thousandth marker of a day is the last one", async () => {
  await running.database.run(sql`
    insert into marker (id, org_id, at, title, tags, created_by, created_at)
    select gen_random_uuid(), ${org.orgId}, now(), 'x', '{}', 'test', now() from generate_series(1, 999)`);
  expect((await post({ title: "1000" })).statusCode).toBe(201);
  const response = await post({ title: "1001" });
  expect([response.statusCode, response.json().error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
});

test("markers are deleted after 400 days", async () => {
  const { id } = await create({ title: "old" });
  const set = (days: number) =>
    running.database.run(
      sql`update marker set at = ${new Date(Date.now() - days * DAY_MS)} where id = ${id}`,
    );
  const run = () =>
    dropOldMarkers(
      { database: running.database, clock: systemClock },
      { signal: new AbortController().signal },
    );
  await set(399);
  await run();
  expect(await titles()).toEqual(["old"]);
  await set(401);
  await run();
  expect(await titles()).toEqual([]);
});
