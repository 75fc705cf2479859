import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunJob, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import {
  makeMember,
  makeOrg,
  portOf,
  startTestApp,
  type TestApp,
  type TestOrg,
} from "../../../../test/app.ts";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../../../test/journey-harness.ts";
import { RunRunner } from "../../../engine/runner/run-runner.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";

const CANARY = "c4nary-Secret-0f-the-test-run";
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const URL_OF_TRY = "/api/v1/journeys/try";
const PATIENCE = { timeout: 60_000, interval: 20 };
const STEPS = [
  { action: "goto", url: "http://127.0.0.1/", name: "open" },
  { action: "expect_title", value: "Shop", name: "see" },
];

let running: TestApp;
let org: TestOrg;
const ends: (() => Promise<unknown> | undefined)[] = [];
beforeAll(async () => {
  running = await startTestApp();
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => running.stop());

const tryJourney = (payload: object, key = org.keys.admin) =>
  running.call(key, { method: "POST", url: URL_OF_TRY, payload });

type Event = { type: string; data: Record<string, unknown> & { error?: { code: string } | null } };
type Stream = {
  response: Response;
  events: Event[];
  text: () => string;
  ended: Promise<void>;
  abort(): void;
};

/** Starts a test run whose events are recorded as they arrive. */
async function follow(payload: object, key = org.keys.admin): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${portOf(running.app)}${URL_OF_TRY}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify(payload),
    signal: leaving.signal,
  });
  const events: Event[] = [];
  let text = "";
  async function read(): Promise<void> {
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [, type, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (type && data) events.push({ type, data: JSON.parse(data) });
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return { response, events, text: () => text, ended, abort: () => leaving.abort() };
}

const stepsIn = (events: readonly Event[]) =>
  events.flatMap(({ type, data }) => (type === "step" ? [[data.index, data.status]] : []));

type Attempt = (job: RunJob) => Promise<RunOutcome | null>;

/** A runner of journeys that returns the outcome of `attempt`, or the run itself if it is null. */
function startFakeRunner(attempt: Attempt): void {
  const { queue } = running;
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
  ends.push(async () => end());
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
  const saved = await running.artifacts.save(JPEG, { bytesMax: 100 });
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
    const before = await rowsOfOrganization(running.database, org.orgId);
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
    expect(await rowsOfOrganization(running.database, org.orgId)).toEqual(before);
    expect(await running.artifacts.read(key)).toBeNull();
  });

  test("is validated like a create request, and not run if invalid", async () => {
    const bad = {
      interval_seconds: 1,
      steps: [{ action: "clik" }],
      group_id: "01900000-0000-7000-8000-000000000000",
    };
    const created = await running.call(org.keys.admin, {
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
    const other = await makeOrg(running.database);
    for (const [url, payload] of [
      ["/api/v1/variables", { name: "FOREIGN", value: CANARY, type: "secret" }],
      ["/api/v1/groups", { name: "theirs" }],
    ] as const) {
      expect((await running.call(other.keys.admin, { method: "POST", url, payload })).statusCode).toBe(201);
    }
    const groups = await running.call(other.keys.admin, { method: "GET", url: "/api/v1/groups" });
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
      running.callAs(await makeMember(running.database, { orgId: org.orgId, role }), {
        method: "POST",
        url: URL_OF_TRY,
        payload,
      });
    expect((await as("viewer", { steps: STEPS })).statusCode).toBe(403);
    expect((await tryJourney({ steps: STEPS }, org.keys.agent)).statusCode).toBe(403);
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
    const other = await makeOrg(running.database);
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
    const end = running.queue.takeStops((targets) => {
      stops.push(...targets.map(({ targetId }) => targetId));
      if (stops.length === 2) stop();
    });
    ends.push(async () => end());
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
    expect((await running.call(org.keys.admin, { method: "GET", url: "/api/v1/runs" })).json().data).toEqual(
      [],
    );
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

const missing = await missingChromium();

/** A website whose page /gate stays open until it is released. */
async function startSite() {
  const gates: ServerResponse[] = [];
  let closed = 0;
  const page = (text: string) => `<!doctype html><title>Shop</title><h1>${text}</h1>`;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    if (request.url !== "/gate") return void response.end(page(request.url === "/secret" ? CANARY : "Hello"));
    gates.push(response);
    response.on("close", () => {
      if (!response.writableFinished) closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gates,
    closedGates: () => closed,
    release: () => gates.at(-1)?.end(page("Open")),
  };
}

describe.skipIf(missing !== null)(`a test run in a browser${missing ? `: ${missing}` : ""}`, () => {
  let harness: JourneyHarness;
  let saved: string[] = [];
  let runner: RunRunner;
  beforeAll(async () => {
    const { artifacts } = running;
    harness = await startJourneyHarness({
      artifacts: {
        read: (key) => artifacts.read(key),
        async save(source, limit) {
          const stored = await artifacts.save(source, limit);
          if ("key" in stored) saved.push(stored.key);
          return stored;
        },
      },
    });
  });
  beforeEach(() => {
    saved = [];
    runner = new RunRunner({
      ...{
        queue: running.queue,
        clock: systemClock,
        log: silentLogger,
        name: "browser",
        location: "default",
      },
      ...{ kinds: ["journey"], inFlightMax: 2, sharePercent: 50, explain: () => null },
      attempt: (spec, { signal, onStep }) => {
        if (spec.kind !== "journey") throw new Error("a journey was expected");
        return harness.attempt(spec, { signal, ...(onStep && { onStep }) });
      },
    });
    running.queue.announce("browser", "default");
    runner.start();
    ends.push(() => runner.drain(systemClock.monotonic() + 5_000));
  });
  afterAll(() => harness.close());

  const filesLeft = async () =>
    (await Promise.all(saved.map((key) => running.artifacts.read(key)))).filter((file) => file !== null);

  test("sends each step while it runs, with its screenshot, before the end", async () => {
    const site = await startSite();
    const stream = await follow({
      steps: [
        { action: "goto", url: site.url, name: "open", screenshot: true },
        { action: "goto", url: `${site.url}/gate`, name: "wait", timeout_ms: 60_000 },
        { action: "expect_text", selector: "h1", value: "Closed", name: "read", timeout_ms: 300 },
        { action: "press", key: "Enter", name: "never" },
      ],
    });
    await expect.poll(() => site.gates.length, PATIENCE).toBe(1);
    // The second step is in progress, because its page is.
    await expect.poll(() => stream.events.length, PATIENCE).toBe(4);
    expect(stream.events.map(({ type }) => type).toSorted()).toEqual(["screenshot", "step", "step", "step"]);
    expect(stepsIn(stream.events)).toEqual([
      [0, "running"],
      [0, "passed"],
      [1, "running"],
    ]);
    expect(stream.events).toContainEqual({
      type: "screenshot",
      data: { step_index: 0, content_type: "image/jpeg", data_base64: expect.stringMatching(/^\/9j\//) },
    });
    site.release();
    await stream.ended;
    expect(stepsIn(stream.events).slice(3)).toEqual([
      [1, "passed"],
      [2, "running"],
      [2, "failed"],
      [3, "skipped"],
    ]);
    const result = stream.events.at(-1);
    expect(result).toMatchObject({
      type: "result",
      data: {
        success: true,
        data: {
          ...{ status: "failed", runner: "browser", error: { step_index: 2 }, screenshots: [] },
          last_page: { step_index: 2, data_base64: expect.stringMatching(/^\/9j\//) },
        },
      },
    });
    const shots = stream.events.filter(({ type }) => type === "screenshot");
    expect(shots.map(({ data }) => data.step_index)).toEqual([0, 2]);
    // Two steps and the last page.
    expect(saved).toHaveLength(3);
    expect(await filesLeft()).toEqual([]);
  });

  test("stops when the client disconnects, frees its slot and leaves no file", async () => {
    const site = await startSite();
    const stream = await follow({
      steps: [
        { action: "goto", url: site.url, screenshot: true },
        { action: "goto", url: `${site.url}/gate`, timeout_ms: 60_000 },
      ],
    });
    await expect.poll(() => site.gates.length, PATIENCE).toBe(1);
    await expect.poll(() => stepsIn(stream.events).length, PATIENCE).toBe(3);
    stream.abort();
    await expect.poll(() => site.closedGates(), PATIENCE).toBe(1);
    await expect.poll(() => runner.state().runsInFlight, PATIENCE).toBe(0);
    await expect.poll(filesLeft, PATIENCE).toEqual([]);
    const four = await Promise.all(
      Array.from({ length: 4 }, () => tryJourney({ steps: [{ action: "goto", url: site.url }] })),
    );
    expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test("masks secrets in every text that it streams", async () => {
    const site = await startSite();
    const secret = { name: "PASSWORD", value: CANARY, type: "secret" };
    await running.call(org.keys.admin, { method: "POST", url: "/api/v1/variables", payload: secret });
    const stream = await follow({
      steps: [
        { action: "goto", url: `${site.url}/secret?q={{PASSWORD}}`, name: `open ${CANARY}` },
        { action: "set_variable", variable: "FOUND", from: { selector: "h1" } },
        { action: "expect_text", selector: "h1", value: `no {{PASSWORD}}`, timeout_ms: 300 },
      ],
    });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ data: { data: { error: { step_index: 2 } } } });
    expect(stepsIn(stream.events)).toHaveLength(6);
    expect(stream.text()).toContain("••••");
    expect(stream.text()).not.toContain(CANARY);
  });
});
