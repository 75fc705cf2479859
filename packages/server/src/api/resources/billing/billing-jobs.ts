import { RUN_LIMITS } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { insertOwnerNotes, ownerMail, usedUpNote } from "./owner-notes.ts";
import { monthOf } from "./period.ts";
import {
  deleteOldCheckouts,
  deleteOldEvents,
  listOwnerAddresses,
  listUsedUp,
  markNotified,
} from "./queries.ts";
import { endLapsedSubscriptions } from "./service-subscription.ts";

/** The background work of billing, by the names of its jobs. */

export type BillingJobsDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  serverUrl: string;
  publish: (events: readonly LiveEvent[]) => void;
};

/** Organizations that are told in one run; the next minute's goes on. */
const TOLD_MAX = 500;
/** Longer than any payment service repeats an event; Stripe gives up after three days. */
const EVENTS_KEPT_MS = 90 * 86_400_000;
const CHECKOUTS_KEPT_MS = 86_400_000;

export function billingJobs(deps: BillingJobsDeps) {
  const { database, clock, log, mailer, serverUrl } = deps;
  return {
    async "billing.watch"(): Promise<void> {
      const nowMs = clock.now();
      await endLapsedSubscriptions(database, { nowMs, publish: deps.publish });
      await tellUsedUp(database, nowMs);
      await deleteOldCheckouts(database, new Date(nowMs - CHECKOUTS_KEPT_MS));
      await deleteOldEvents(database, new Date(nowMs - EVENTS_KEPT_MS));
    },
    async "billing.tell_owners"({
      data,
    }: {
      data: { orgId: string; title: string; text: string };
    }): Promise<void> {
      if (!mailer.isConfigured) return;
      const addresses = await listOwnerAddresses(database, data.orgId);
      const sent = await Promise.allSettled(
        addresses.map(({ email }) => mailer.send(ownerMail({ email, note: data, serverUrl }))),
      );
      for (const each of sent)
        if (each.status === "rejected") log.warn("billing.owner_not_mailed", errorFacts(each.reason));
    },
  };
}

/** Once a month for each number, and never without the mail, for that is sent in the same transaction. */
async function tellUsedUp(database: Database, nowMs: number): Promise<void> {
  const month = monthOf(nowMs);
  for (const row of await listUsedUp(database, { month, limit: TOLD_MAX })) {
    for (const limit of RUN_LIMITS) {
      const allowed = row.limits[limit];
      if (allowed === null || row[limit] < allowed) continue;
      await database.transaction(async (db) => {
        const isFirst = await markNotified(db, row.org_id, { month, limit, now: new Date(nowMs) });
        if (isFirst === 1)
          await insertOwnerNotes(db, row.org_id, usedUpNote({ planName: row.plan_name, limit, allowed }));
      });
    }
  }
}
