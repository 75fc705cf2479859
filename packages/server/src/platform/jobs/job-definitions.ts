/**
 * All kinds of background jobs: their names, their schedule if they have one, and the timeout of one run. To add a job,
 * add a line here and pass its handler to `startJobs`.
 */

export type JobDefinition = {
  /** Minute, hour, day, month, weekday, in UTC. */
  schedule: string;
  /** Also runs once when a process starts. */
  runsAtStart: boolean;
  /** A run that takes longer fails and is retried. */
  timeoutSeconds: number;
};

export const JOBS = {
  /** Every minute, because hours close at different times: each is rolled up two minutes after its end. */
  "results.roll_up": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  "results.count": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  "results.partitions": { schedule: "7 * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** At night in Europe, when few users wait for the lock that dropping a partition takes. */
  "results.retention": { schedule: "23 2 * * *", runsAtStart: true, timeoutSeconds: 900 },
  /** Runs after the retention that applies to all organizations. */
  "results.organization_retention": { schedule: "43 2 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
  /** Hourly, because the first run on old results takes longer than one: each run continues for most of its hour. */
  "results.close_days": { schedule: "13 * * * *", runsAtStart: false, timeoutSeconds: 3_540 },
  /** Hourly, because bodies of pings take more room than everything else of a heartbeat. */
  "heartbeats.bodies": { schedule: "17 * * * *", runsAtStart: false, timeoutSeconds: 900 },
  "audit.retention": { schedule: "53 2 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "api_keys.expiry": { schedule: "27 * * * *", runsAtStart: false, timeoutSeconds: 60 },
  "markers.retention": { schedule: "3 3 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "changes.runner_versions": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 30 },
  "changes.retention": { schedule: "13 3 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "targets.purge": { schedule: "47 * * * *", runsAtStart: false, timeoutSeconds: 900 },
  "identity.expiry": { schedule: "37 * * * *", runsAtStart: false, timeoutSeconds: 60 },
  /** Recovers deliveries that a lost job or a crashed process left behind: every minute, because alerts are urgent. */
  "alerts.overdue": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  "alerts.remind": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 60 },
  "alerts.silence": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 60 },
  /** Every minute, so that a new rule is evaluated soon. */
  "alerts.expiry": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 60 },
  "alerts.burn_rate": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 55 },
  /** Takes steps of escalations that a lost job left behind, and of those whose alerts were in maintenance. */
  "escalations.overdue": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** Updates incidents that a lost job left behind. */
  "incidents.update_all": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** Before the retention of results, that the timelines of incidents are made of. */
  "incidents.retention": { schedule: "53 1 * * *", runsAtStart: false, timeoutSeconds: 900 },
  "alerts.retention": { schedule: "13 4 * * *", runsAtStart: false, timeoutSeconds: 600 },
  /** Every minute, so that the domain of a new monitor is known soon. */
  "domains.refresh": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 120 },
  /** Measures the SLOs whose figures are the oldest. */
  "slos.measure": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 55 },
  /** Sends the reports that are due, and emails that a crashed process left behind. */
  "reports.send": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  "reports.retention": { schedule: "47 2 * * *", runsAtStart: false, timeoutSeconds: 300 },
  "artifacts.sweep": { schedule: "33 4 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
  /** Every minute, so that owners are notified soon after a quota is used up. */
  "billing.watch": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  /** Picks up changes at Stripe within ten minutes if a webhook was lost. */
  "billing.reconcile": { schedule: "*/10 * * * *", runsAtStart: true, timeoutSeconds: 540 },
  /** Every minute, so that a new domain works soon after its DNS records are known. */
  "status_pages.domains": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 120 },
  /** A page shows an alert as an incident at most this much later than its owner wants it. */
  "status_pages.automatic": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 50 },
  "service.self_check": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 30 },
  /** A reminder of planned work is sent at most this much late. */
  "status_pages.reminders": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 50 },
  /** Continues what a process that ended left behind, and retries messages that were not accepted. */
  "status_pages.overdue": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  "status_pages.retention": { schedule: "31 4 * * *", runsAtStart: false, timeoutSeconds: 600 },
  /** Sends pages that a lost job or a crashed process left behind: every minute, because they are urgent. */
  "on_call.overdue_pages": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 60 },
  "on_call.page_retention": { schedule: "3 4 * * *", runsAtStart: false, timeoutSeconds: 300 },
  /** Collects evidence that a lost job or a crashed process left behind. */
  "evidence.overdue": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 300 },
  "evidence.retention": { schedule: "23 3 * * *", runsAtStart: false, timeoutSeconds: 600 },
  /** Sends metrics, and the traces that wait. */
  "telemetry.send": { schedule: "* * * * *", runsAtStart: false, timeoutSeconds: 300 },
  /** Sends entries of audit logs to the streams of their organizations. */
  "audit.send": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 300 },
  /** Every minute, because its time is a setting; a large installation takes an hour. A server that was off catches up. */
  "backup.nightly": { schedule: "* * * * *", runsAtStart: true, timeoutSeconds: 21_600 },
  "results.compact": { schedule: "43 3 * * *", runsAtStart: false, timeoutSeconds: 3_600 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof JOBS;

/** Executes one run. `signal` is aborted when the process stops or the run exceeds its timeout. */
export type JobHandler = (run: { signal: AbortSignal }) => Promise<void>;

export type SentJobDefinition = {
  timeoutSeconds: number;
  /** Maximum concurrent runs of a process. */
  runsMax: number;
  /** Retries of a failed run, each after twice the previous delay; default: 3. */
  retriesMax?: number;
};

/** Jobs sent with `sendJob` in the transaction that causes them; they run at once or at a given time. */
export const SENT_JOBS = {
  /** A run mostly waits for its receiver: 32 runs that hang delay no others, and a waiting run costs nothing. */
  "alerts.deliver": { timeoutSeconds: 300, runsMax: 32 },
  /** Takes the steps of escalations that are due. One run does all. */
  "escalations.advance": { timeoutSeconds: 60, runsMax: 1, retriesMax: 0 },
  /** After pages of a step failed for good: takes the next step if the step reached no one else. */
  "escalations.settle_step": { timeoutSeconds: 60, runsMax: 2 },
  /** Notifies the owners that a policy reached no one. */
  "escalations.warn_owners": { timeoutSeconds: 300, runsMax: 2 },
  /** Updates the incidents of an organization after its alerts changed. One run follows all changes before it. */
  "incidents.update": { timeoutSeconds: 60, runsMax: 2 },
  /** Looks up the domains that are due, because a check waits for one of them. */
  "domains.lookup": { timeoutSeconds: 120, runsMax: 1, retriesMax: 0 },
  /** Notifies the subscribers of status pages. One run does all that is due, with a limit of its own. */
  "status_pages.broadcast": { timeoutSeconds: 300, runsMax: 1, retriesMax: 0 },
  /** Asks a new subscriber to confirm. */
  "status_pages.confirm": { timeoutSeconds: 60, runsMax: 4 },
  /** Sends the pages that are due. One run does all of them. */
  "on_call.send_pages": { timeoutSeconds: 60, runsMax: 1, retriesMax: 0 },
  /** Collects evidence about targets that are down. One run continues until nothing waits. */
  "evidence.collect": { timeoutSeconds: 300, runsMax: 5, retriesMax: 0 },
  /** Sends the reports that wait. One run sends all of them. */
  "reports.deliver": { timeoutSeconds: 300, runsMax: 1, retriesMax: 0 },
  /** Sends emails to the owners of one organization. */
  "billing.notify_owners": { timeoutSeconds: 300, runsMax: 4 },
  /**
   * Cancels the subscription of a deleted organization. A failure would go unnoticed except by the payer, so the retries
   * outlast an outage of a day and a half.
   */
  "billing.end_customer": { timeoutSeconds: 300, runsMax: 1, retriesMax: 12 },
} as const satisfies Record<string, SentJobDefinition>;

export type SentJobName = keyof typeof SENT_JOBS;

/** The data of each sent job. */
export type SentJobData = {
  "alerts.deliver": { channelId: string };
  "escalations.advance": Record<string, never>;
  "escalations.settle_step": { escalationId: string; round: number; step: number };
  "escalations.warn_owners": { orgId: string; title: string; text: string };
  "incidents.update": { orgId: string };
  "domains.lookup": Record<string, never>;
  "status_pages.broadcast": Record<string, never>;
  "status_pages.confirm": { subscriberId: string };
  "on_call.send_pages": Record<string, never>;
  "evidence.collect": Record<string, never>;
  "reports.deliver": Record<string, never>;
  "billing.notify_owners": { orgId: string; title: string; text: string };
  "billing.end_customer": { customerId: string };
};

export type SentJobHandler<Name extends SentJobName> = (run: {
  signal: AbortSignal;
  data: SentJobData[Name];
}) => Promise<void>;

export type JobHandlers = Record<JobName, JobHandler> & {
  [Name in SentJobName]: SentJobHandler<Name>;
};
