import { RUN_LIMITS } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { queueOwnerMail, toOwnerMail, usedUpMessage } from "./owner-messages.ts";
import {
  deleteOldCheckouts,
  deleteOldEvents,
  listBillingAddresses,
  listUsedUp,
  markNotified,
} from "./queries.ts";
import { endLapsedSubscriptions } from "./service-subscription.ts";

/** Background jobs of billing, by job name. */

export type BillingJobsDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  serverUrl: string;
  publish: (events: readonly LiveEvent[]) => void;
};

/** Maximum number of organizations that are notified in one run. The next run, a minute later, continues. */
const NOTIFIED_MAX = 500;
/** Longer than any payment service retries an event; Stripe stops after three days. */
const EVENT_RETENTION_MS = 90 * 86_400_000;
const CHECKOUT_RETENTION_MS = 86_400_000;

export function billingJobs(deps: BillingJobsDeps) {
  const { database, clock, log, mailer, serverUrl } = deps;
  return {
    async "billing.watch"(): Promise<void> {
      const nowMs = clock.now();
      await endLapsedSubscriptions(database, { nowMs, publish: deps.publish });
      await notifyUsedUp(database, nowMs);
      await deleteOldCheckouts(database, new Date(nowMs - CHECKOUT_RETENTION_MS));
      await deleteOldEvents(database, new Date(nowMs - EVENT_RETENTION_MS));
    },
    async "billing.notify_owners"({
      data,
    }: {
      data: { orgId: string; title: string; text: string };
    }): Promise<void> {
      if (!mailer.isConfigured) return;
      const addresses = await listBillingAddresses(database, data.orgId);
      const sent = await Promise.allSettled(
        addresses.map(({ email }) => mailer.send(toOwnerMail({ email, message: data, serverUrl }))),
      );
      for (const result of sent)
        if (result.status === "rejected") log.warn("billing.owner_mail_failed", errorFacts(result.reason));
    },
  };
}

/**
 * Notifies the owners once a month for each limit. The mail job is inserted in the same transaction as the
 * mark.
 */
async function notifyUsedUp(database: Database, nowMs: number): Promise<void> {
  const month = monthOf(nowMs);
  for (const row of await listUsedUp(database, { month, limit: NOTIFIED_MAX })) {
    for (const limit of RUN_LIMITS) {
      const max = row.limits[limit];
      if (max === null || row[limit] < max) continue;
      await database.transaction(async (db) => {
        const isFirst = await markNotified(db, row.org_id, { month, limit, now: new Date(nowMs) });
        if (isFirst === 1)
          await queueOwnerMail(db, row.org_id, usedUpMessage({ planName: row.plan_name, limit, max }));
      });
    }
  }
}
