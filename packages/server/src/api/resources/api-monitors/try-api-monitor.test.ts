import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { rowsOfOrganization } from "../../../../test/rows-of-organization.ts";
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

const CANARY = "c4nary-Secret-0f-the-trial";

const attempt = (payload: object, key = org.keys.admin) =>
  running.call(key, { method: "POST", url: "/api/v1/api-monitors/try", payload });

async function variable(payload: object, key = org.keys.admin): Promise<void> {
  const answer = await running.call(key, { method: "POST", url: "/api/v1/variables", payload });
  expect(answer.statusCode).toBe(201);
}

const shop = () =>
  opened(
    startApi(({ path, headers }, response) => {
      if (path === "/login")
        return json(response, 200, { token: "t-1", asked: headers["x-api-key"] ?? null });
      if (headers.authorization !== "Bearer t-1") return json(response, 403, { error: "not signed in" });
      return json(response, 200, { plan: 5, nested: { list: [1, 2] } });
    }),
  );

const rowsOf = async () => ({
  ...(await rowsOfOrganization(running.database, org.orgId)),
  ...(await running.database.find<object>(sql`
    select (select count(*) from check_result) as results, (select count(*) from check_peer) as peers,
      (select count(*) from run) as runs, (select count(*) from run_step) as steps`)),
});

describe("an API monitor that is not saved", () => {
  test("is run against its real targets, shows what each step found, and leaves nothing behind", async () => {
    const target = await shop();
    const before = await rowsOf();
    const answer = await attempt({
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
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
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
    expect(await rowsOf()).toEqual(before);
  });

  test("sends the organization's secrets to its target, and shows them to nobody", async () => {
    const target = await shop();
    await variable({ name: "API_KEY", value: CANARY, type: "secret" });
    const steps = [{ url: `${target.url}/login`, headers: { "x-api-key": "{{API_KEY}}" } }];
    const answer = await attempt({ name: "Shop", steps });
    expect(answer.json().data).toMatchObject({ status: "passed" });
    expect(target.got[0]?.headers["x-api-key"]).toBe(CANARY);
    expect(answer.body).not.toContain(CANARY);
    expect(answer.body).toContain("••••");
  });

  test("fails at the step that names a variable nobody has, also where another organization has it", async () => {
    const target = await shop();
    const stranger = await makeOrg(running.database);
    await variable({ name: "FOREIGN", value: CANARY }, stranger.keys.admin);
    const answer = await attempt({ steps: [{ url: `${target.url}/login?q={{FOREIGN}}` }] });
    expect(answer.json().data).toMatchObject({
      status: "failed",
      error: { code: "UNKNOWN_VARIABLE", step_index: 0, message: expect.stringContaining("FOREIGN") },
    });
    expect(answer.body).not.toContain(CANARY);
    expect(target.got).toEqual([]);
  });

  test("is held to the whole run's timeout", async () => {
    const target = await opened(startApi(() => undefined));
    const answer = await attempt({ timeout: 0.2, steps: [{ url: target.url }, { url: target.url }] });
    expect(answer.json().data).toMatchObject({ status: "failed", steps: [{}, { status: "skipped" }] });
  });

  test("has the faults of a create, at the same paths, and is not run then", async () => {
    const bad = {
      interval: 0,
      parents: ["01900000-0000-7000-8000-000000000000"],
      steps: [{ url: "nowhere", assertions: [{ type: "status_code", operator: "equals", value: "x" }] }],
    };
    const tried = await attempt(bad);
    const created = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors",
      payload: { name: "n", ...bad },
    });
    expect(tried.statusCode).toBe(400);
    expect(tried.json().error.details).toEqual(created.json().error.details);
    const elsewhere = await attempt({ steps: [{ url: "http://127.0.0.1/" }], location: "mars" });
    expect(elsewhere.json().error.details).toEqual([
      { path: "location", message: "is none of its locations: default" },
    ]);
    const orphan = await attempt({ steps: [{ url: "http://127.0.0.1/" }], parents: bad.parents });
    expect(orphan.json().error.details).toMatchObject([{ path: "parents" }]);
  });

  test("is refused to a viewer and to a key that may only run", async () => {
    const payload = { steps: [{ url: "http://127.0.0.1/" }] };
    const viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    const url = "/api/v1/api-monitors/try";
    expect((await running.callAs(viewer, { method: "POST", url, payload })).statusCode).toBe(403);
    expect((await attempt(payload, org.keys.agent)).statusCode).toBe(403);
  });

  test("is run four times at once by an organization, and others are not held up by it", async () => {
    const answers: (() => void)[] = [];
    const target = await opened(startApi((_, response) => answers.push(() => json(response, 200, {}))));
    const payload = { steps: [{ url: target.url }] };
    const four = Array.from({ length: 4 }, () => attempt(payload));
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(4);
    const fifth = await attempt(payload);
    expect([fifth.statusCode, fifth.headers["retry-after"]]).toEqual([429, "5"]);
    expect(fifth.json().error.message).toMatch(/At most 4 trials/);
    const stranger = await makeOrg(running.database);
    const other = attempt(payload, stranger.keys.admin);
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(5);
    for (const answer of answers.splice(0)) answer();
    expect((await Promise.all([...four, other])).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 5 }, () => 200),
    );
    const next = attempt(payload);
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(1);
    answers[0]?.();
    expect((await next).statusCode).toBe(200);
  });
});

test("a trial is held to the egress policy", async () => {
  const hosted = await startTestApp();
  const stop = startRunners(hosted.queue, { mode: "hosted" });
  try {
    const owner = await makeOrg(hosted.database);
    const target = await shop();
    const answer = await hosted.call(owner.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors/try",
      payload: { steps: [{ url: `${target.url}/login` }] },
    });
    expect(answer.json().data).toMatchObject({ status: "failed", error: { code: "ADDRESS_BLOCKED" } });
    expect(target.got).toEqual([]);
  } finally {
    await stop();
    await hosted.stop();
  }
});

test("a trial that no runner takes is 503, and says so", async () => {
  const lonely = await startTestApp({ manualCheckGraceMs: 50 });
  try {
    const owner = await makeOrg(lonely.database);
    const attemptThere = () =>
      lonely.call(owner.keys.admin, {
        method: "POST",
        url: "/api/v1/api-monitors/try",
        payload: { timeout: 0.1, steps: [{ url: "http://127.0.0.1/" }] },
      });
    const nobody = await attemptThere();
    expect([nobody.statusCode, nobody.json().error.message]).toEqual([
      503,
      expect.stringMatching(/^No runner at default/),
    ]);
    // One that is there and takes what it never makes.
    lonely.queue.announce("silent", "default");
    lonely.queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, () => {});
    const silent = await attemptThere();
    expect([silent.statusCode, silent.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  } finally {
    await lonely.stop();
  }
});

test("our own trouble is 503, and no result of the target", async () => {
  const troubled = await startTestApp();
  try {
    const owner = await makeOrg(troubled.database);
    troubled.queue.announce("r", "default");
    troubled.queue.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => {
      for (const { runId, attempt: number, lease, targetId, location } of jobs) {
        const named = { runId, attempt: number, lease, targetId, location, runner: "r" };
        const error = {
          code: "INTERNAL",
          message: "The runner had trouble of its own.",
          stepIndex: null,
        } as const;
        const outcome = { startedAtMs: 1, finishedAtMs: 2, error, steps: [] };
        troubled.queue.publishRunReports([{ ...named, event: "finished", outcome }]);
      }
    });
    const answer = await troubled.call(owner.keys.admin, {
      method: "POST",
      url: "/api/v1/api-monitors/try",
      payload: { steps: [{ url: "http://127.0.0.1/" }] },
    });
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      503,
      "The runner had trouble of its own.",
    ]);
  } finally {
    await troubled.stop();
  }
});
