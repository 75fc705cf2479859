/** Checks that one thread starts in one turn of its event loop (see runner.ts). */
export const LAUNCHES_PER_TURN = 8;
/** Maximum number of waiting jobs in one thread; more could not start in time. */
export const WAITING_MAX = 20_000;

/**
 * Jobs that wait to start, in order of arrival. Pure: time is a parameter. Jobs that can no longer start in
 * time are reported separately, so the rest keeps its timing under overload.
 */
export class WaitingJobs<Job extends { startByMs: number }> {
  readonly #sizeMax: number;
  #jobs: Job[] = [];
  #head = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get size(): number {
    return this.#jobs.length - this.#head;
  }

  /** Returns false if so many jobs wait that this one could not start in time. */
  add(job: Job): boolean {
    if (this.size >= this.#sizeMax) return false;
    this.#jobs.push(job);
    return true;
  }

  /** Returns the next job that may still start. Late jobs before it go to `onLate`. */
  next(nowMs: number, onLate: (job: Job) => void): Job | null {
    while (this.size > 0) {
      const job = this.#jobs[this.#head] as Job;
      this.#head += 1;
      if (this.size === 0) this.takeAll();
      if (job.startByMs >= nowMs) return job;
      onLate(job);
    }
    return null;
  }

  /** Removes and returns the newest job. */
  takeNewest(): Job | null {
    return this.size > 0 ? (this.#jobs.pop() ?? null) : null;
  }

  /** Removes and returns the jobs for which `holds` returns true. */
  takeWhere(holds: (job: Job) => boolean): Job[] {
    const all = this.takeAll();
    this.#jobs = all.filter((job) => !holds(job));
    return this.#jobs.length === all.length ? [] : all.filter(holds);
  }

  /** Removes and returns all jobs. */
  takeAll(): Job[] {
    const rest = this.#jobs.slice(this.#head);
    this.#jobs = [];
    this.#head = 0;
    return rest;
  }
}
