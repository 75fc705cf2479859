import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { RUN_KINDS, type RunJob, type RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { type Queue, unstarted, unstartedRun } from "../queue/queue.ts";

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

export type PendingWorkDeps = {
  workQueue: string;
  queue: Pick<Queue, "takeJobs" | "takeRuns" | "publishReports" | "publishRunReports">;
  clock: Clock;
  /** Called when work of a kind arrives. */
  onWork: (kind: WorkKind) => void;
};

/**
 * The work of one queue that waits for its runners to poll. It is taken from the queue only while a runner
 * polls, and returned as `unstarted` if no runner fetches it in time. It must not know HTTP or keys.
 */
export class PendingWork {
  readonly #deps: PendingWorkDeps;
  /** Ends the subscription to a kind of work. */
  readonly #ends = new Map<WorkKind, () => void>();
  #checks: CheckJob[] = [];
  readonly #runs: Record<RunKind, RunJob[]> = { api_monitor: [], journey: [] };

  constructor(deps: PendingWorkDeps) {
    this.#deps = deps;
  }

  /** Marks a kind of work as requested; it is taken from the queue from now on. */
  subscribe(kind: WorkKind): void {
    if (this.#ends.has(kind)) return;
    const { queue, workQueue } = this.#deps;
    this.#ends.set(
      kind,
      kind === "checks"
        ? queue.takeJobs(workQueue, (jobs) => this.#takeChecks(jobs))
        : queue.takeRuns({ location: workQueue, kinds: [kind] }, (jobs) => this.#takeRuns(kind, jobs)),
    );
  }

  /** Stops taking a kind of work and returns what is pending. */
  unsubscribe(kind: WorkKind): void {
    this.#ends.get(kind)?.();
    this.#ends.delete(kind);
    if (kind === "checks") this.#returnJobs(this.#checks.splice(0));
    else this.#returnRuns(this.#runs[kind].splice(0));
  }

  /** Returns the pending work, at most `capacity` of each kind. */
  fetch(capacity: Capacity): AssignedWork {
    this.dropLate();
    const runs = RUN_KINDS.flatMap((kind) =>
      this.#runs[kind].splice(0, Math.min(capacity[kind] ?? 0, RUNS_HANDED_MAX)),
    );
    return { checks: this.#checks.splice(0, Math.min(capacity.checks ?? 0, CHECKS_HANDED_MAX)), runs };
  }

  /** Returns work that can no longer start in time. */
  dropLate(): void {
    const nowMs = this.#deps.clock.now();
    const [inTime, late] = split(this.#checks, nowMs);
    this.#checks = inTime;
    this.#returnJobs(late);
    for (const kind of RUN_KINDS) {
      const [runsInTime, runsLate] = split(this.#runs[kind], nowMs);
      this.#runs[kind] = runsInTime;
      this.#returnRuns(runsLate);
    }
  }

  /** Returns whether work of a kind is pending. */
  has(kind: WorkKind): boolean {
    return (kind === "checks" ? this.#checks : this.#runs[kind]).length > 0;
  }

  close(): void {
    for (const kind of WORK_KINDS) this.unsubscribe(kind);
  }

  #takeChecks(jobs: readonly CheckJob[]): void {
    const room = CHECKS_WAITING_MAX - this.#checks.length;
    this.#checks.push(...jobs.slice(0, room));
    this.#returnJobs(jobs.slice(room));
    this.#deps.onWork("checks");
  }

  #takeRuns(kind: RunKind, jobs: readonly RunJob[]): void {
    const room = RUNS_WAITING_MAX - this.#runs[kind].length;
    this.#runs[kind].push(...jobs.slice(0, room));
    this.#returnRuns(jobs.slice(room));
    this.#deps.onWork(kind);
  }

  #returnJobs(jobs: readonly CheckJob[]): void {
    if (jobs.length > 0) this.#deps.queue.publishReports(jobs.map(unstarted));
  }

  #returnRuns(jobs: readonly RunJob[]): void {
    if (jobs.length > 0) this.#deps.queue.publishRunReports(jobs.map(unstartedRun));
  }
}

function split<Job extends { startByMs: number }>(jobs: readonly Job[], nowMs: number): [Job[], Job[]] {
  const [inTime, late]: [Job[], Job[]] = [[], []];
  for (const job of jobs) (job.startByMs >= nowMs ? inTime : late).push(job);
  return [inTime, late];
}
