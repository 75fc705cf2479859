import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkJob } from "../../../test/checks.ts";
import { MemoryQueue } from "../queue/memory.ts";
import type { Queue } from "../queue/queue.ts";
import { Gateway } from "./gateway.ts";
import type { PollRequest } from "./polled-queue.ts";

const PLACE = "org_home";
const clock = { now: () => Date.now(), monotonic: () => Date.now() };
let queue: Queue;
let gateway: Gateway;
let reports: CheckReport[];
let runReports: RunReport[];

beforeEach(() => {
  vi.useFakeTimers();
  queue = new MemoryQueue({ clock });
  gateway = new Gateway({ queue, clock });
  reports = [];
  runReports = [];
  queue.takeReports((some) => void reports.push(...some));
  queue.takeRunReports((some) => void runReports.push(...some));
});
afterEach(() => {
  gateway.close();
  vi.useRealTimers();
});

const run = (kind: "api_monitor" | "journey"): RunJob => {
  const returned = { timeoutMs: 1, values: {}, secretNames: [] };
  const journey = { steps: [], script: null, viewport: null, device: null, baseUrl: null, baselines: {} };
  const capture = { trace: "never", video: "never" } as const;
  return {
    runId: `run of ${kind}`,
    attempt: 1,
    lease: 1,
    orgId: "org",
    targetId: "t",
    location: "home",
    startByMs: Date.now() + 30_000,
    spec: kind === "journey" ? { kind, ...returned, ...journey, capture } : { kind, ...returned, steps: [] },
  };
};

function poll(change: Partial<PollRequest> = {}) {
  const away = new AbortController();
  const capacity = { checks: 10, api_monitor: 2 };
  const work = gateway.poll({
    workQueue: PLACE,
    runner: "nas",
    version: "1",
    capacity,
    signal: away.signal,
    ...change,
  });
  return { work, away };
}

describe("polling", () => {
  test("a request is held until there is work of its queue, and of no other", async () => {
    const { work } = poll();
    queue.publishJobs("other_home", [checkJob({ seriesKey: 7 })]);
    queue.publishJobs("home", [checkJob({ seriesKey: 8 })]);
    const job = checkJob({ seriesKey: 9 });
    queue.publishJobs(PLACE, [job]);
    expect(await work).toEqual({ checks: [job], runs: [] });
    expect(reports.map(({ seriesKey }) => seriesKey)).toEqual([7, 8]);
  });

  test("a response contains at most what was requested; the rest goes to the next request", async () => {
    const first = poll({ capacity: { checks: 2 } });
    queue.publishJobs(PLACE, [
      checkJob({ seriesKey: 1 }),
      checkJob({ seriesKey: 2 }),
      checkJob({ seriesKey: 3 }),
    ]);
    expect((await first.work).checks).toHaveLength(2);
    const { work } = poll({ runner: "second" });
    await vi.advanceTimersByTimeAsync(200);
    expect((await work).checks.map(({ seriesKey }) => seriesKey)).toEqual([3]);
  });

  test("a request for journeys only is not woken by checks, and vice versa", async () => {
    const journeys = poll({ capacity: { journey: 1 } });
    const checks = poll();
    queue.publishJobs(PLACE, [checkJob()]);
    expect((await checks.work).checks).toHaveLength(1);
    queue.publishRuns(PLACE, [run("journey")]);
    expect((await journeys.work).runs).toMatchObject([{ runId: "run of journey" }]);
  });

  test("a request without work ends after a while", async () => {
    const { work } = poll();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await work).toEqual({ checks: [], runs: [] });
  });

  test("a runner that has disconnected receives nothing", async () => {
    const { work, away } = poll();
    away.abort();
    expect(await work).toEqual({ checks: [], runs: [] });
    queue.publishJobs(PLACE, [checkJob()]);
    const next = poll({ runner: "second" });
    expect((await next.work).checks).toHaveLength(1);
  });

  test("rejects more than a hundred requests of a queue", async () => {
    const held = Array.from({ length: 100 }, () => poll().work);
    await expect(poll().work).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all(held);
  });
});

describe("a work queue", () => {
  test("a queue has a runner while it polls and for some seconds after", async () => {
    const { work, away } = poll();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(queue.runners()).toMatchObject([{ runner: "nas", location: PLACE }]);
    away.abort();
    await work;
    await vi.advanceTimersByTimeAsync(25_000);
    expect(queue.runners()).toEqual([]);
  });

  test("returns work that no runner fetches after the last poll", async () => {
    const { work, away } = poll({ capacity: { checks: 1, api_monitor: 1 } });
    away.abort();
    await work;
    queue.publishJobs(PLACE, [checkJob({ seriesKey: 5 })]);
    queue.publishRuns(PLACE, [run("api_monitor")]);
    expect(reports).toEqual([]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(reports).toMatchObject([{ seriesKey: 5, outcome: null }]);
    expect(runReports).toMatchObject([{ event: "unstarted" }]);
    queue.publishJobs(PLACE, [checkJob({ seriesKey: 6 })]);
    expect(reports).toMatchObject([{ seriesKey: 5 }, { seriesKey: 6, outcome: null }]);
  });

  test("returns work that is too late to start while its runner has no room", async () => {
    const { work } = poll({ capacity: { checks: 0 } });
    queue.publishJobs(PLACE, [{ ...checkJob(), startByMs: Date.now() + 500 }]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reports).toMatchObject([{ outcome: null }]);
    await vi.advanceTimersByTimeAsync(20_000);
    await work;
  });

  test("takes no journeys if no runner supports them", async () => {
    const { work, away } = poll();
    queue.publishRuns(PLACE, [run("journey")]);
    expect(runReports).toMatchObject([{ event: "unstarted" }]);
    away.abort();
    await work;
  });
});

test("answers every request and returns all work on close", async () => {
  const { work } = poll({ capacity: { checks: 0 } });
  queue.publishJobs(PLACE, [checkJob()]);
  gateway.close();
  expect(await work).toEqual({ checks: [], runs: [] });
  expect(reports).toMatchObject([{ outcome: null }]);
  await expect(poll().work).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
