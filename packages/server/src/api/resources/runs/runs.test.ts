import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { ensurePartitions } from "../../../pipeline/results/retention/partitions.ts";
import { insertSteps } from "../../../pipeline/runs/queries.ts";
import { QUEUED_MAX } from "../../../pipeline/runs/trigger.ts";
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

const call = (method: "GET" | "POST" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.agent, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

async function createApiMonitor(payload: object = {}): Promise<string> {
  const steps = [{ url: "http://127.0.0.1/a" }, { url: "http://127.0.0.1/b" }];
  const answer = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/api-monitors",
    payload: { name: "a", steps, ...payload },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id;
}

const trigger = (id: string, payload?: object) => call("POST", `/api-monitors/${id}/trigger`, payload);

async function triggered(id: string): Promise<Run> {
  const answer = await trigger(id);
  expect(answer.statusCode).toBe(202);
  return answer.json().data;
}

function end(runId: string, status: "passed" | "failed") {
  return running.database.run(sql`
    update run set status = ${status}, stage = null, due_at = null, started_at = queued_at, runner = 'runner-1',
      finished_at = queued_at + interval '2 seconds', duration_ms = 2000, steps_passed = 2,
      error = case when ${status} = 'failed'
        then '{"code": "TIMEOUT", "message": "m", "step_index": 1}'::jsonb end
    where id = ${runId}`);
}

const RESPONSE: StepOutcome["response"] = {
  statusCode: 200,
  headers: { "content-type": "text/plain" },
  body: "hello",
  isBodyCut: true,
  bodyBytes: 99_999,
  redirects: 1,
  ip: "127.0.0.1",
  tls: { expiresAtMs: 1_800_000_000_000, issuer: "i", protocol: "TLSv1.3" },
  timings: { dnsUs: 1_500, connectUs: 250, tlsUs: null, ttfbUs: 3, downloadUs: 0 },
};

function stepOf(runId: string, attempt: number, change: { index: number; name: string }) {
  return {
    run_id: runId,
    attempt,
    action: "request",
    status: "passed" as const,
    url: "http://127.0.0.1/a",
    error: null,
    started_ms: 1_700_000_000_000,
    duration_ms: 12,
    details: null,
    ...change,
  };
}

describe("a trigger", () => {
  test("returns 202 with a queued run, without a body and with a key of scope agent", async () => {
    const id = await createApiMonitor({ max_retries: 2 });
    const answer = await trigger(id);
    const run: Run = answer.json().data;
    expect([answer.statusCode, run]).toEqual([
      202,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: "api_monitor",
        api_monitor_id: id,
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
      },
    ]);
    expect(answer.json().meta).toEqual({ run_ids: [run.id] });
    expect((await call("GET", `/runs/${run.id}`)).json().data).toEqual(run);
    expect((await call("GET", `/runs/${run.id}/steps`)).json().data).toEqual([]);
  });

  test("creates one run per location, or at the given one; rejects any other", async () => {
    const id = await createApiMonitor({ locations: ["default", "moon"] });
    const all = (await trigger(id)).json();
    expect(all.meta.run_ids).toHaveLength(2);
    expect(all.data).toMatchObject({ id: all.meta.run_ids[0], location: "default" });
    const moon = (await trigger(id, { location: "moon" })).json();
    expect([moon.data.location, moon.meta.run_ids]).toEqual(["moon", [moon.data.id]]);
    const mars = await trigger(id, { location: "mars" });
    expect([mars.statusCode, mars.json().error.details]).toMatchObject([400, [{ path: "location" }]]);
  });

  test("returns 429 with Retry-After if the queue is full, and adds no run", async () => {
    const id = await createApiMonitor();
    for (let count = 0; count < QUEUED_MAX; count += 1) await triggered(id);
    const answer = await trigger(id);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    const { data } = (await call("GET", `/api-monitors/${id}/runs`)).json();
    expect(data).toHaveLength(QUEUED_MAX);
  });

  test("repeated with one Idempotency-Key returns the first run", async () => {
    const id = await createApiMonitor();
    const once = () =>
      running.call(org.keys.agent, {
        method: "POST",
        url: `/api/v1/api-monitors/${id}/trigger`,
        headers: { "idempotency-key": "k" },
      });
    expect((await once()).json()).toEqual((await once()).json());
  });

  test("returns 503 without a runner and fallback location, and creates no run", async () => {
    const lonely = await startTestApp();
    try {
      const owner = await makeOrg(lonely.database);
      const payload = { name: "a", steps: [{ url: "http://127.0.0.1/" }] };
      const url = "/api/v1/api-monitors";
      const { id } = (await lonely.call(owner.keys.admin, { method: "POST", url, payload })).json().data;
      const answer = await lonely.call(owner.keys.agent, { method: "POST", url: `${url}/${id}/trigger` });
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(await lonely.database.rows(sql`select from run`)).toEqual([]);
    } finally {
      await lonely.stop();
    }
  });
});

describe("lists of runs", () => {
  const idsOf = async (path: string) =>
    (await call("GET", path)).json().data.map(({ id }: Run) => id) as string[];

  test("return each run once across pages, newest or oldest first", async () => {
    const id = await createApiMonitor();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await triggered(id)).id);
    ids.sort();
    for (const [sort, expected] of [
      ["-created_at", ids.toReversed()],
      ["created_at", ids],
    ] as const) {
      for (const list of [`/api-monitors/${id}/runs`, "/runs"]) {
        const seen: string[] = [];
        for (let cursor = ""; ; ) {
          const query = `?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`;
          const { data, meta } = (await call("GET", `${list}${query}`)).json();
          seen.push(...data.map((run: Run) => run.id));
          if (!meta.has_more) break;
          cursor = meta.next_cursor;
        }
        expect([list, seen]).toEqual([list, expected]);
      }
    }
    const { next_cursor } = (await call("GET", "/runs?limit=2")).json().meta;
    expect((await call("GET", `/runs?sort=created_at&cursor=${next_cursor}`)).statusCode).toBe(400);
  });

  test("filter by status, trigger, location, time, kind and target", async () => {
    const [one, two] = [await createApiMonitor({ locations: ["default", "moon"] }), await createApiMonitor()];
    const [first, second] = (await trigger(one)).json().meta.run_ids;
    const other = (await triggered(two)).id;
    await end(first, "failed");
    await running.database.run(sql`update run set trigger = 'pipeline' where id = ${second}`);
    expect(await idsOf("/runs?status=failed")).toEqual([first]);
    expect(await idsOf("/runs?status=failed,pending_retry")).toEqual([first]);
    expect((await call("GET", "/runs?status=failed,done")).statusCode).toBe(400);
    expect(await idsOf("/runs?trigger=pipeline")).toEqual([second]);
    expect(await idsOf("/runs?location=moon")).toEqual([second]);
    expect(await idsOf("/runs?kind=journey")).toEqual([]);
    expect(await idsOf(`/runs?kind=api_monitor&target_id=${two}`)).toEqual([other]);
    expect(await idsOf("/runs?target_id=nonsense")).toEqual([]);
    const queuedAt = (await call("GET", `/runs/${other}`)).json().data.queued_at;
    const after = new Date(Date.parse(queuedAt) + 1).toISOString();
    expect(await idsOf(`/runs?from=${queuedAt}`)).toContain(other);
    expect(await idsOf(`/runs?from=${after}`)).toEqual([]);
    expect(await idsOf(`/runs?to=${queuedAt}`)).not.toContain(other);
    expect(await idsOf(`/runs?to=${after}`)).toHaveLength(3);
    expect(await idsOf("/runs?from=1900-01-01T00:00:00Z")).toHaveLength(3);
    expect((await call("GET", "/runs?status=done")).statusCode).toBe(400);
  });
});

describe("an API monitor", () => {
  test("shows its last ended run, alone and in lists", async () => {
    const id = await createApiMonitor();
    const run = await triggered(id);
    await end(run.id, "failed");
    await triggered(id);
    const last = (await call("GET", `/api-monitors/${id}`)).json().data.last_run;
    expect(last).toEqual({
      id: run.id,
      status: "failed",
      location: "default",
      finished_at: expect.any(String),
      duration_ms: 2_000,
    });
    expect((await call("GET", "/api-monitors")).json().data[0].last_run).toEqual(last);
  });

  test("that is deleted cancels its open runs; each stays readable by id, its lists do not", async () => {
    const id = await createApiMonitor();
    const [ended, open] = [await triggered(id), await triggered(id)];
    await end(ended.id, "passed");
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/api-monitors/${id}` });
    expect((await call("GET", `/runs/${open.id}`)).json().data).toMatchObject({
      status: "failed",
      error: { code: "CANCELLED", step_index: null },
      finished_at: expect.any(String),
    });
    expect((await call("GET", `/runs/${ended.id}`)).json().data.status).toBe("passed");
    expect((await call("GET", `/runs/${ended.id}/steps`)).statusCode).toBe(200);
    expect((await call("GET", `/api-monitors/${id}/runs`)).statusCode).toBe(404);
    expect((await call("GET", `/api-monitors/${id}/runs/${ended.id}/steps`)).statusCode).toBe(404);
    expect((await trigger(id)).statusCode).toBe(404);
  });

  test("returns empty statistics before the first run", async () => {
    const id = await createApiMonitor();
    const answer = await call("GET", `/api-monitors/${id}/stats?period=7d`);
    expect([answer.statusCode, answer.json().data]).toMatchObject([
      200,
      { api_monitor_id: id, period: "7d", pass_rate: null, flaky_rate: null },
    ]);
  });
});

describe("the steps of a run", () => {
  test("are those of the last attempt with steps, or of the given one, in order", async () => {
    const id = await createApiMonitor();
    const run = await triggered(id);
    await insertSteps(running.database, [
      stepOf(run.id, 1, { index: 0, name: "first" }),
      stepOf(run.id, 2, { index: 1, name: "b" }),
      stepOf(run.id, 2, { index: 0, name: "a" }),
    ]);
    const namesOf = async (path: string) =>
      (await call("GET", path)).json().data.map((step: { name: string }) => step.name);
    expect(await namesOf(`/runs/${run.id}/steps`)).toEqual(["a", "b"]);
    expect(await namesOf(`/runs/${run.id}/steps?attempt=1`)).toEqual(["first"]);
    expect(await namesOf(`/runs/${run.id}/steps?attempt=3`)).toEqual([]);
    expect(await namesOf(`/api-monitors/${id}/runs/${run.id}/steps`)).toEqual(["a", "b"]);
    expect((await call("GET", `/runs/${run.id}/steps?attempt=0`)).statusCode).toBe(400);
  });

  test("show request, response, assertions and extracted values", async () => {
    const run = await triggered(await createApiMonitor());
    const assertion = { type: "status_code", property: null, operator: "equals", value: 200 } as const;
    const details = {
      request: {
        method: "POST",
        url: "http://127.0.0.1/a",
        headers: { authorization: "••••" },
        body: "x",
        isBodyCut: false,
      },
      response: RESPONSE,
      assertions: [{ ...assertion, actual: 200, passed: true }],
      extracted: [{ name: "token", value: "••••" }],
    };
    await insertSteps(running.database, [
      { ...stepOf(run.id, 1, { index: 0, name: "a" }), details },
      {
        ...stepOf(run.id, 1, { index: 1, name: "b" }),
        status: "skipped",
        started_ms: null,
        duration_ms: null,
        url: null,
      },
    ]);
    const [shown, skipped] = (await call("GET", `/runs/${run.id}/steps`)).json().data;
    expect(shown).toEqual({
      index: 0,
      name: "a",
      action: "request",
      status: "passed",
      started_at: "2023-11-14T22:13:20.000Z",
      duration_ms: 12,
      error: null,
      attempt: 1,
      url: "http://127.0.0.1/a",
      request: {
        method: "POST",
        url: "http://127.0.0.1/a",
        headers: { authorization: "••••" },
        body: "x",
        body_truncated: false,
      },
      response: {
        status_code: 200,
        headers: { "content-type": "text/plain" },
        body: "hello",
        body_truncated: true,
        body_bytes: 99_999,
        redirects: 1,
        ip: "127.0.0.1",
        tls: { expires_at: "2027-01-15T08:00:00.000Z", issuer: "i", protocol: "TLSv1.3" },
        timings: { dns_ms: 1.5, connect_ms: 0.25, tls_ms: null, ttfb_ms: 0.003, download_ms: 0 },
      },
      assertions: details.assertions,
      extracted: details.extracted,
    });
    expect(skipped).toMatchObject({
      status: "skipped",
      started_at: null,
      request: null,
      response: null,
      assertions: [],
    });
  });

  test("of another API monitor's run return 404, like those of an unknown run", async () => {
    const [one, two] = [await createApiMonitor(), await createApiMonitor()];
    const run = await triggered(one);
    const other = await call("GET", `/api-monitors/${two}/runs/${run.id}/steps`);
    const unknown = await call("GET", `/api-monitors/${two}/runs/${newId(Date.now())}/steps`);
    expect([other.statusCode, other.body]).toEqual([404, unknown.body]);
  });
});
