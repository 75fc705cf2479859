import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunOutcome, RunReport } from "@vedette/contract/runs/run-job.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  makeOrg,
  portOf,
  RUNNERS_LOCATION,
  startTestApp,
  type TestApp,
  type TestOrg,
} from "../../../test/app.ts";
import { checkJob, upOutcome } from "../../../test/checks.ts";
import { collectAll } from "../../../test/collect-all.ts";
import { startRunners } from "../../../test/runners.ts";
import { makePng } from "../../../test/servers/png.ts";
import { httpSpec, startAnswering } from "../../../test/servers/raw-server.ts";
import { DiskArtifacts } from "../../platform/artifacts/disk.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { createServerClient } from "../../platform/net/server-client.ts";
import { sql } from "../../platform/storage/sql.ts";
import { requestEvidence } from "../evidence/bundle/request-evidence.ts";
import { privateWorkQueue } from "../locations/work-queue.ts";
import { HttpsQueue, type HttpsQueueDeps } from "./https-queue.ts";
import { FileReportStore } from "./report-store/report-store.ts";
import { ServerLink } from "./server-link.ts";
import { RunnerRejectedError, ServerUnavailableError } from "./server-response.ts";

/** The runner's side of the queue over a real connection to a complete server. */

let running: TestApp;
let org: TestOrg;
let place: string;
let folder: string;
let reports: CheckReport[];
let runReports: RunReport[];
let queues: HttpsQueue[];
const ends: (() => void)[] = [];

beforeEach(async () => {
  running = await startTestApp();
  await running.app.server.listen({ port: 0, host: "127.0.0.1" });
  org = await makeOrg(running.database);
  place = privateWorkQueue({ orgId: org.orgId, location: RUNNERS_LOCATION });
  folder = await mkdtemp(join(tmpdir(), "vedette-remote-"));
  [reports, runReports, queues] = [[], [], []];
  running.queue.takeReports((some) => void reports.push(...some));
  running.queue.takeRunReports((some) => void runReports.push(...some));
});
afterEach(async () => {
  for (const queue of queues) await queue.stop(systemClock.monotonic() + 1_000);
  for (const end of ends.splice(0)) end();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

function linkTo(key = org.keys.runner): ServerLink {
  const client = createServerClient({ url: new URL(`http://127.0.0.1:${portOf(running.app)}`), ca: null });
  ends.push(client.close);
  return new ServerLink({ client, key, version: "1" });
}

async function start(change: Partial<HttpsQueueDeps> = {}): Promise<HttpsQueue> {
  const queue = new HttpsQueue({
    link: linkTo(),
    runner: "nas",
    version: "1",
    capacity: { checks: 100, api_monitor: 10, journey: 2 },
    artifacts: new DiskArtifacts({ directory: folder }),
    store: new FileReportStore({
      ...{ directory: join(folder, "reports"), bytesMax: 1_000_000, ageMaxMs: 60_000 },
      ...{ clock: systemClock, log: silentLogger },
    }),
    keptBytesMax: 1_000_000,
    clock: systemClock,
    log: silentLogger,
    onRejected: () => undefined,
    ...change,
  });
  queues.push(queue);
  await queue.start();
  return queue;
}

async function isThere(): Promise<void> {
  await expect.poll(() => running.queue.runners(), { timeout: 30_000 }).toMatchObject([{ runner: "nas" }]);
}

/** Runs every check immediately, as a runner's thread reports it. */
function checkAll(queue: HttpsQueue, now: () => number = () => systemClock.now()): CheckJob[] {
  const made: CheckJob[] = [];
  queue.takeJobs("here", (jobs) => {
    made.push(...jobs);
    queue.publishReports(
      jobs.map(({ seriesKey, shard, slotMs, location, trigger }): CheckReport => {
        if (trigger === "test") throw new Error("a test run was not requested");
        return {
          seriesKey,
          shard,
          slotMs,
          location,
          trigger,
          runner: "thread",
          outcome: upOutcome({ checkedAtMs: now() }),
        };
      }),
    );
  });
  return made;
}

function journey(baselines: Record<string, string>): RunJob {
  return {
    runId: "01900000-0000-7000-8000-000000000001",
    attempt: 1,
    lease: 1,
    orgId: org.orgId,
    targetId: "01900000-0000-7000-8000-000000000002",
    location: RUNNERS_LOCATION,
    startByMs: Date.now() + 30_000,
    spec: {
      kind: "journey",
      timeoutMs: 1_000,
      values: {},
      secretNames: [],
      steps: [],
      script: null,
      viewport: null,
      device: null,
      baseUrl: null,
      capture: { trace: "never", video: "never" },
      baselines,
    },
  };
}

test("checks arrive, and their results are reported", async () => {
  const made = checkAll(await start());
  await isThere();
  const jobs = [checkJob(), checkJob({ seriesKey: 2 }), checkJob({ seriesKey: 3 })];
  running.queue.publishJobs(place, jobs);
  await expect.poll(() => reports.length, { timeout: 30_000 }).toBe(3);
  expect(made.map(({ seriesKey }) => seriesKey)).toEqual([1, 2, 3]);
  for (const report of reports) expect(report).toMatchObject({ runner: "nas", outcome: { status: "up" } });
});

test("a check that no thread takes is returned", async () => {
  await start();
  await isThere();
  running.queue.publishJobs(place, [checkJob()]);
  await expect.poll(() => reports, { timeout: 30_000 }).toMatchObject([{ outcome: null }]);
});

test("a runner with a wrong clock keeps the server's deadlines and reports the server's time", async () => {
  const aheadMs = 7_200_000;
  const clock = { now: () => Date.now() + aheadMs, monotonic: () => performance.now() };
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (event: string) => void warnings.push(event) };
  const queue = await start({ clock, log });
  const made = checkAll(queue, clock.now);
  await isThere();
  const job = checkJob();
  running.queue.publishJobs(place, [job]);
  await expect.poll(() => reports.length, { timeout: 30_000 }).toBe(1);
  // The accuracy of a clock measurement depends on the response time, so this test allows a minute.
  expect(Math.abs((made[0]?.startByMs ?? 0) - (job.startByMs + aheadMs))).toBeLessThan(60_000);
  const checkedAtMs = reports[0]?.outcome?.checkedAtMs ?? 0;
  expect(checkedAtMs).toBeGreaterThanOrEqual(job.slotMs);
  expect(checkedAtMs).toBeLessThanOrEqual(Date.now());
  expect(warnings).toContain("runner.clock_skewed");
});

test("a run's screenshots are uploaded, its baselines are available, and nothing stays on the machine", async () => {
  const screenshot = makePng({ width: 2, height: 2 }, () => [1, 2, 3]);
  const saved = await running.artifacts.save(screenshot, { bytesMax: 1_000_000 });
  const baseline = "key" in saved ? saved.key : "";
  const local = new DiskArtifacts({ directory: folder });
  const queue = await start({ artifacts: local });
  queue.takeRuns({ location: "here", kinds: ["journey"] }, async ([job]) => {
    if (job?.spec.kind !== "journey") throw new Error("a journey was requested");
    const { runId, attempt, lease, targetId, location } = job;
    const named = { runId, attempt, lease, targetId, location, runner: "thread" };
    queue.publishRunReports([{ ...named, event: "started", atMs: Date.now() }]);
    const known = job.spec.baselines.page ?? "";
    const content = await local.read(known);
    const made = await local.save(content ?? Buffer.alloc(0), { bytesMax: 1_000_000 });
    const key = "key" in made ? made.key : "";
    const file = { kind: "screenshot", name: "page", contentType: "image/png", stepIndex: null } as const;
    const step = {
      index: 0,
      name: "page",
      action: "screenshot",
      status: "passed",
      startedAtMs: Date.now(),
      durationMs: 1,
      error: null,
      url: null,
      request: null,
      response: null,
      assertions: [],
      extracted: [],
      screenshot: key,
      visualDiff: { label: "page", baseline: known, actual: key, diff: null, percent: 0 },
    } as const;
    const found: RunOutcome = {
      startedAtMs: Date.now(),
      finishedAtMs: Date.now(),
      error: null,
      steps: [{ ...step, assertions: [], extracted: [] }],
      artifacts: [
        { ...file, key, bytes: screenshot.length },
        { ...file, key: "0".repeat(22), name: "lost", bytes: 1 },
      ],
    };
    queue.publishRunReports([{ ...named, event: "finished", outcome: found }]);
  });
  await isThere();
  running.queue.publishRuns(place, [journey({ page: baseline })]);
  await expect
    .poll(() => runReports.map(({ event }) => event), { timeout: 30_000 })
    .toEqual(["started", "finished"]);
  const [, finished] = runReports;
  if (finished?.event !== "finished") throw new Error("it has not finished");
  const { artifacts, steps, artifactError } = finished.outcome;
  expect(artifacts?.map(({ name }) => name)).toEqual(["page"]);
  expect(artifactError).toBe("lost is gone");
  expect(await running.artifacts.read(artifacts?.[0]?.key ?? "")).toEqual(screenshot);
  expect(steps[0]).toMatchObject({ screenshot: artifacts?.[0]?.key, visualDiff: { baseline } });
  await expect.poll(async () => (await collectAll(local.list(new Date(Date.now() + 60_000)))).length).toBe(0);
});

describe("while the server is unavailable", () => {
  /** A link that can be interrupted. */
  function cuttable() {
    const link = linkTo();
    let isCut = false;
    const guard =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (isCut) throw new ServerUnavailableError("it is away");
        return work(...args);
      };
    const cut: HttpsQueueDeps["link"] = {
      poll: guard(link.poll.bind(link)),
      report: guard(link.report.bind(link)),
      upload: guard(link.upload.bind(link)),
      download: guard(link.download.bind(link)),
    };
    return {
      link: cut,
      cut(wanted: boolean) {
        isCut = wanted;
      },
    };
  }

  test("results are kept and reported once, with their own time", async () => {
    const { link, cut } = cuttable();
    const queue = await start({ link });
    const atMs: number[] = [];
    queue.takeJobs("here", ([job]) => {
      if (!job || job.trigger === "test") return;
      cut(true);
      atMs.push(Math.round(systemClock.now()));
      const { seriesKey, shard, slotMs, location, trigger } = job;
      const outcome = upOutcome({ checkedAtMs: atMs[0] ?? 0 });
      queue.publishReports([{ seriesKey, shard, slotMs, location, trigger, runner: "thread", outcome }]);
    });
    await isThere();
    running.queue.publishJobs(place, [checkJob()]);
    await expect.poll(() => atMs.length, { timeout: 30_000 }).toBe(1);
    expect(reports).toEqual([]);
    cut(false);
    await expect.poll(() => reports.length, { timeout: 30_000 }).toBe(1);
    expect(reports[0]?.outcome?.checkedAtMs).toBe(atMs[0]);
    // A second request finds no more work: the result is sent once.
    await queue.stop(systemClock.monotonic() + 1_000);
    expect(reports).toHaveLength(1);
  });
});

test("a private runner collects evidence, and what it reports about other work is dropped", async () => {
  const queue = await start();
  const target = await startAnswering("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
  ends.push(startRunners(queue, { location: "here" }), () => void target.close());
  await isThere();
  const request = { orgId: org.orgId, workQueue: place, location: RUNNERS_LOCATION, sendsRequest: true };
  const spec = httpSpec(target.url);
  const found = await requestEvidence(running.queue, { ...request, spec, nowMs: systemClock.now() });
  expect(found).toMatchObject({
    runner: "nas",
    facts: {
      check: { status: "down" },
      addresses: [{ address: "127.0.0.1", response: { status_code: 503 } }],
    },
  });
  expect(reports).toEqual([]);
  const scheduled = { ...checkJob(), evidence: { collectMs: 1_000, sendsRequest: true } };
  running.queue.publishJobs(place, [scheduled]);
  await expect.poll(() => reports.length, { timeout: 30_000 }).toBe(1);
  expect(reports[0]).not.toHaveProperty("evidence");
});

test("a revoked key stops it at once with the server's message", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await running.database.run(sql`update api_key set revoked_at = now() where org_id = ${org.orgId}`);
  await start({ onRejected: resolve });
  const error = await promise;
  expect(error).toBeInstanceOf(RunnerRejectedError);
  expect(String(error)).toContain("unknown, revoked or expired");
});

test("a key without the scope is rejected with the name of the required scope", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await start({ link: linkTo(org.keys.admin), onRejected: resolve });
  expect(String(await promise)).toContain("'runner'");
});
