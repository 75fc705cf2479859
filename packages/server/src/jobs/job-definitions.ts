/**
 * All kinds of background work: their names, when they run by themselves, and how long one run may take.
 * Whoever adds one writes a line here and hands its handler to `startJobs`.
 */

export type JobDefinition = {
  /** Minute, hour, day, month, weekday, in UTC. */
  schedule: string;
  /** Also once when a process starts. */
  runsAtStart: boolean;
  /** A run that takes longer has failed and is tried again. */
  timeoutSeconds: number;
};

export const JOBS = {
  /** Every minute, for hours close at different times: each is folded two minutes after its end. */
  "results.fold": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  "results.partitions": { schedule: "7 * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** At night in Europe, when nobody waits for the lock that dropping takes. */
  "results.retention": { schedule: "23 2 * * *", runsAtStart: true, timeoutSeconds: 900 },
  "audit.retention": { schedule: "53 2 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "identity.expiry": { schedule: "37 * * * *", runsAtStart: false, timeoutSeconds: 60 },
  "results.compact": { schedule: "43 3 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;

/** Does one run. `signal` is aborted when the process is to end or the run has taken too long. */
export type JobHandler = (run: { signal: AbortSignal }) => Promise<void>;

export type JobHandlers = Record<JobName, JobHandler>;
