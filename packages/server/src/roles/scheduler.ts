import { remindOfAlerts } from "../alerting/alerts/remind.ts";
import { dropOldAlerts } from "../alerting/alerts/retention.ts";
import { deliveryJobs } from "../alerting/deliver.ts";
import { createStoredSuppression } from "../alerting/maintenance/suppression.ts";
import type { Config } from "../config/read-config.ts";
import { identityJobs } from "../identity/identity-jobs.ts";
import type { JobHandlers } from "../jobs/job-definitions.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Queue } from "../queue/queue.ts";
import { dropOldEntries } from "../resources/audit-log/service.ts";
import { billingJobs } from "../resources/billing/billing-jobs.ts";
import { stripeJobs } from "../resources/billing/stripe/stripe-jobs.ts";
import { resultJobs } from "../results/result-jobs.ts";
import type { ApiJob } from "./api.ts";
import type { Foundation } from "./foundation.ts";
import type { Messaging } from "./messaging.ts";
import type { Stripe } from "./stripe.ts";

/**
 * The role `scheduler`, beside the thread that schedules and records: the background work of all, which schedulers
 * share through the database.
 */
export function schedulerJobs({
  config,
  foundation: { database },
  messaging,
  stripe,
  port,
  queue,
  log,
}: {
  config: Config;
  foundation: Foundation;
  messaging: Messaging;
  /** Null where nobody pays by it. */
  stripe: Stripe | null;
  /** On which this process listens. */
  port: number;
  queue: Queue;
  log: Logger;
}): Omit<JobHandlers, ApiJob> {
  const clock = systemClock;
  const suppression = createStoredSuppression(clock);
  return {
    ...resultJobs({ database, clock, log, retentionDays: config.retention.days }),
    ...identityJobs({ database, clock }),
    ...deliveryJobs(messaging.deliveries),
    ...billingJobs({
      database,
      clock,
      log,
      mailer: messaging.mailer,
      serverUrl: config.http.publicUrl ?? `http://localhost:${port}`,
      publish: (events) => queue.publishEvents(events),
    }),
    ...stripeJobs(stripe?.deps ?? null, log),
    "alerts.remind": ({ signal }) => remindOfAlerts({ database, clock, suppression }, { signal }),
    "alerts.retention": ({ signal }) => dropOldAlerts({ database, clock }, { signal }),
    "audit.retention": async () => void (await dropOldEntries(database, clock.now())),
  };
}
