/**
 * All kinds of background work: their names, when they run by themselves or that they are sent, and how long
 * one run may take. Whoever adds one writes a line here and hands its handler to `startJobs`.
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
  /** After what goes for all is gone. */
  "results.organization_retention": { schedule: "43 2 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
  "audit.retention": { schedule: "53 2 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "identity.expiry": { schedule: "37 * * * *", runsAtStart: false, timeoutSeconds: 60 },
  /** Looks after what a lost job or a process that died has left: each minute, for an alert is urgent. */
  "alerts.overdue": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  "alerts.remind": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 60 },
  "alerts.retention": { schedule: "13 4 * * *", runsAtStart: false, timeoutSeconds: 600 },
  "artifacts.sweep": { schedule: "33 4 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
  /** Each minute, for who has used a share up wants to know it at once. */
  "billing.watch": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** What somebody has done at Stripe shows after ten minutes at the latest, should its message be lost. */
  "billing.reconcile": { schedule: "*/10 * * * *", runsAtStart: true, timeoutSeconds: 540 },
  "results.compact": { schedule: "43 3 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;

/** Does one run. `signal` is aborted when the process is to end or the run has taken too long. */
export type JobHandler = (run: { signal: AbortSignal }) => Promise<void>;

export type SentJobDefinition = {
  timeoutSeconds: number;
  /** Runs that a process has under way at the same time. */
  runsMax: number;
  /** Of a run that fails, each after twice the time of the one before; without it three. */
  retriesMax?: number;
};

/** Work that is sent by `sendJob`, in the transaction of what caused it, and runs at once or when it says. */
export const SENT_JOBS = {
  /**
   * A run mostly waits for its receiver: 32 that hang delay nobody, and a run that waits costs nothing.
   */
  "alerts.deliver": { timeoutSeconds: 300, runsMax: 32 },
  /** Mails to the owners of one organization. */
  "billing.tell_owners": { timeoutSeconds: 300, runsMax: 4 },
  /**
   * Ends what a deleted organization pays for. Nobody would notice that it was given up but whoever pays, so an
   * outage of a day and a half is outlasted.
   */
  "billing.end_customer": { timeoutSeconds: 300, runsMax: 1, retriesMax: 12 },
} as const satisfies Record<string, SentJobDefinition>;

export type SentJobName = keyof typeof SENT_JOBS;

/** What each carries. */
export type SentJobData = {
  "alerts.deliver": { channelId: string };
  "billing.tell_owners": { orgId: string; title: string; text: string };
  "billing.end_customer": { customerId: string };
};

export type SentJobHandler<Name extends SentJobName> = (run: {
  signal: AbortSignal;
  data: SentJobData[Name];
}) => Promise<void>;

export type JobHandlers = Record<JobName, JobHandler> & {
  [Name in SentJobName]: SentJobHandler<Name>;
};
