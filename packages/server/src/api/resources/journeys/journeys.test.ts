import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { journeyRequests } from "../../../../test/labs/journeys-lab.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
const events: LiveEvent[] = [];
beforeAll(async () => {
  running = await startTestApp();
  running.queue.takeEvents((taken) => events.push(...taken));
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  events.length = 0;
});
afterAll(() => running.stop());

const step = { action: "goto", url: "http://127.0.0.1/" };
const SCRIPT = "await page.goto('/');";

const { call, create, createJourney, put, createVariable } = journeyRequests(() => ({ running, org }));

async function stored(id: string) {
  const row = await running.database.find<{
    revision: number;
    schedule_since: Date;
    shard: number;
    locations: string[];
  }>(sql`select revision, schedule_since, shard, locations from target where id = ${id}`);
  if (!row) throw new Error("no such journey");
  return row;
}

const series = (id: string) =>
  running.database.rows<{ location: string; active: boolean; status: string }>(
    sql`select location, active, status from series where target_id = ${id} order by location`,
  );

describe("creating", () => {
  test("with only a name sets every default; steps can be added later", async () => {
    const journey = await createJourney();
    expect(journey).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org.orgId,
      name: "a",
      description: "",
      runbook_url: null,
      owner: null,
      group_id: null,
      interval_seconds: 300,
      timeout_seconds: 120,
      primary_location: "default",
      locations: [],
      max_retries: 1,
      enabled: true,
      tags: [],
      parents: [],
      steps: null,
      script: null,
      viewport: null,
      device: null,
      capture: { trace: "on_failure", video: "never", video_with_secrets: false },
      status: "pending",
      status_since: journey.created_at,
      paused_reason: null,
      snooze: null,
      managed_by: null,
      status_reason: null,
      last_run: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: journey.created_at,
    });
    expect((await call("GET", `/journeys/${journey.id}`)).json().data).toEqual(journey);
    expect(await series(journey.id)).toEqual([{ location: "default", active: true, status: "pending" }]);
    expect((await stored(journey.id)).shard).toBe(shardOf(journey.id));
  });

  test("stores every field, runs at all locations, and only on demand without an interval", async () => {
    const full = {
      name: "shop",
      description: "d",
      interval_seconds: null,
      timeout_seconds: 60,
      primary_location: "fra",
      locations: ["nyc", "sin"],
      max_retries: 0,
      enabled: false,
      tags: ["t"],
      viewport: { width: 800, height: 600 },
      device: "iPhone 15",
      capture: { trace: "always", video: "on_failure", video_with_secrets: true },
    };
    const journey = await createJourney({ ...full, steps: [step] });
    expect(journey).toMatchObject({ ...full, status: "paused" });
    expect(journey.steps).toMatchObject([{ ...step, name: "goto http://127.0.0.1/", timeout_ms: 10_000 }]);
    expect((await stored(journey.id)).locations).toEqual(["fra", "nyc", "sin"]);
    expect((await series(journey.id)).map(({ location }) => location)).toEqual(["fra", "nyc", "sin"]);
  });

  test("numbers repeated step names, because a step's history is keyed by name", async () => {
    const next = { action: "click", selector: "text=Next" };
    const journey = await createJourney({
      steps: [next, { ...next, name: "click text=Next (2)" }, next, next],
    });
    const names = ["click text=Next", "click text=Next (2)", "click text=Next (3)", "click text=Next (4)"];
    expect(journey.steps?.map(({ name }) => name)).toEqual(names);
    expect((await put(journey.id, journey)).json().data).toEqual(journey);
  });

  test("rejects a script with missing modules on create and update, with line and module", async () => {
    const script = `import { test } from "@playwright/test";\nimport pad from "left-pad";\ntest("a", () => pad());`;
    const refused = [{ path: "script", message: expect.stringMatching(/^Line 2: the module "left-pad"/) }];
    const response = await create({ name: "a", script });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, refused]);
    const journey = await createJourney({ script: SCRIPT });
    const changed = await put(journey.id, { script });
    expect([changed.statusCode, changed.json().error.details]).toMatchObject([400, refused]);
    expect((await call("GET", `/journeys/${journey.id}`)).json().data).toEqual(journey);
  });

  const screenshot = { action: "screenshot", label: "cart", compare: true };
  test.each([
    ["no steps in its list", { steps: [] }, "steps"],
    ["101 steps", { steps: Array.from({ length: 101 }, () => step) }, "steps"],
    ["steps and a script", { steps: [step], script: SCRIPT }, "script"],
    ["a primary location that is also in locations", { locations: ["default"] }, "locations"],
    ["a repeated tag", { tags: ["a", "a"] }, "tags"],
    ["an interval of 9 s", { interval_seconds: 9 }, "interval_seconds"],
    ["a timeout of 1,801 s", { timeout_seconds: 1_801 }, "timeout_seconds"],
    ["6 retries", { max_retries: 6 }, "max_retries"],
    ["an unknown field of a step", { steps: [{ ...step, adress: "" }] }, "steps.0.adress"],
    ["a step without its selector", { steps: [{ action: "click" }] }, "steps.0.selector"],
    [
      "two screenshots with a compared label",
      { steps: [screenshot, { ...screenshot, compare: false }] },
      "steps",
    ],
  ])("with %s is rejected with the field name and writes nothing", async (_name, payload, path) => {
    const response = await create({ name: "a", ...payload });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path }]]);
    expect((await call("GET", "/journeys")).json().data).toEqual([]);
  });

  test("without a fallback location is rejected for locations without a runner, each by its field", async () => {
    const strict = await startTestApp({ config: { fallbackLocation: null } });
    try {
      const owner = await makeOrg(strict.database);
      const payload = { name: "a", primary_location: "fra", locations: ["nyc"] };
      const response = await strict.call(owner.keys.admin, {
        method: "POST",
        url: "/api/v1/journeys",
        payload,
      });
      const paths = response.json().error.details.map(({ path }: { path: string }) => path);
      expect([response.statusCode, paths.toSorted()]).toEqual([400, ["locations", "primary_location"]]);
    } finally {
      await strict.stop();
    }
  });

  test("notifies the schedulers with id and shard after the commit", async () => {
    const heard: string[] = [];
    const stop = await running.database.listen("target_changed", (payload) => heard.push(payload));
    const { id } = await createJourney();
    await expect.poll(() => heard).toContain(`${shardOf(id)}:${id}`);
    await stop();
  });
});

describe("updating", () => {
  test("with the object of a GET changes nothing at all", async () => {
    const request = { action: "request", method: "POST", url: "http://127.0.0.1/", body: { b: 1, a: 2 } };
    const journey = await createJourney({ steps: [step, request], viewport: { width: 900, height: 700 } });
    const before = await stored(journey.id);
    const response = await put(journey.id, journey);
    expect([response.statusCode, response.json().data]).toEqual([200, journey]);
    expect(await stored(journey.id)).toEqual(before);
  });

  test("updates the given fields, keeps the rest and increments the revision; null clears", async () => {
    const journey = await createJourney({
      steps: [step],
      tags: ["x"],
      description: "d",
      viewport: { width: 900, height: 700 },
    });
    const renamed = await put(journey.id, { name: "new" });
    expect(renamed.json().data).toEqual({ ...journey, name: "new", updated_at: expect.any(String) });
    expect((await stored(journey.id)).revision).toBe(2);
    const cleared = await put(journey.id, {
      tags: null,
      description: null,
      steps: null,
      viewport: null,
      interval_seconds: null,
    });
    expect(cleared.json().data).toMatchObject({
      tags: [],
      parents: [],
      description: "",
      steps: null,
      viewport: null,
      interval_seconds: null,
    });
  });

  test("from steps to a script requires both fields, to prevent accidental loss", async () => {
    const { id } = await createJourney({ steps: [step] });
    expect((await put(id, { script: SCRIPT })).json().error.details).toMatchObject([{ path: "script" }]);
    expect((await put(id, { script: SCRIPT, steps: null })).json().data).toMatchObject({
      script: SCRIPT,
      steps: null,
    });
  });

  test("of locations starts series at new locations and deactivates them at removed ones", async () => {
    const { id } = await createJourney({ primary_location: "a", locations: ["b"] });
    const before = await stored(id);
    expect((await put(id, { locations: ["c"] })).json().data.locations).toEqual(["c"]);
    expect(await series(id)).toMatchObject([
      { location: "a", active: true },
      { location: "b", active: false },
      { location: "c", active: true },
    ]);
    expect((await stored(id)).schedule_since.getTime()).toBeGreaterThan(before.schedule_since.getTime());
    const moved = (await put(id, { primary_location: "c" })).json().data;
    expect(moved).toMatchObject({ primary_location: "c", locations: [] });
  });

  test("pausing and resuming change the status, each with an event", async () => {
    const { id } = await createJourney();
    expect((await put(id, { enabled: false })).json().data.status).toBe("paused");
    expect((await put(id, { enabled: true })).json().data.status).toBe("pending");
    expect(events.filter(({ type }) => type.endsWith(".status"))).toMatchObject([
      { type: "journey.status", data: { journey_id: id, status: "paused", previous_status: "pending" } },
      { type: "journey.status", data: { journey_id: id, status: "pending", previous_status: "paused" } },
    ]);
  });
});

describe("listing", () => {
  test("returns each journey once across pages, in each order, and filters by status, tag and text", async () => {
    for (const name of ["one", "two", "three"]) await createJourney({ name, tags: [name] });
    for (const sort of ["created_at", "-created_at", "name", "-name"]) {
      const names: string[] = [];
      for (let cursor = ""; ; ) {
        const query = `?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`;
        const { data, meta } = (await call("GET", `/journeys${query}`)).json();
        names.push(...data.map((journey: Journey) => journey.name));
        if (!meta.has_more) break;
        cursor = meta.next_cursor;
      }
      expect(names.toSorted()).toEqual(["one", "three", "two"]);
    }
    const namesOf = async (query: string) =>
      (await call("GET", `/journeys${query}`)).json().data.map(({ name }: Journey) => name);
    expect(await namesOf("?tag=two")).toEqual(["two"]);
    expect(await namesOf("?q=HRE")).toEqual(["three"]);
    expect(await namesOf("?status=paused")).toEqual([]);
    await running.database.run(sql`
      update target set status = case name when 'one' then 'down' else 'unknown' end
      where org_id = ${org.orgId} and name <> 'three'`);
    expect((await namesOf("?status=down,unknown")).toSorted()).toEqual(["one", "two"]);
    expect(await namesOf("?status=unknown")).toEqual(["two"]);
    expect((await call("GET", "/journeys?status=down,broken")).statusCode).toBe(400);
  });
});

describe("deleting", () => {
  test("deletes its dependents when it is purged, and the id is unknown before", async () => {
    const { id } = await createJourney();
    const response = await call("DELETE", `/journeys/${id}`);
    expect(response.json()).toEqual({ success: true, data: { id, deleted: true } });
    expect((await call("DELETE", `/journeys/${id}`)).statusCode).toBe(404);
    expect((await call("DELETE", `/trash/${id}`)).statusCode).toBe(200);
    expect(await series(id)).toEqual([]);
    expect(await running.database.rows(sql`select from stored_target where id = ${id}`)).toEqual([]);
  });

  test("of its organization deletes it and notifies the schedulers", async () => {
    const { id } = await createJourney({ steps: [{ ...step, url: "{{BASE}}/" }] });
    await createVariable("BASE");
    const heard: string[] = [];
    const stop = await running.database.listen("target_changed", (payload) => heard.push(payload));
    const owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const response = await running.callAs(owner, {
      method: "DELETE",
      url: `/api/v1/organizations/${org.orgId}`,
    });
    expect(response.statusCode).toBe(200);
    await expect.poll(() => heard).toContain(`${shardOf(id)}:${id}`);
    await stop();
    expect(await running.database.rows(sql`select from journey where id = ${id}`)).toEqual([]);
  });
});
