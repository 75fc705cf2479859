import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { LEAD_MS } from "./queue.ts";

export type EarlyJobsDeps<Job> = {
  clock: Clock;
  /** Receives jobs at their slot. */
  onDue: (jobs: readonly Job[]) => void;
};

/** Slots within this time are due together, at its end: as exact as the schedule itself. */
const STEP_MS = 10;

/**
 * Jobs that arrived before their slot. None is held longer than `LEAD_MS`, so a clock that is behind that of the
 * scheduler delays a check by no more.
 */
export class EarlyJobs<Job extends Pick<CheckJob, "slotMs" | "isEarly">> {
  readonly #deps: EarlyJobsDeps<Job>;
  /** By the instant at which they are due. */
  readonly #byDue = new Map<number, Job[]>();
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;

  constructor(deps: EarlyJobsDeps<Job>) {
    this.#deps = deps;
  }

  /** Keeps the early jobs. Returns those that are due. */
  add(jobs: readonly Job[]): Job[] {
    const nowMs = this.#deps.clock.now();
    const due: Job[] = [];
    for (const job of jobs) {
      if (job.isEarly && job.slotMs > nowMs) this.#keep(job, Math.min(job.slotMs, nowMs + LEAD_MS));
      else due.push(job);
    }
    this.#schedule(nowMs);
    return due;
  }

  /** Number of jobs that wait for their slot. */
  get size(): number {
    return this.#byDue.values().reduce((sum, jobs) => sum + jobs.length, 0);
  }

  /** Removes and returns all jobs. */
  takeAll(): Job[] {
    return this.takeWhere(() => true);
  }

  /** Removes and returns the jobs for which `holds` returns true. */
  takeWhere(holds: (job: Job) => boolean): Job[] {
    const taken: Job[] = [];
    for (const [dueMs, jobs] of this.#byDue) {
      const rest = jobs.filter((job) => !holds(job));
      taken.push(...jobs.filter(holds));
      if (rest.length > 0) this.#byDue.set(dueMs, rest);
      else this.#byDue.delete(dueMs);
    }
    this.#schedule(this.#deps.clock.now());
    return taken;
  }

  #keep(job: Job, atMs: number): void {
    const dueMs = Math.ceil(atMs / STEP_MS) * STEP_MS;
    const jobs = this.#byDue.get(dueMs);
    if (jobs) jobs.push(job);
    else this.#byDue.set(dueMs, [job]);
  }

  #schedule(nowMs: number): void {
    const nextMs = Math.min(...this.#byDue.keys());
    if (nextMs === this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = nextMs;
    if (nextMs < Number.POSITIVE_INFINITY) this.#timer = setTimeout(this.#release, nextMs - nowMs);
  }

  readonly #release = (): void => {
    const nowMs = this.#deps.clock.now();
    const restMs = this.#timerAtMs - nowMs;
    // Node counts a timer from the start of the turn that set it, so it may fire a little early.
    if (restMs > 0 && restMs <= STEP_MS) {
      this.#timer = setTimeout(this.#release, restMs);
      return;
    }
    // A larger rest means that the clock was set back: the timer is what counts.
    const untilMs = Math.max(nowMs, this.#timerAtMs);
    const due: Job[] = [];
    for (const [dueMs, jobs] of this.#byDue) {
      if (dueMs > untilMs) continue;
      this.#byDue.delete(dueMs);
      due.push(...jobs);
    }
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#schedule(nowMs);
    if (due.length > 0) this.#deps.onDue(due);
  };
}
