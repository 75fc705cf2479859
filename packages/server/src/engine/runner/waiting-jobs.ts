/** Checks that one thread starts in one turn of its event loop (see runner.ts). */
export const LAUNCHES_PER_TURN = 8;
/** Maximum number of waiting jobs in one thread; more could not start in time. */
export const WAITING_MAX = 20_000;

/**
 * Jobs that wait to start, in order of arrival. Pure: time is a parameter. Jobs that can no longer start in
 * time are reported separately, so the rest keeps its timing under overload.
 */
export type WaitingJobs<Job> = {
  /** Returns false if so many jobs wait that this one could not start in time. */
  add(job: Job): boolean;
  /** Returns the next job that may still start. Late jobs before it go to `onLate`. */
  next(nowMs: number, onLate: (job: Job) => void): Job | null;
  /** Removes and returns the newest job. */
  takeNewest(): Job | null;
  /** Removes and returns the jobs for which `holds` returns true. */
  takeWhere(holds: (job: Job) => boolean): Job[];
  /** Removes and returns all jobs. */
  takeAll(): Job[];
  readonly size: number;
};

export function createWaitingJobs<Job extends { startByMs: number }>(sizeMax: number): WaitingJobs<Job> {
  let jobs: Job[] = [];
  let head = 0;

  function takeAll(): Job[] {
    const rest = jobs.slice(head);
    jobs = [];
    head = 0;
    return rest;
  }

  return {
    add(job) {
      if (jobs.length - head >= sizeMax) return false;
      jobs.push(job);
      return true;
    },
    next(nowMs, onLate) {
      while (head < jobs.length) {
        const job = jobs[head] as Job;
        head += 1;
        if (head === jobs.length) takeAll();
        if (job.startByMs >= nowMs) return job;
        onLate(job);
      }
      return null;
    },
    takeNewest: () => (jobs.length > head ? (jobs.pop() ?? null) : null),
    takeWhere(holds) {
      const all = takeAll();
      jobs = all.filter((job) => !holds(job));
      return jobs.length === all.length ? [] : all.filter(holds);
    },
    takeAll,
    get size() {
      return jobs.length - head;
    },
  };
}
