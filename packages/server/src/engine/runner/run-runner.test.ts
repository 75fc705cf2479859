import type { RunJob, RunOutcome, RunReport } from "@vedette/contract/runs/run-job.ts";
import { afterEach, expect, test, vi } from "vitest";
import { type Clock, systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { MemoryQueue } from "../queue/memory.ts";
import { RunRunner } from "./run-runner.ts";

let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const running: RunRunner[] = [];
afterEach(async () => {
  aheadMs = 0;
  await Promise.all(running.splice(0).map((runner) => runner.drain(0)));
});

const PASSED: RunOutcome = { startedAtMs: 1, finishedAtMs: 2, error: null, steps: [] };

function job(orgId: string, number: number): RunJob {
  return {
    runId: `${orgId}${number}`,
    attempt: 1,
    lease: 1,
    orgId,
    targetId: `target ${orgId}${number}`,
    location: "default",
    startByMs: clock.now() + 30_000,
    spec: { kind: "api_monitor", timeoutMs: 60_000, steps: [], values: { of: orgId }, secretNames: [] },
  };
}

/** Attempts that end when the test resolves them or when they are stopped. */
function start(inFlightMax: number) {
  const queue = new MemoryQueue({ clock });
  const reports: RunReport[] = [];
  queue.takeRunReports((some) => void reports.push(...some));
  const open: { orgId: string; pass: () => void }[] = [];
  const runner = new RunRunner({
    queue,
    clock,
    log: silentLogger,
    name: "r1",
    location: "default",
    kinds: ["api_monitor"],
    inFlightMax,
    sharePercent: 50,
    explain: () => null,
    attempt: (spec, { signal }) =>
      new Promise((resolve, reject) => {
        open.push({ orgId: spec.values.of ?? "", pass: () => resolve(PASSED) });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  runner.start();
  running.push(runner);
  const eventsOf = (runId: string) =>
    reports.filter((each) => each.runId === runId).map(({ event }) => event);
  return { queue, runner, open, eventsOf };
}

test("the next slot goes to the organization that had none, no matter what others have queued before", async () => {
  const { queue, open, eventsOf } = start(2);
  queue.publishRuns("default", [job("a", 0), job("b", 0)]);
  queue.publishRuns(
    "default",
    [...Array(20).keys()].flatMap((n) => [job("a", n + 1), job("b", n + 1)]),
  );
  queue.publishRuns("default", [job("c", 0)]);
  expect(open.map(({ orgId }) => orgId)).toEqual(["a", "b"]);
  open[0]?.pass();
  await vi.waitFor(() => expect(eventsOf("c0")).toEqual(["started"]));
});

test("runs of a deleted target are returned at once and free their slots", async () => {
  const { queue, runner, eventsOf } = start(1);
  queue.publishRuns("default", [job("a", 0), job("a", 1), job("a", 2)]);
  const stopped = [0, 1].map((n) => ({ targetId: `target a${n}`, seriesKeys: [] }));
  queue.publishStops(stopped);
  await vi.waitFor(() => expect(eventsOf("a2")).toEqual(["started"]));
  expect(eventsOf("a0")).toEqual(["started", "unstarted"]);
  expect(eventsOf("a1")).toEqual(["unstarted"]);
  expect(runner.state()).toEqual({ runsWaiting: 0, runsInFlight: 1 });
});

test("a run that waits too long is returned although no slot became free", async () => {
  const { queue, eventsOf } = start(1);
  queue.publishRuns("default", [job("a", 0), job("a", 1)]);
  aheadMs = 31_000;
  await vi.waitFor(() => expect(eventsOf("a1")).toEqual(["unstarted"]), { timeout: 10_000 });
  expect(eventsOf("a0")).toEqual(["started"]);
});
