import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { startRunners } from "../../../../test/runners.ts";
import { json, opened, startApi } from "../../../../test/servers/api-target.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let stopRunners: () => Promise<void>;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  stopRunners = startRunners(running.queue);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(async () => {
  await stopRunners();
  await running.stop();
});

const CANARY = "c4nary-Secret-0f-the-test-run";

const tryMonitor = (payload: object, key = org.keys.admin) =>
  running.call(key, { method: "POST", url: "/api/v1/api-monitors/try", payload });

async function createVariable(payload: object, key = org.keys.admin): Promise<void> {
  const response = await running.call(key, { method: "POST", url: "/api/v1/variables", payload });
  expect(response.statusCode).toBe(201);
}

const startShop = () =>
  opened(
    startApi(({ path, headers }, response) => {
      if (path === "/login")
        return json(response, 200, { token: "t-1", asked: headers["x-api-key"] ?? null });
      if (headers.authorization !== "Bearer t-1") return json(response, 403, { error: "not signed in" });
      return json(response, 200, { plan: 5, nested: { list: [1, 2] } });
    }),
  );

const snapshotRows = async () => ({
  ...(await rowsOfOrganization(running.database, org.orgId)),
  ...(await running.database.find<object>(sql`
    select (select count(*) from check_result) as results, (select count(*) from check_connection) as peers,
      (select count(*) from run) as runs, (select count(*) from run_step) as steps`)),
});

describe("an unsaved API monitor", () => {
  test("is run against its real targets, returns what each step found, and leaves nothing behind", async () => {
    const target = await startShop();
    const before = await snapshotRows();
    const response = await tryMonitor({
      variables: { BASE: target.url },
      steps: [
        {
          url: "{{BASE}}/login",
          extract: [{ name: "token", source: "json_path", expression: "$.token" }],
        },
        {
          name: "read",
          url: "{{BASE}}/me",
          auth: { type: "bearer", token: "{{token}}" },
          assertions: [
            { type: "json_path", property: "$.plan", operator: "equals", value: 5 },
            { type: "json_path", property: "$.nested.list[1]", operator: "equals", value: 3 },
          ],
        },
        { name: "never", url: "{{BASE}}/me" },
      ],
    });
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    expect(data).toMatchObject({
      status: "failed",
      location: "default",
      runner: "runner-default",
      duration_ms: expect.any(Number),
      error: { code: "ASSERTION_FAILED", step_index: 1 },
      steps: [
        {
          index: 0,
          name: "GET {{BASE}}/login",
          status: "passed",
          attempt: 1,
          started_at: expect.stringMatching(/Z$/),
          request: { method: "GET", url: `${target.url}/login` },
          response: { status_code: 200, body: '{"token":"t-1","asked":null}', ip: "127.0.0.1" },
          extracted: [{ name: "token", value: "t-1" }],
        },
        {
          name: "read",
          status: "failed",
          response: { timings: { connect_ms: expect.any(Number) } },
          assertions: [
            { property: "$.plan", actual: 5, passed: true },
            { property: "$.nested.list[1]", actual: 2, passed: false },
          ],
        },
        { name: "never", status: "skipped", request: null, response: null },
      ],
    });
    expect(JSON.stringify(data)).not.toMatch(/run_id|details|"id"/);
    expect(target.got.map(({ path }) => path)).toEqual(["/login", "/me"]);
    expect(await snapshotRows()).toEqual(before);
  });

  test("sends the organization's secrets to its target and masks them in the response", async () => {
    const target = await startShop();
    await createVariable({ name: "API_KEY", value: CANARY, type: "secret" });
    const steps = [{ url: `${target.url}/login`, headers: { "x-api-key": "{{API_KEY}}" } }];
    const response = await tryMonitor({ name: "Shop", steps });
    expect(response.json().data).toMatchObject({ status: "passed" });
    expect(target.got[0]?.headers["x-api-key"]).toBe(CANARY);
    expect(response.body).not.toContain(CANARY);
    expect(response.body).toContain("••••");
  });

  test("fails at a step with an unknown variable, even if another organization has that variable", async () => {
    const target = await startShop();
    const otherOrg = await makeOrg(running.database);
    await createVariable({ name: "FOREIGN", value: CANARY }, otherOrg.keys.admin);
    const response = await tryMonitor({ steps: [{ url: `${target.url}/login?q={{FOREIGN}}` }] });
    expect(response.json().data).toMatchObject({
      status: "failed",
      error: { code: "UNKNOWN_VARIABLE", step_index: 0, message: expect.stringContaining("FOREIGN") },
    });
    expect(response.body).not.toContain(CANARY);
    expect(target.got).toEqual([]);
  });

  test("is limited by the timeout of the whole run", async () => {
    const target = await opened(startApi(() => undefined));
    const response = await tryMonitor({ timeout: 0.2, steps: [{ url: target.url }, { url: target.url }] });
    expect(response.json().data).toMatchObject({ status: "failed", steps: [{}, { status: "skipped" }] });
  });

  test("is validated like a create request, with the same error paths, and is not run if invalid", async () => {
    const bad = {
      interval: 0,
      parents: ["01900000-0000-7000-8000-000000000000"],
      steps: [{ url: "nowhere", assertions: [{ type: "status_code", operator: "equals", value: "x" }] }],
    };
    const tested = await tryMonitor(bad);
    const created = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors",
      payload: { name: "n", ...bad },
    });
    expect(tested.statusCode).toBe(400);
    expect(tested.json().error.details).toEqual(created.json().error.details);
    const elsewhere = await tryMonitor({ steps: [{ url: "http://127.0.0.1/" }], location: "mars" });
    expect(elsewhere.json().error.details).toEqual([
      { path: "location", message: "must be one of its locations: default" },
    ]);
    const orphan = await tryMonitor({ steps: [{ url: "http://127.0.0.1/" }], parents: bad.parents });
    expect(orphan.json().error.details).toMatchObject([{ path: "parents" }]);
  });

  test("is rejected for a viewer and for a key that may only run", async () => {
    const payload = { steps: [{ url: "http://127.0.0.1/" }] };
    const viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    const url = "/api/v1/api-monitors/try";
    expect((await running.callAs(viewer, { method: "POST", url, payload })).statusCode).toBe(403);
    expect((await tryMonitor(payload, org.keys.agent)).statusCode).toBe(403);
  });

  test("is limited to four concurrent runs per organization and does not delay other organizations", async () => {
    const replies: (() => void)[] = [];
    const target = await opened(startApi((_, response) => replies.push(() => json(response, 200, {}))));
    const payload = { steps: [{ url: target.url }] };
    const four = Array.from({ length: 4 }, () => tryMonitor(payload));
    await expect.poll(() => replies.length, { timeout: 30_000 }).toBe(4);
    const fifth = await tryMonitor(payload);
    expect([fifth.statusCode, fifth.headers["retry-after"]]).toEqual([429, "5"]);
    expect(fifth.json().error.message).toMatch(/at most 4 tests concurrently/);
    const otherOrg = await makeOrg(running.database);
    const other = tryMonitor(payload, otherOrg.keys.admin);
    await expect.poll(() => replies.length, { timeout: 30_000 }).toBe(5);
    for (const sendReply of replies.splice(0)) sendReply();
    expect((await Promise.all([...four, other])).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 5 }, () => 200),
    );
    const next = tryMonitor(payload);
    await expect.poll(() => replies.length, { timeout: 30_000 }).toBe(1);
    replies[0]?.();
    expect((await next).statusCode).toBe(200);
  });
});

test("a test run is subject to the egress policy", async () => {
  const hosted = await startTestApp();
  const stop = startRunners(hosted.queue, { mode: "hosted" });
  try {
    const owner = await makeOrg(hosted.database);
    const target = await startShop();
    const response = await hosted.call(owner.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors/try",
      payload: { steps: [{ url: `${target.url}/login` }] },
    });
    expect(response.json().data).toMatchObject({ status: "failed", error: { code: "ADDRESS_BLOCKED" } });
    expect(target.got).toEqual([]);
  } finally {
    await stop();
    await hosted.stop();
  }
});

test("a test run without a runner is 503 and names the location", async () => {
  const app = await startTestApp({ manualCheckGraceMs: 50 });
  try {
    const owner = await makeOrg(app.database);
    const tryThere = () =>
      app.call(owner.keys.admin, {
        method: "POST",
        url: "/api/v1/api-monitors/try",
        payload: { timeout: 0.1, steps: [{ url: "http://127.0.0.1/" }] },
      });
    const withoutRunner = await tryThere();
    expect([withoutRunner.statusCode, withoutRunner.json().error.message]).toEqual([
      503,
      expect.stringMatching(/^No runner at default/),
    ]);
    // A runner that takes runs but never reports on them.
    app.queue.announce("silent", "default");
    app.queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, () => {});
    const silent = await tryThere();
    expect([silent.statusCode, silent.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  } finally {
    await app.stop();
  }
});

test("an internal error of the runner is 503, not a result of the target", async () => {
  const app = await startTestApp();
  try {
    const owner = await makeOrg(app.database);
    app.queue.announce("r", "default");
    app.queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => {
      for (const { runId, attempt, lease, targetId, location } of jobs) {
        const report = { runId, attempt, lease, targetId, location, runner: "r" };
        const error = {
          code: "INTERNAL",
          message: "The runner failed with an internal error.",
          stepIndex: null,
        } as const;
        const outcome = { startedAtMs: 1, finishedAtMs: 2, error, steps: [] };
        app.queue.publishRunReports([{ ...report, event: "finished", outcome }]);
      }
    });
    const response = await app.call(owner.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors/try",
      payload: { steps: [{ url: "http://127.0.0.1/" }] },
    });
    expect([response.statusCode, response.json().error.message]).toEqual([
      503,
      "The runner failed with an internal error.",
    ]);
  } finally {
    await app.stop();
  }
});
