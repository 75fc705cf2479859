import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { RUN_KINDS, type RunJob, type RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { type Queue, unstarted, unstartedRun } from "../queue/queue.ts";

/**
 * The work of one queue that waits for its runners to poll. It is taken from the queue only while a runner
 * polls, and returned as `unstarted` if no runner fetches it in time. It must not know HTTP or keys.
 */
export type PendingWork = {
  /** Marks a kind of work as requested; it is taken from the queue from now on. */
  subscribe(kind: WorkKind): void;
  /** Stops taking a kind of work and returns what is pending. */
  unsubscribe(kind: WorkKind): void;
  /** Returns the pending work, at most `capacity` of each kind. */
  fetch(capacity: Capacity): AssignedWork;
  /** Returns work that can no longer start in time. */
  dropLate(): void;
  /** Returns whether work of a kind is pending. */
  has(kind: WorkKind): boolean;
  close(): void;
};

export const WORK_KINDS = ["checks", ...RUN_KINDS] as const;
export type WorkKind = (typeof WORK_KINDS)[number];
export type Capacity = Partial<Readonly<Record<WorkKind, number>>>;
export type AssignedWork = { checks: CheckJob[]; runs: RunJob[] };

/** Maximum amount of pending work. Work beyond it is returned immediately. */
const CHECKS_WAITING_MAX = 20_000;
const RUNS_WAITING_MAX = 1_000;
/** Maximum number of checks in one response: a few hundred kilobytes. */
const CHECKS_HANDED_MAX = 500;
const RUNS_HANDED_MAX = 20;

export function createPendingWork({
  workQueue,
  queue,
  clock,
  onWork,
}: {
  workQueue: string;
  queue: Pick<Queue, "takeJobs" | "takeRuns" | "publishReports" | "publishRunReports">;
  clock: Clock;
  /** Called when work of a kind arrives. */
  onWork: (kind: WorkKind) => void;
}): PendingWork {
  const ends = new Map<WorkKind, () => void>();
  let checks: CheckJob[] = [];
  const runs: Record<RunKind, RunJob[]> = { api_monitor: [], journey: [] };

  function returnJobs(jobs: readonly CheckJob[]): void {
    if (jobs.length > 0) queue.publishReports(jobs.map(unstarted));
  }

  function returnRuns(jobs: readonly RunJob[]): void {
    if (jobs.length > 0) queue.publishRunReports(jobs.map(unstartedRun));
  }

  function takeChecks(jobs: readonly CheckJob[]): void {
    const room = CHECKS_WAITING_MAX - checks.length;
    checks.push(...jobs.slice(0, room));
    returnJobs(jobs.slice(room));
    onWork("checks");
  }

  function takeRuns(kind: RunKind, jobs: readonly RunJob[]): void {
    const room = RUNS_WAITING_MAX - runs[kind].length;
    runs[kind].push(...jobs.slice(0, room));
    returnRuns(jobs.slice(room));
    onWork(kind);
  }

  function unsubscribe(kind: WorkKind): void {
    ends.get(kind)?.();
    ends.delete(kind);
    if (kind === "checks") returnJobs(checks.splice(0));
    else returnRuns(runs[kind].splice(0));
  }

  function dropLate(): void {
    const nowMs = clock.now();
    const [inTime, late] = split(checks, nowMs);
    checks = inTime;
    returnJobs(late);
    for (const kind of RUN_KINDS) {
      const [runsInTime, runsLate] = split(runs[kind], nowMs);
      runs[kind] = runsInTime;
      returnRuns(runsLate);
    }
  }

  return {
    subscribe(kind) {
      if (ends.has(kind)) return;
      ends.set(
        kind,
        kind === "checks"
          ? queue.takeJobs(workQueue, takeChecks)
          : queue.takeRuns({ location: workQueue, kinds: [kind] }, (jobs) => takeRuns(kind, jobs)),
      );
    },
    unsubscribe: unsubscribe,
    fetch(capacity) {
      dropLate();
      const handed = RUN_KINDS.flatMap((kind) =>
        runs[kind].splice(0, Math.min(capacity[kind] ?? 0, RUNS_HANDED_MAX)),
      );
      return { checks: checks.splice(0, Math.min(capacity.checks ?? 0, CHECKS_HANDED_MAX)), runs: handed };
    },
    dropLate,
    has: (kind) => (kind === "checks" ? checks : runs[kind]).length > 0,
    close() {
      for (const kind of WORK_KINDS) unsubscribe(kind);
    },
  };
}

function split<Job extends { startByMs: number }>(jobs: readonly Job[], nowMs: number): [Job[], Job[]] {
  const [inTime, late]: [Job[], Job[]] = [[], []];
  for (const job of jobs) (job.startByMs >= nowMs ? inTime : late).push(job);
  return [inTime, late];
}
