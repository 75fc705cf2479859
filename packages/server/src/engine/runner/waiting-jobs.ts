/** Checks that one thread starts in one turn of its event loop (see runner.ts). */
export const LAUNCHES_PER_TURN = 8;
/** Jobs that wait in one thread at most; more of them could not start in time anyway. */
export const WAITING_MAX = 20_000;

/**
 * Jobs that wait to be started, in the order in which they came. Pure: time comes in. What can no longer start in time
 * is told apart, so that under overload the rest keeps its pace.
 */
export type WaitingJobs<Job> = {
  /** False where so many wait that this one could not start in time anyway. */
  add(job: Job): boolean;
  /** The next that may still start; those before it that may not are told to `onLate`. */
  next(nowMs: number, onLate: (job: Job) => void): Job | null;
  /** The one that came last, which waits no longer. */
  takeNewest(): Job | null;
  /** Those of which this holds, which wait no longer. */
  takeWhere(holds: (job: Job) => boolean): Job[];
  /** All of them, which wait no longer. */
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
