import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyQueueEvent,
  dispatchNext,
  type Ending,
  LOST_AFTER_MS,
  type OpenRun,
  type RunQueue,
  type RunQueueEvent,
} from "./run-queue.ts";

/** All events of a queue; `pick` selects one of all dispatched attempts. */
const runEvent = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: "tick" as const }) },
  { weight: 2, arbitrary: fc.constant({ type: "trigger" as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("report" as const),
      pick: fc.nat(),
      event: fc.constantFrom("started", "finished", "finished", "unstarted"),
      verdict: fc.constantFrom("passed", "failed", "internal_error"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "cancel" as const }) },
  // A crash loses what follows a commit: jobs not sent, reports not received.
  { weight: 1, arbitrary: fc.constant({ type: "crash" as const }) },
);
type TestEvent = typeof runEvent extends fc.Arbitrary<infer Kind> ? Kind : never;

const plan = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 6 }),
  timeoutMs: fc.integer({ min: 100, max: 60_000 }),
  story: fc.array(runEvent, { maxLength: 60 }),
});

/** A run queue with a simulated environment: reports, dispatched attempts and finished runs. */
function createWorld({ maxAttempts, timeoutMs }: { maxAttempts: number; timeoutMs: number }) {
  let runQueue: RunQueue = [];
  let nowMs = 1_000_000;
  let count = 0;
  const sent: OpenRun[] = [];
  const endings: Ending[] = [];
  const begun: string[] = [];
  /** Leases that a runner has reported as finished, by the first report. */
  const reported = new Map<string, string>();

  function apply(event: RunQueueEvent): boolean {
    const before = runQueue;
    const step = applyQueueEvent(runQueue, event, nowMs);
    if (!step.isApplied) expect(step).toEqual({ runQueue: before, ended: [], isApplied: false });
    const moved = dispatchNext(step.runQueue, nowMs);
    runQueue = moved.runQueue;
    if (moved.sent) sent.push(moved.sent);
    endings.push(...step.ended);
    check(before);
    return step.isApplied;
  }

  function check(before: RunQueue): void {
    expect(runQueue.filter(({ stage }) => stage !== "queued").length).toBeLessThanOrEqual(1);
    expect(new Set(endings.map(({ runId }) => runId)).size).toBe(endings.length);
    for (const run of runQueue) {
      expect(endings.some(({ runId }) => runId === run.runId)).toBe(false);
      expect(run.attempt).toBeLessThanOrEqual(run.maxAttempts);
      const was = before.find(({ runId }) => runId === run.runId);
      if (was) expect(run.attempt).toBeGreaterThanOrEqual(was.attempt);
      if (was) expect(run.lease).toBeGreaterThanOrEqual(was.lease);
      // The head of the queue always has a deadline.
      if (run === runQueue[0]) expect(run.dueMs).not.toBeNull();
    }
  }

  function begin(type: "tick" | "trigger"): void {
    const wasBusy = runQueue.length > 0;
    const runId = `run ${count++}`;
    const isApplied = apply({ type, run: { runId, maxAttempts, timeoutMs } });
    expect(isApplied).toBe(type === "trigger" || !wasBusy);
    if (isApplied) begun.push(runId);
  }

  function report({ pick, event, verdict }: Extract<TestEvent, { type: "report" }>): void {
    const of = sent[pick % Math.max(1, sent.length)];
    if (!of) return;
    if (event !== "finished") {
      apply({ type: event as "started" | "unstarted", of });
      return;
    }
    const name = `${of.runId} ${of.attempt} ${of.lease}`;
    const endedBefore = endings.length;
    const isApplied = apply({ type: "finished", of, verdict: verdict as "passed", mayRetry: true });
    // A repeated report is ignored.
    if (reported.has(name)) expect(isApplied).toBe(false);
    if (isApplied) reported.set(name, verdict);
    const [ending] = endings.slice(endedBefore);
    if (ending) expect(ending).toMatchObject({ runId: of.runId, attempt: of.attempt });
    if (ending?.status === "passed") expect(verdict).toBe("passed");
    if (ending?.cause === "result") expect(["passed", "failed"]).toContain(verdict);
  }

  return {
    happen(what: TestEvent) {
      switch (what.type) {
        case "tick":
        case "trigger":
          return begin(what.type);
        case "report":
          return report(what);
        case "wait":
          nowMs += what.ms;
          apply({ type: "poll" });
          return;
        case "cancel":
          apply({ type: "cancel" });
          expect(runQueue).toEqual([]);
          return;
        case "crash":
          sent.length = 0;
      }
    },
    /** No more reports; only time passes. */
    stopReporting(): void {
      for (let turn = 0; runQueue.length > 0; turn += 1) {
        expect(turn).toBeLessThan(5_000);
        const dueMs = runQueue[0]?.dueMs ?? nowMs;
        nowMs = Math.max(nowMs, dueMs);
        apply({ type: "poll" });
      }
      expect(endings.map(({ runId }) => runId).toSorted()).toEqual(begun.toSorted());
    },
    get runQueue() {
      return runQueue;
    },
    get endings() {
      return endings;
    },
    get sent() {
      return sent;
    },
    get nowMs() {
      return nowMs;
    },
  };
}

describe("a run queue", () => {
  test("ends each run exactly once, even with lost, repeated and late events", () => {
    fc.assert(
      fc.property(plan, ({ story, ...rules }) => {
        const world = createWorld(rules);
        for (const what of story) world.happen(what);
        world.stopReporting();
      }),
      { numRuns: 500 },
    );
  });

  test("retries after 1, 2, 4 … seconds until no attempt is left", () => {
    const world = createWorld({ maxAttempts: 4, timeoutMs: 1_000 });
    world.happen({ type: "tick" });
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      world.happen({ type: "report", pick: world.sent.length - 1, event: "finished", verdict: "failed" });
      expect(world.runQueue[0]).toMatchObject({ stage: "waiting", dueMs: world.nowMs + pauseMs });
      world.happen({ type: "wait", ms: pauseMs - 1 });
      expect(world.runQueue[0]?.stage).toBe("waiting");
      world.happen({ type: "wait", ms: 1 });
      expect(world.runQueue[0]?.stage).toBe("sent");
    }
    world.happen({ type: "report", pick: 3, event: "finished", verdict: "failed" });
    expect(world.endings).toEqual([{ runId: "run 0", attempt: 4, status: "failed", cause: "result" }]);
  });

  test("fails an attempt at its deadline if its runner disappeared", () => {
    const world = createWorld({ maxAttempts: 1, timeoutMs: 5_000 });
    world.happen({ type: "trigger" });
    world.happen({ type: "report", pick: 0, event: "started", verdict: "passed" });
    world.happen({ type: "wait", ms: 5_000 + LOST_AFTER_MS - 1 });
    expect(world.endings).toEqual([]);
    world.happen({ type: "wait", ms: 1 });
    expect(world.endings).toEqual([{ runId: "run 0", attempt: 1, status: "failed", cause: "lost" }]);
  });

  test("dispatches an attempt again that no runner accepted, and does not count it", () => {
    const world = createWorld({ maxAttempts: 1, timeoutMs: 5_000 });
    world.happen({ type: "trigger" });
    world.happen({ type: "report", pick: 0, event: "unstarted", verdict: "passed" });
    expect(world.runQueue[0]).toMatchObject({ stage: "waiting", attempt: 1 });
    world.happen({ type: "wait", ms: 1_000 });
    expect(world.runQueue[0]).toMatchObject({ stage: "sent", attempt: 1, lease: 2 });
  });
});
