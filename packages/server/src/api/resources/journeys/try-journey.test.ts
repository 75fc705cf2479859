import type { RunJob, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeMember, makeOrg } from "../../../../test/app.ts";
import { CANARY, PATIENCE, tryJourneyLab, URL_OF_TRY } from "../../../../test/labs/try-journey-lab.ts";

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const STEPS = [
  { action: "goto", url: "http://127.0.0.1/", name: "open" },
  { action: "expect_title", value: "Shop", name: "see" },
];

const lab = tryJourneyLab();
const { follow, tryJourney } = lab;

type Attempt = (job: RunJob) => Promise<RunOutcome | null>;

/** A runner of journeys that returns the outcome of `attempt`, or the run itself if it is null. */
function startFakeRunner(attempt: Attempt): void {
  const { queue } = lab.running;
  queue.announce("fake", "default");
  const end = queue.takeRuns({ location: "default", kinds: ["journey"] }, async (jobs) => {
    for (const job of jobs) {
      const outcome = await attempt(job);
      const { runId, lease, targetId, location } = job;
      const report = { runId, lease, targetId, location, attempt: 1, runner: "fake" };
      queue.publishRunReports([
        outcome ? { ...report, event: "finished", outcome } : { ...report, event: "unstarted" },
      ]);
    }
  });
  lab.ends.push(async () => end());
}

function outcomeWith(screenshot: string): RunOutcome {
  const common = { action: "goto", url: null, request: null, response: null, assertions: [], extracted: [] };
  const step = { ...common, startedAtMs: 1_000, durationMs: 2.4, error: null };
  const file = { key: screenshot, kind: "screenshot", name: "a.jpg", contentType: "image/jpeg" } as const;
  return {
    ...{ startedAtMs: 1_000, finishedAtMs: 2_000, error: null },
    steps: [{ ...step, index: 0, name: "open", status: "passed", screenshot }],
    artifacts: [{ ...file, bytes: JPEG.length, stepIndex: 0 }],
  };
}

async function storeScreenshot(): Promise<string> {
  const saved = await lab.running.artifacts.save(JPEG, { bytesMax: 100 });
  if ("error" in saved) throw new Error(saved.message);
  return saved.key;
}

const passing: Attempt = async () => ({ ...outcomeWith("none"), steps: [], artifacts: [] });

describe("an unsaved journey", () => {
  test("returns the outcome with its screenshots, and leaves nothing behind", async () => {
    const key = await storeScreenshot();
    const jobs: RunJob[] = [];
    startFakeRunner(async (job) => {
      jobs.push(job);
      return outcomeWith(key);
    });
    const before = await rowsOfOrganization(lab.running.database, lab.org.orgId);
    const response = await tryJourney({ steps: STEPS, timeout_seconds: 600, capture: { trace: "always" } });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toEqual({
      ...{ status: "passed", location: "default", runner: "fake", duration_ms: 1_000, error: null },
      started_at: "1970-01-01T00:00:01.000Z",
      steps: [expect.objectContaining({ index: 0, status: "passed", duration_ms: 2, screenshot_url: null })],
      screenshots: [{ step_index: 0, content_type: "image/jpeg", data_base64: JPEG.toString("base64") }],
      ...{ output: null, artifact_error: null, last_page: null },
    });
    expect(jobs[0]?.spec).toMatchObject({
      ...{ kind: "journey", timeoutMs: 120_000, baselines: {} },
      capture: { trace: "never", video: "never" },
    });
    expect(await rowsOfOrganization(lab.running.database, lab.org.orgId)).toEqual(before);
    expect(await lab.running.artifacts.read(key)).toBeNull();
  });

  test("is validated like a create request, and not run if invalid", async () => {
    const bad = {
      interval_seconds: 1,
      steps: [{ action: "clik" }],
      group_id: "01900000-0000-7000-8000-000000000000",
    };
    const created = await lab.running.call(lab.org.keys.admin, {
      method: "POST",
      url: "/api/v1/journeys",
      payload: { name: "n", ...bad },
    });
    const tested = await follow(bad);
    expect([tested.response.status, tested.response.headers.get("content-type")]).toEqual([
      400,
      "application/json; charset=utf-8",
    ]);
    await tested.ended;
    expect(JSON.parse(tested.text()).error.details).toEqual(created.json().error.details);
    const elsewhere = await tryJourney({ steps: STEPS, location: "mars" });
    expect(elsewhere.json().error.details).toEqual([
      { path: "location", message: "must be one of its locations: default" },
    ]);
  });

  test("of another organization finds neither its variables nor its groups", async () => {
    const other = await makeOrg(lab.running.database);
    for (const [url, payload] of [
      ["/api/v1/variables", { name: "FOREIGN", value: CANARY, type: "secret" }],
      ["/api/v1/groups", { name: "theirs" }],
    ] as const) {
      expect((await lab.running.call(other.keys.admin, { method: "POST", url, payload })).statusCode).toBe(
        201,
      );
    }
    const groups = await lab.running.call(other.keys.admin, { method: "GET", url: "/api/v1/groups" });
    const specs: string[] = [];
    startFakeRunner(async (job) => {
      specs.push(JSON.stringify(job.spec));
      return passing(job);
    });
    const named = [{ action: "goto", url: "http://127.0.0.1/{{FOREIGN}}" }];
    expect((await tryJourney({ steps: named })).statusCode).toBe(200);
    expect(specs).toHaveLength(1);
    expect(specs[0]).not.toContain(CANARY);
    const grouped = await tryJourney({ steps: STEPS, group_id: groups.json().data[0].id });
    expect(grouped.json().error.details).toMatchObject([{ path: "group_id" }]);
  });

  test("is rejected for a viewer and a key that may only run, and with a script for a member", async () => {
    const as = async (role: "viewer" | "member", payload: object) =>
      lab.running.callAs(await makeMember(lab.running.database, { orgId: lab.org.orgId, role }), {
        method: "POST",
        url: URL_OF_TRY,
        payload,
      });
    expect((await as("viewer", { steps: STEPS })).statusCode).toBe(403);
    expect((await tryJourney({ steps: STEPS }, lab.org.keys.agent)).statusCode).toBe(403);
    const script = await as("member", { script: "await page.goto('http://127.0.0.1/');" });
    expect([script.statusCode, script.json().error.message]).toEqual([
      403,
      expect.stringContaining("Scripts require the role 'admin'"),
    ]);
  });

  test("is limited to four concurrent runs per organization", async () => {
    const waiting = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    let taken = 0;
    for (const _ of waiting) {
      startFakeRunner(async (job) => {
        taken += 1;
        await waiting[taken - 1]?.promise;
        return passing(job);
      });
    }
    const four = Array.from({ length: 4 }, () => tryJourney({ steps: STEPS }));
    await expect.poll(() => taken, PATIENCE).toBe(4);
    const fifth = await follow({ steps: STEPS });
    expect([fifth.response.status, fifth.response.headers.get("retry-after")]).toEqual([429, "5"]);
    const other = await makeOrg(lab.running.database);
    const others = tryJourney({ steps: STEPS }, other.keys.admin);
    await expect.poll(() => taken, PATIENCE).toBe(5);
    for (const { resolve } of waiting) resolve();
    for (const response of await Promise.all([...four, others])) expect(response.statusCode).toBe(200);
  });

  test("on a runner without progress sends one result, with all screenshots", async () => {
    const key = await storeScreenshot();
    startFakeRunner(async () => outcomeWith(key));
    const stream = await follow({ steps: STEPS });
    await stream.ended;
    expect(stream.events).toMatchObject([
      {
        type: "result",
        data: { success: true, data: { status: "passed", screenshots: [{ step_index: 0 }] } },
      },
    ]);
  });

  test("is stopped again if its runner has missed the first stop", async () => {
    const stops: string[] = [];
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const end = lab.running.queue.takeStops((targets) => {
      stops.push(...targets.map(({ targetId }) => targetId));
      if (stops.length === 2) stop();
    });
    lab.ends.push(async () => end());
    const taken: string[] = [];
    startFakeRunner(async (job) => {
      taken.push(job.targetId);
      await stopped;
      return null;
    });
    const stream = await follow({ steps: STEPS });
    await expect.poll(() => taken.length, PATIENCE).toBe(1);
    stream.abort();
    await stopped;
    expect(stops).toEqual([taken[0], taken[0]]);
    expect(
      (await lab.running.call(lab.org.keys.admin, { method: "GET", url: "/api/v1/runs" })).json().data,
    ).toEqual([]);
  });

  test("that no runner takes is 503, or the event error after the start", async () => {
    const orphan = await tryJourney({ steps: STEPS });
    expect([orphan.statusCode, orphan.json().error.message]).toEqual([
      503,
      expect.stringMatching(/^No runner at default/),
    ]);
    startFakeRunner(async () => null);
    const stream = await follow({ steps: STEPS });
    await stream.ended;
    expect(stream.response.status).toBe(200);
    expect(stream.events).toMatchObject([
      { type: "error", data: { success: false, error: { code: "SERVICE_UNAVAILABLE" } } },
    ]);
  });
});
