import { once } from "node:events";
import { type ClientRequest, get } from "node:http";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { PipelineRun } from "@vedette/contract/journeys/journeys.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeRun } from "../../../../test/make-run.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({ config: { publicUrl: "https://vedette.example" } });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  running.queue.announce("runner-1", "default");
});
afterAll(() => running.stop());

const call = (method: "GET" | "POST", path: string, payload?: object) =>
  running.call(org.keys.agent, { method, url: `/api/agent${path}`, ...(payload && { payload }) });

async function createJourney(payload: object = {}): Promise<string> {
  const answer = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/journeys",
    payload: { name: "shop", steps: [{ action: "goto", url: "/" }], ...payload },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id;
}

async function triggered(payload?: object): Promise<PipelineRun> {
  const answer = await call("POST", `/journeys/${await createJourney()}/trigger`, payload);
  expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
  return answer.json().data;
}

/** Ends a run like the coordinator: writes the end, then publishes the event. */
async function end(runId: string, status: "passed" | "failed" = "passed"): Promise<void> {
  await running.database.run(sql`
    update run set status = ${status}, stage = null, due_at = null, finished_at = now() where id = ${runId}`);
  running.queue.publishEvents([changed(runId, status)]);
}

function changed(runId: string, status: PipelineRun["status"]): LiveEvent {
  const at = new Date().toISOString();
  const data = {
    run_id: runId,
    kind: "journey",
    target_id: "t",
    location: "default",
    status,
    attempt: 1,
    at,
  } as const;
  return { type: "run.changed", orgId: org.orgId, data };
}

describe("a trigger", () => {
  test("returns 202 with the run and its status URL, without a body", async () => {
    const run = await triggered();
    expect(run).toMatchObject({
      id: run.run_id,
      kind: "journey",
      status: "running",
      trigger: "pipeline",
      location: "default",
      status_url: `https://vedette.example/api/agent/runs/${run.run_id}`,
      web_url: `https://vedette.example/journeys/${run.journey_id}/runs/${run.run_id}`,
    });
    expect((await call("GET", `/runs/${run.run_id}`)).json().data).toEqual(run);
  });

  test("applies the overrides of a preview deployment only to the run", async () => {
    const id = await createJourney({ locations: ["moon"] });
    const overrides = { variables: { USER: "probe" }, base_url: "https://pr-7.example.org" };
    const answer = await call("POST", `/journeys/${id}/trigger`, { ...overrides, location: "moon" });
    const run: PipelineRun = answer.json().data;
    expect([answer.statusCode, run.location]).toEqual([202, "moon"]);
    const stored = await running.database.find(sql`select overrides from run where id = ${run.id}`);
    expect(stored).toEqual({ overrides });
  });

  test.each([
    ["a variable with an invalid name", { variables: { "a-b": "1" } }, "variables.a-b"],
    ["a relative base_url", { base_url: "/preview" }, "base_url"],
    ["a base_url of another protocol", { base_url: "file:///etc/passwd" }, "base_url"],
    ["a base_url with a password", { base_url: "https://u:p@example.org" }, "base_url"],
    ["a location that the journey does not have", { location: "mars" }, "location"],
    ["an unknown field", { branch: "main" }, "branch"],
  ])("with %s is rejected with the field name", async (_name, payload, path) => {
    const answer = await call("POST", `/journeys/${await createJourney()}/trigger`, payload);
    expect([answer.statusCode, answer.json().error.details]).toMatchObject([400, [{ path }]]);
  });
});

describe("waiting for a run", () => {
  const ask = (runId: string) => call("GET", `/runs/${runId}?wait=60`);

  test("delays the response until the run ends, and ignores other events", async () => {
    const run = await triggered();
    const answer = ask(run.run_id);
    running.queue.publishEvents([changed(run.run_id, "pending_retry"), changed("another", "passed")]);
    await end(run.run_id, "failed");
    expect((await answer).json().data).toMatchObject({ run_id: run.run_id, status: "failed" });
  });

  test("misses no end that is concurrent with the request", async () => {
    for (let round = 0; round < 20; round += 1) {
      const run = await triggered();
      const answer = ask(run.run_id);
      for (let turn = 0; turn < round; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await end(run.run_id);
      expect((await answer).json().data.status).toBe("passed");
    }
  });

  test("responds immediately for an ended run or without wait, and with the current state after the timeout", async () => {
    const over = await makeRun(running.database, org.orgId);
    expect((await call("GET", `/runs/${over}?wait=60`)).json().data.status).toBe("passed");
    const { run_id: runId } = await triggered();
    for (const query of ["", "?wait=0", "?wait=1"]) {
      expect((await call("GET", `/runs/${runId}${query}`)).json().data.status).toBe("running");
    }
    for (const wait of ["61", "-1", "1.5", "x", ""])
      expect((await call("GET", `/runs/${runId}?wait=${wait}`)).statusCode).toBe(400);
  });

  test("returns when the journey is deleted", async () => {
    const run = await triggered();
    const answer = ask(run.run_id);
    const url = `/api/v1/journeys/${run.journey_id}`;
    await running.call(org.keys.admin, { method: "DELETE", url });
    expect((await answer).json().data).toMatchObject({ status: "failed", error: { code: "CANCELLED" } });
  });
});

describe("a waiting client with a real connection", () => {
  const open: ClientRequest[] = [];
  afterAll(() => {
    for (const request of open) request.destroy();
  });

  async function listening(): Promise<TestApp> {
    const app = await startTestApp();
    app.queue.announce("runner-1", "default");
    await app.app.server.listen({ port: 0, host: "127.0.0.1" });
    return app;
  }

  function waitFor(app: TestApp, key: string, runId: string): ClientRequest {
    const path = `/api/agent/runs/${runId}?wait=60`;
    const headers = { authorization: `Bearer ${key}` };
    const request = get({ port: portOf(app.app), host: "127.0.0.1", path, headers, agent: false });
    request.on("error", () => undefined);
    open.push(request);
    return request;
  }

  async function openRun(app: TestApp, orgId: string): Promise<string> {
    const id = await makeRun(app.database, orgId);
    await app.database.run(sql`
      update run set status = 'running', stage = 'queued', finished_at = null where id = ${id}`);
    return id;
  }

  test("uses one of 100 slots and frees it on disconnect", async () => {
    const app = await listening();
    try {
      const { orgId, keys } = await makeOrg(app.database);
      const runId = await openRun(app, orgId);
      const refused: string[] = [];
      const requests = Array.from({ length: 110 }, () => waitFor(app, keys.agent, runId));
      for (const request of requests) {
        request.on("response", ({ statusCode, headers }) => {
          refused.push(`${statusCode} ${headers["retry-after"]}`);
        });
      }
      await expect.poll(() => refused, { timeout: 30_000 }).toEqual(Array(10).fill("429 5"));
      for (const request of requests) request.destroy();
      const url = `/api/agent/runs/${runId}?wait=1`;
      const again = async () => (await app.call(keys.agent, { method: "GET", url })).statusCode;
      await expect.poll(again, { timeout: 30_000 }).toBe(200);
    } finally {
      await app.stop();
    }
  });

  test("gets a response when the server stops", async () => {
    const app = await listening();
    const { orgId, keys } = await makeOrg(app.database);
    const runId = await openRun(app, orgId);
    const arrived = once(app.app.server.server, "request");
    const request = waitFor(app, keys.agent, runId);
    const answered = once(request, "response");
    await arrived;
    await app.stop();
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
  });
});
