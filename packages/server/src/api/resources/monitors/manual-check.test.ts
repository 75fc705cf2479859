import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { resultId } from "../../../pipeline/results/reading/result-view.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
const endings: (() => void)[] = [];
beforeAll(async () => {
  running = await startTestApp({ manualCheckGraceMs: 50 });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
});
afterAll(() => running.stop());

async function make(payload: object = {}): Promise<string> {
  const whole = { name: "m", type: "url", url: "http://127.0.0.1/", timeout: 0.1, retries: 0, ...payload };
  const response = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/monitors",
    payload: whole,
  });
  return response.json().data.id;
}

const check = (id: string) =>
  running.call(org.keys.agent, { method: "POST", url: `/api/v1/monitors/${id}/check` });

/** A runner and recorder in one: reports the result of each job immediately, or on request. */
function runAt(location: string, found: (job: CheckJob) => CheckResult["status"] | null): CheckJob[] {
  const jobs: CheckJob[] = [];
  running.queue.announce(`runner-${location}`, location);
  endings.push(
    running.queue.takeJobs(location, (taken) => {
      jobs.push(...taken);
      for (const job of taken) {
        const status = found(job);
        if (status) reportResult(job, status);
      }
    }),
  );
  return jobs;
}

function reportResult(job: CheckJob, status: CheckResult["status"]): void {
  // The recorder sends results only for watched organizations.
  expect(running.queue.isWatched(org.orgId)).toBe(true);
  running.queue.publishEvents([{ type: "check.result", orgId: org.orgId, data: resultOf(job, status) }]);
}

function resultOf(job: CheckJob, status: CheckResult["status"]): CheckResult {
  return {
    id: resultId(job.slotMs, job.seriesKey),
    monitor_id: "m",
    location: job.location,
    runner: "r",
    trigger: "manual",
    status,
    checked_at: new Date(job.slotMs).toISOString(),
    response_time_ms: 1,
    timings: { dns_ms: null, connect_ms: 1, tls_ms: null, ttfb_ms: null, download_ms: null },
    status_code: 200,
    ip: "127.0.0.1",
    tls: null,
    body_bytes: 0,
    has_body: false,
    attempts: 1,
    assertions: [],
    error: null,
  };
}

describe("a manual check", () => {
  test("runs at every location concurrently and returns the stored results with the combined status", async () => {
    const jobs = runAt("default", (job) => (job.location === "mars" ? "down" : "up"));
    const id = await make({ locations: ["default", "mars", "venus"], headers: { "x-a": "1" } });
    const response = await check(id);
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      monitor_id: id,
      status: "degraded",
      results: [
        { location: "default", status: "up" },
        { location: "mars", status: "down" },
        { location: "venus", status: "up" },
      ],
    });
    expect(jobs.map((job) => [job.location, job.trigger, job.spec])).toEqual(
      ["default", "mars", "venus"].map((location) => [
        location,
        "manual",
        expect.objectContaining({
          kind: "url",
          url: "http://127.0.0.1/",
          method: "GET",
          headers: { "x-a": "1" },
          timeoutMs: 100,
        }),
      ]),
    );
    expect(running.queue.isWatched(org.orgId)).toBe(false);
  });

  test("never uses the slot of a scheduled check, which is a whole millisecond", async () => {
    const jobs = runAt("default", () => "up");
    const id = await make();
    for (let count = 0; count < 5; count++) await check(id);
    expect(jobs).toHaveLength(5);
    for (const job of jobs) expect(Number.isInteger(job.slotMs)).toBe(false);
  });

  test("goes to the location's own runner if there is one", async () => {
    const atDefault = runAt("default", () => "up");
    const atMars = runAt("mars-own", () => "up");
    const id = await make({ locations: ["mars-own"] });
    expect((await check(id)).statusCode).toBe(200);
    expect([atDefault.length, atMars.length]).toEqual([0, 1]);
  });

  test("runs for a disabled monitor", async () => {
    runAt("default", () => "up");
    const id = await make({ enabled: false });
    expect((await check(id)).json().data).toMatchObject({ status: "up" });
  });

  test("never joins a check that started with an earlier definition", async () => {
    const jobs = runAt("default", () => null);
    const id = await make({ timeout: 5 });
    const before = check(id);
    await expect.poll(() => jobs.length).toBe(1);
    const changed = await running.call(org.keys.admin, {
      method: "PUT",
      url: `/api/v1/monitors/${id}`,
      payload: { url: "http://127.0.0.1/new" },
    });
    expect(changed.statusCode).toBe(200);
    const after = check(id);
    await expect.poll(() => jobs.length).toBe(2);
    expect(jobs.map(({ spec }) => spec.kind === "url" && spec.url)).toEqual([
      "http://127.0.0.1/",
      "http://127.0.0.1/new",
    ]);
    for (const [index, job] of jobs.entries()) reportResult(job, index === 0 ? "down" : "up");
    const statuses = (await Promise.all([before, after])).map((response) => response.json().data.status);
    expect(statuses).toEqual(["down", "up"]);
  });

  test("joins a check that is in progress", async () => {
    const jobs = runAt("default", () => null);
    const id = await make({ timeout: 5 });
    const responses = [check(id), check(id)];
    await expect.poll(() => jobs.length).toBe(1);
    // Both checks have read the monitor before the last of these requests, which wait for the same database, has.
    const url = `/api/v1/monitors/${id}`;
    for (let count = 0; count < 10; count += 1) await running.call(org.keys.admin, { method: "GET", url });
    for (const job of jobs) reportResult(job, "up");
    const bodies = (await Promise.all(responses)).map((response) => response.json().data.results[0].id);
    expect(bodies).toEqual([bodies[0], bodies[0]]);
    expect(jobs).toHaveLength(1);
  });

  test("returns the results that arrived in time", async () => {
    runAt("default", (job) => (job.location === "a" ? "up" : null));
    const id = await make({ locations: ["a", "b"] });
    expect((await check(id)).json().data).toMatchObject({ status: "up", results: [{ location: "a" }] });
  });

  test("returns 503 if no result arrives in time, and can be repeated", async () => {
    runAt("default", () => null);
    const id = await make();
    for (let count = 0; count < 2; count++) {
      const response = await check(id);
      expect([response.statusCode, response.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(response.headers["retry-after"]).toBe("5");
    }
  });
});

test("returns 503 immediately without a runner, and reports nothing as down", async () => {
  const lonely = await startTestApp({ config: { fallbackLocation: null } });
  try {
    const owner = await makeOrg(lonely.database);
    lonely.queue.announce("r", "default");
    const payload = { name: "m", type: "url", url: "http://127.0.0.1/" };
    const { id } = (
      await lonely.call(owner.keys.admin, { method: "POST", url: "/api/v1/monitors", payload })
    ).json().data;
    const { database } = lonely;
    await database.run(sql`update series set location = 'mars'`);
    const response = await lonely.call(owner.keys.agent, {
      method: "POST",
      url: `/api/v1/monitors/${id}/check`,
    });
    expect([response.statusCode, response.json().error.message]).toEqual([
      503,
      expect.stringContaining("No runner"),
    ]);
  } finally {
    await lonely.stop();
  }
});
