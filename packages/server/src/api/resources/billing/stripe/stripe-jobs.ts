import type { JobHandlers } from "../../../../platform/jobs/job-definitions.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import { endCustomer } from "./ending.ts";
import { listUnsynced } from "./queries.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/** What is done at Stripe without anybody asking. Without Stripe there is nothing to do. */
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
        // It was set up when the organization was deleted. Whoever took it away has to end what is still paid for.
        log.error("billing.not_ended", { customerId });
        return;
      }
      const { canceled } = await endCustomer(deps.stripe, customerId, { signal });
      log.info("billing.ended", { customerId, canceled });
    },
  };
}

/** Whatever is heard of nobody is found after a day at the latest. */
const LOOKED_EVERY_MS = 86_400_000;
/** A page of Stripe's is good for an hour; what somebody did there is told soon after, or not at all. */
const AFTER_A_VISIT_MS = 2 * 3_600_000;
/** In ten minutes, which is 28,800 customers in a day; at a third of a second each, a minute of the ten. */
const LOOKS_MAX = 200;
/** Stripe is away, or we are: the others would fare alike, and each of them takes its time. */
const FAILURES_IN_A_ROW_MAX = 3;

/** Looks at those of whom a message may have been lost. */
async function reconcile(deps: StripeDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { database, clock, log } = deps;
  const nowMs = clock.now();
  const customers = await listUnsynced(database, {
    now: new Date(nowMs),
    before: new Date(nowMs - LOOKED_EVERY_MS),
    sentSince: new Date(nowMs - AFTER_A_VISIT_MS),
    limit: LOOKS_MAX,
  });
  let failed = 0;
  for (const customer of customers) {
    signal.throwIfAborted();
    try {
      await syncCustomer(deps, customer);
      failed = 0;
    } catch (error) {
      log.warn("billing.look_failed", { orgId: customer.org_id, ...errorFacts(error) });
      failed += 1;
      if (failed >= FAILURES_IN_A_ROW_MAX) throw error;
    }
  }
}
