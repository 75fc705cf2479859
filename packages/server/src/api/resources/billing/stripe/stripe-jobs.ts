import type { JobHandlers } from "../../../../platform/jobs/job-definitions.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import { endCustomer } from "./end-customer.ts";
import { listUnsynced } from "./queries.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/** Background jobs for Stripe. They do nothing if Stripe is not configured. */
export function stripeJobs(
  deps: StripeDeps | null,
  log: Logger,
): Pick<JobHandlers, "billing.reconcile" | "billing.end_customer"> {
  return {
    "billing.reconcile": async (run) => {
      if (deps) await reconcile(deps, run);
    },
    "billing.end_customer": async ({ signal, data: { customerId } }) => {
      if (!deps) {
        // Stripe was configured when the organization was deleted. The operator must cancel the subscriptions
        // manually.
        log.error("billing.customer_cancel_skipped", { customer_id: customerId });
        return;
      }
      const { canceled } = await endCustomer(deps.stripe, customerId, { signal });
      log.info("billing.customer_canceled", { customer_id: customerId, canceled });
    },
  };
}

/** Maximum delay until a change is found whose message was lost. */
const SYNC_INTERVAL_MS = 86_400_000;
/** Stripe's pages are valid for an hour, so a change made on them is reported within this time. */
const REDIRECT_WINDOW_MS = 2 * 3_600_000;
/**
 * Per run, which is every ten minutes: 28,800 customers a day. At a third of a second each, a run takes about
 * a minute.
 */
const SYNCS_MAX = 200;
/** Stripe or the network is down: further customers would fail too, and each failure takes time. */
const CONSECUTIVE_FAILURES_MAX = 3;

/** Syncs the customers for whom a message may have been lost. */
async function reconcile(deps: StripeDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { database, clock, log } = deps;
  const nowMs = clock.now();
  const customers = await listUnsynced(database, {
    now: new Date(nowMs),
    before: new Date(nowMs - SYNC_INTERVAL_MS),
    redirectedSince: new Date(nowMs - REDIRECT_WINDOW_MS),
    limit: SYNCS_MAX,
  });
  let failed = 0;
  for (const customer of customers) {
    signal.throwIfAborted();
    try {
      await syncCustomer(deps, customer);
      failed = 0;
    } catch (error) {
      log.warn("billing.sync_failed", { org_id: customer.org_id, ...errorFacts(error) });
      failed += 1;
      if (failed >= CONSECUTIVE_FAILURES_MAX) throw error;
    }
  }
}
