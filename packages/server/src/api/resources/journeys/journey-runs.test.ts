import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { ensurePartitions } from "../../../pipeline/results/retention/partitions.ts";
import { insertRunArtifacts } from "../../../pipeline/runs/definition-queries.ts";
import { insertSteps } from "../../../pipeline/runs/queries.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  await ensurePartitions(running.database, Date.now());
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  running.queue.announce("runner-1", "default");
});
afterAll(() => running.stop());

const as = (key: string, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(key, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
const call = (method: "GET" | "POST", path: string, payload?: object) =>
  as(org.keys.agent, method, path, payload);

const STEPS = [
  { action: "goto", url: "http://127.0.0.1/", name: "open" },
  { action: "screenshot", label: "cart", compare: true, name: "look" },
];

async function createJourney(payload: object = {}): Promise<Journey> {
  const wanted = { name: "shop", steps: STEPS, ...payload };
  const response = await as(org.keys.admin, "POST", "/journeys", wanted);
  expect(response.statusCode).toBe(201);
  return response.json().data;
}

async function triggered(id: string, payload?: object): Promise<Run> {
  const response = await call("POST", `/journeys/${id}/run-now`, payload);
  expect([response.statusCode, response.body]).toEqual([202, expect.any(String)]);
  return response.json().data;
}

/** Ends a run with a screenshot of the cart. Returns the key of the screenshot. */
async function ended(run: Run, key = `key-${run.id}`): Promise<string> {
  await running.database.run(sql`
    update run set status = 'passed', stage = null, due_at = null, started_at = queued_at, runner = 'runner-1',
      finished_at = queued_at + interval '2 seconds', duration_ms = 2000, steps_passed = 2,
      web_vitals = '{"lcp_ms": 900, "cls": 0.01, "inp_ms": null, "fcp_ms": 400, "ttfb_ms": 20}',
      visual_diff_percent = 1.5
    where id = ${run.id}`);
  await insertRunArtifacts(running.database, [screenshotOf(run.id, key)], new Date());
  return key;
}

function screenshotOf(runId: string, key: string) {
  return {
    id: newId(Date.now()),
    org_id: org.orgId,
    run_id: runId,
    kind: "screenshot",
    name: "cart.png",
    content_type: "image/png",
    bytes: 1_234,
    key,
    step_index: 1,
    label: "cart",
  };
}

const urlOf = (artifactId: unknown) => `http://localhost:80/api/v1/artifacts/${artifactId}`;

describe("run-now", () => {
  test("returns 202 with a run at the primary location, without a body and with a key of scope agent", async () => {
    const { id } = await createJourney({ locations: ["moon"], max_retries: 2, interval_seconds: null });
    const run = await triggered(id);
    expect(run).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: "journey",
      journey_id: id,
      org_id: org.orgId,
      status: "running",
      trigger: "manual",
      location: "default",
      runner: null,
      attempt: 1,
      max_attempts: 3,
      queued_at: expect.any(String),
      started_at: null,
      finished_at: null,
      duration_ms: null,
      error: null,
      steps_total: 2,
      steps_passed: 0,
      attempts: [],
      artifacts: [],
      web_vitals: null,
      visual_diff_percent: null,
      artifact_error: null,
    });
    expect((await call("GET", `/runs/${run.id}`)).json().data).toEqual(run);
    expect((await call("GET", `/journeys/${id}/runs`)).json().data).toEqual([run]);
  });

  test("runs at the given location if it belongs to the journey and has a runner", async () => {
    const { id } = await createJourney({ locations: ["moon"] });
    expect((await triggered(id, { location: "moon" })).location).toBe("moon");
    const mars = await call("POST", `/journeys/${id}/run-now`, { location: "mars" });
    expect([mars.statusCode, mars.json().error.details]).toMatchObject([400, [{ path: "location" }]]);
    const lonely = await startTestApp();
    try {
      const owner = await makeOrg(lonely.database);
      const url = "/api/v1/journeys";
      const payload = { name: "a" };
      const made = await lonely.call(owner.keys.admin, { method: "POST", url, payload });
      const path = `${url}/${made.json().data.id}/run-now`;
      expect((await lonely.call(owner.keys.agent, { method: "POST", url: path })).statusCode).toBe(503);
      expect(await lonely.database.rows(sql`select from run`)).toEqual([]);
    } finally {
      await lonely.stop();
    }
  });
});

describe("a run of a journey", () => {
  test("shows its files, web vitals and visual difference, alone and in lists", async () => {
    const { id } = await createJourney();
    const run = await triggered(id);
    await ended(run);
    const shown: Run = (await call("GET", `/runs/${run.id}`)).json().data;
    expect(shown).toMatchObject({
      status: "passed",
      web_vitals: { lcp_ms: 900, cls: 0.01, inp_ms: null, fcp_ms: 400, ttfb_ms: 20 },
      visual_diff_percent: 1.5,
    });
    const [artifact] = shown.artifacts ?? [];
    expect(shown.artifacts).toEqual([
      { id: artifact?.id, kind: "screenshot", name: "cart.png", bytes: 1_234, url: urlOf(artifact?.id) },
    ]);
    expect((await call("GET", `/journeys/${id}/runs`)).json().data).toEqual([shown]);
    expect((await call("GET", `/runs?kind=journey`)).json().data).toEqual([shown]);
    expect((await call("GET", `/journeys/${id}`)).json().data.last_run).toEqual({
      id: run.id,
      status: "passed",
      location: "default",
      finished_at: shown.finished_at,
      duration_ms: 2_000,
    });
  });

  test("shows page data with its steps, and files by their URLs", async () => {
    const { id } = await createJourney();
    const run = await triggered(id);
    const actual = await ended(run);
    const common = {
      run_id: run.id,
      attempt: 1,
      error: null,
      started_ms: 1_700_000_000_000,
      duration_ms: 12,
    };
    await insertSteps(running.database, [
      {
        ...common,
        index: 0,
        name: "open",
        action: "goto",
        status: "passed",
        url: "http://127.0.0.1/",
        details: null,
      },
      {
        ...common,
        index: 1,
        name: "look",
        action: "screenshot",
        status: "passed",
        url: "http://127.0.0.1/",
        details: {
          screenshot: actual,
          visualDiff: { label: "cart", baseline: "is gone", actual, diff: null, percent: 1.5 },
          console: [{ level: "error", text: "boom", url: null, atMs: 1_700_000_000_000 }],
          failedRequests: [{ method: "GET", url: "http://127.0.0.1/x", statusCode: 404, error: null }],
        },
      },
    ]);
    const [artifact] = (await call("GET", `/runs/${run.id}`)).json().data.artifacts;
    const [open, look] = (await call("GET", `/journeys/${id}/runs/${run.id}/steps`)).json().data;
    expect(open).toMatchObject({ screenshot_url: null, visual_diff: null, console: [], failed_requests: [] });
    expect(look).toMatchObject({
      action: "screenshot",
      screenshot_url: artifact.url,
      visual_diff: {
        label: "cart",
        baseline_url: null,
        actual_url: artifact.url,
        diff_url: null,
        percent: 1.5,
      },
      console: [{ level: "error", text: "boom", url: null, at: "2023-11-14T22:13:20.000Z" }],
      failed_requests: [{ method: "GET", url: "http://127.0.0.1/x", status_code: 404, error: null }],
    });
  });

  test("returns 404 under another journey, like an unknown run", async () => {
    const [one, two] = [await createJourney(), await createJourney()];
    const run = await triggered(one.id);
    const other = await call("GET", `/journeys/${two.id}/runs/${run.id}/steps`);
    const unknown = await call("GET", `/journeys/${two.id}/runs/${newId(Date.now())}/steps`);
    expect([other.statusCode, other.body]).toEqual([404, unknown.body]);
    expect((await call("GET", `/journeys/${one.id}/runs/${run.id}/steps`)).json().data).toEqual([]);
  });

  test("is cancelled with its journey, emits an event and can still be read", async () => {
    const { id } = await createJourney();
    const run = await triggered(id);
    const heard: LiveEvent[] = [];
    const stop = running.queue.takeEvents((events) => heard.push(...events));
    await as(org.keys.admin, "DELETE", `/journeys/${id}`);
    stop();
    expect(heard.filter(({ type }) => type === "run.changed")).toMatchObject([
      { type: "run.changed", data: { run_id: run.id, kind: "journey", target_id: id, status: "failed" } },
    ]);
    expect((await call("GET", `/runs/${run.id}`)).json().data).toMatchObject({
      status: "failed",
      journey_id: id,
      error: { code: "CANCELLED" },
    });
    expect((await call("GET", `/journeys/${id}/runs`)).statusCode).toBe(404);
  });

  test("has empty statistics before its first result", async () => {
    const { id } = await createJourney({ interval_seconds: null });
    const response = await call("GET", `/journeys/${id}/stats?period=7d`);
    expect([response.statusCode, response.json().data]).toMatchObject([
      200,
      {
        journey_id: id,
        period: "7d",
        pass_rate: null,
        flaky_rate: null,
        steps: [
          { name: "open", pass_rate: null, p95_ms: null },
          { name: "look", pass_rate: null, p95_ms: null },
        ],
      },
    ]);
  });
});

describe("a baseline", () => {
  const accept = (id: string, runId: string, label = "cart") =>
    as(org.keys.admin, "POST", `/journeys/${id}/baselines/${encodeURIComponent(label)}/accept`, {
      run_id: runId,
    });
  const baselines = async (id: string) => (await call("GET", `/journeys/${id}/baselines`)).json().data;

  test("is the last accepted screenshot, per location and viewport", async () => {
    const { id } = await createJourney({ viewport: { width: 800, height: 600 } });
    const [first, second] = [await triggered(id), await triggered(id)];
    await ended(first);
    const key = await ended(second);
    expect((await accept(id, first.id)).statusCode).toBe(200);
    const response = await accept(id, second.id);
    const [artifact] = (await call("GET", `/runs/${second.id}`)).json().data.artifacts;
    const baseline = {
      label: "cart",
      viewport: "800x600",
      location: "default",
      bytes: 1_234,
      run_id: second.id,
      accepted_by: expect.any(String),
      accepted_by_name: "admin",
      accepted_at: expect.any(String),
      image_url: artifact.url,
    };
    expect([response.statusCode, response.json().data]).toEqual([200, baseline]);
    expect(await baselines(id)).toEqual([baseline]);
    const stored = await running.database.rows(sql`select key from visual_baseline where target_id = ${id}`);
    expect(stored).toEqual([{ key }]);
    await as(org.keys.admin, "PUT", `/journeys/${id}`, { viewport: null, device: "iPhone 15" });
    await accept(id, first.id);
    expect((await baselines(id)).map(({ viewport }: { viewport: string }) => viewport)).toEqual([
      "800x600",
      "iPhone 15",
    ]);
  });

  test("is taken only from a run of this journey with a screenshot of that label", async () => {
    const [one, two] = [await createJourney(), await createJourney()];
    const run = await triggered(one.id);
    await ended(run);
    const without = await triggered(one.id);
    for (const response of [
      await accept(two.id, run.id),
      await accept(one.id, run.id, "the other"),
      await accept(one.id, without.id),
      await accept(one.id, "nonsense"),
    ]) {
      expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path: "run_id" }]]);
    }
    expect(await baselines(one.id)).toEqual([]);
  });

  test("cannot be accepted with a key of scope agent, and is recorded in the audit log", async () => {
    const { id } = await createJourney();
    const run = await triggered(id);
    await ended(run);
    const path = `/journeys/${id}/baselines/cart/accept`;
    expect((await call("POST", path, { run_id: run.id })).statusCode).toBe(403);
    await accept(id, run.id);
    const log = await as(org.keys.admin, "GET", `/audit-log?target=${id}&action=journey.accept_baseline`);
    expect(log.json().data).toMatchObject([
      { after: { label: "cart", location: "default", run_id: run.id } },
    ]);
  });

  test("is deleted when its journey is purged", async () => {
    const { id } = await createJourney();
    const run = await triggered(id);
    await ended(run);
    await accept(id, run.id);
    await as(org.keys.admin, "DELETE", `/journeys/${id}`);
    await as(org.keys.admin, "DELETE", `/trash/${id}`);
    expect(await running.database.rows(sql`select from visual_baseline where target_id = ${id}`)).toEqual([]);
  });
});
