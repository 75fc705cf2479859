import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const send = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const url = `/api/v1${path}`;
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  return { status: response.statusCode, ...response.json() };
};

const BODIES: Record<string, object> = {
  "/monitors": { name: "M", type: "url", url: "https://a.example" },
  "/api-monitors": { name: "A", steps: [{ url: "https://a.example" }] },
  "/journeys": { name: "J", steps: [{ action: "goto", url: "https://a.example" }] },
};

async function make(path: string, fields: object = {}): Promise<string> {
  const { status, data, error } = await send("POST", path, { ...BODIES[path], ...fields });
  expect([status, error]).toEqual([201, undefined]);
  return data.id;
}

const bulk = (body: object) => send("POST", "/targets/bulk", body);
const PROD = { tags: { any: ["prod"] } };

describe("a bulk change", () => {
  test("pauses and resumes targets of every kind that the selector selects, and no others", async () => {
    for (const path of Object.keys(BODIES)) await make(path, { tags: ["prod"] });
    const other = await make("/monitors");
    expect((await bulk({ selector: PROD, action: "pause" })).data).toEqual({
      selected: 3,
      changed: 3,
      failed: [],
    });
    const listed = (await send("GET", "/targets")).data;
    expect(
      listed.filter(({ enabled }: { enabled: boolean }) => enabled).map(({ id }: { id: string }) => id),
    ).toEqual([other]);
    await bulk({ selector: PROD, action: "resume" });
    expect((await send("GET", "/targets?status=paused")).data).toEqual([]);
  });

  test("adds and removes tags, and sets group and owner", async () => {
    const { data: group } = await send("POST", "/groups", { name: "Shop" });
    const id = await make("/journeys", { tags: ["prod", "old"] });
    const set = { add_tags: ["eu", "prod"], remove_tags: ["old"], group_id: group.id, owner: "Web" };
    expect((await bulk({ selector: { targets: [id] }, action: "update", set })).data.changed).toBe(1);
    expect((await send("GET", `/journeys/${id}`)).data).toMatchObject({
      ...{ tags: ["prod", "eu"], group_id: group.id, owner: "Web" },
    });
  });

  test("sets interval and locations of every kind, and names those that cannot have them", async () => {
    const ids = {
      monitor: await make("/monitors", { tags: ["prod"] }),
      api: await make("/api-monitors", { tags: ["prod"] }),
      journey: await make("/journeys", { tags: ["prod"] }),
    };
    const set = { interval: 600, locations: ["default"] };
    expect((await bulk({ selector: PROD, action: "update", set })).data).toMatchObject({
      changed: 3,
      failed: [],
    });
    const read = async (path: string) => (await send("GET", path)).data;
    expect(await read(`/monitors/${ids.monitor}`)).toMatchObject(set);
    expect(await read(`/api-monitors/${ids.api}`)).toMatchObject(set);
    expect(await read(`/journeys/${ids.journey}`)).toMatchObject({
      ...{ interval_seconds: 600, primary_location: "default", locations: [] },
    });
    const short = await bulk({ selector: PROD, action: "update", set: { interval: 5 } });
    expect(short.data).toMatchObject({
      changed: 2,
      failed: [{ id: ids.journey, message: expect.stringMatching(/interval .*10/) }],
    });
  });

  test("starts a run of targets that run, and says why a monitor cannot be checked", async () => {
    const api = await make("/api-monitors", { tags: ["prod"] });
    const journey = await make("/journeys", { tags: ["prod"] });
    const { data } = await bulk({ selector: PROD, action: "check" });
    expect([data.changed + data.failed.length, data.selected]).toEqual([2, 2]);
    for (const path of [`/api-monitors/${api}/runs`, `/journeys/${journey}/runs`]) {
      const isFailed = data.failed.some(({ id }: { id: string }) => path.includes(id));
      const runs = (await send("GET", path)).data;
      expect(runs.map(({ trigger }: { trigger: string }) => trigger)).toEqual(isFailed ? [] : ["manual"]);
    }
  });

  test("deletes only the expected number of targets", async () => {
    await make("/monitors", { tags: ["prod"] });
    await make("/monitors", { tags: ["prod"] });
    const missing = await bulk({ selector: PROD, action: "delete" });
    expect([missing.status, missing.error.details[0].path]).toEqual([400, "expected_count"]);
    const dry = await bulk({ selector: PROD, action: "delete", dry_run: true });
    expect(dry.data).toEqual({ selected: 2, changed: 0, failed: [] });
    const stale = await bulk({ selector: PROD, action: "delete", expected_count: 1 });
    expect(stale.error.details[0].message).toMatch(/selects 2 targets now/);
    expect((await send("GET", "/targets")).data).toHaveLength(2);
    expect((await bulk({ selector: PROD, action: "delete", expected_count: 2 })).data.changed).toBe(2);
    expect((await send("GET", "/targets")).data).toEqual([]);
  });

  test("names the targets that cannot be changed, and changes the others", async () => {
    const full = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const id = await make("/monitors", { tags: full });
    await make("/monitors", { tags: ["t0"] });
    const { data } = await bulk({
      selector: { tags: { any: ["t0"] } },
      action: "update",
      set: { add_tags: ["one"] },
    });
    expect(data).toMatchObject({
      selected: 2,
      changed: 1,
      failed: [{ id, message: expect.stringMatching(/tags/) }],
    });
  });

  test("does not change targets of other organizations", async () => {
    const id = await make("/monitors");
    const mine = org;
    org = await makeOrg(running.database);
    expect((await bulk({ selector: { targets: [id] }, action: "pause" })).data.selected).toBe(0);
    expect((await bulk({ selector: {}, action: "pause" })).data.selected).toBe(0);
    org = mine;
    expect((await send("GET", `/monitors/${id}`)).data.enabled).toBe(true);
  });

  test.each([
    [{ action: "pause" }, "selector"],
    [{ selector: {}, action: "update" }, "set"],
    [{ selector: {}, action: "pause", set: {} }, "set"],
    [{ selector: {}, action: "archive" }, "action"],
    [{ selector: {}, action: "update", set: { timeout: 1 } }, "set"],
    [{ selector: {}, action: "update", set: { interval: 0 } }, "set.interval"],
    [{ selector: {}, action: "update", set: { locations: [] } }, "set.locations"],
    [{ selector: {}, action: "update", set: { locations: ["default", "default"] } }, "set.locations"],
    [{ selector: {}, action: "check", set: {} }, "set"],
  ])("%j is rejected at %s", async (body, path) => {
    const { status, error } = await bulk(body);
    expect([status, error.details[0].path]).toEqual([400, expect.stringContaining(path)]);
  });
});
