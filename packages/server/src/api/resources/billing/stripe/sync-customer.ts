import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Stripe } from "stripe";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Logger } from "../../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../../platform/storage/database.ts";
import { lockPlan } from "../queries.ts";
import { findPlanOfPrice } from "../service-plans.ts";
import { applyState } from "./apply-state.ts";
import {
  applySync,
  beginSync,
  type CustomerRow,
  handleEvent,
  listSoldPlans,
  lockStripeOrganization,
} from "./queries.ts";
import { getCustomerState, wrongAccountError } from "./stripe-customer.ts";
import { callStripe, nullIfMissing } from "./stripe-errors.ts";
import { findPlanOfProduct } from "./stripe-prices.ts";
import { readSubscriptions, type StripeState } from "./subscription-state.ts";

/**
 * Syncs a customer with Stripe: reads the current state and stores it. A message, a click or a job only
 * triggers the sync; Stripe's response alone determines the result.
 */

export type StripeDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  stripe: Stripe;
  publishEvents(events: readonly LiveEvent[]): void;
};

/** More than one subscription that is not canceled is already an anomaly. */
const SUBSCRIPTIONS_MAX = 50;

/** Syncs a customer. With an event id, marks the event as handled in the same transaction. */
export async function syncCustomer(
  deps: StripeDeps,
  customer: CustomerRow,
  { eventId = null }: { eventId?: string | null } = {},
): Promise<StripeState> {
  const { database, clock, stripe } = deps;
  const started = await beginSync(database, customer.org_id);
  const state = readSubscriptions(await listSubscriptions(stripe, customer.customer_id));
  const plan = await findPlanOfState(deps, state);
  const events = await database.transaction(async (db) => {
    await lockPlan(db, customer.org_id);
    const organization = await lockStripeOrganization(db, customer.org_id);
    const at = new Date(clock.now());
    if (eventId !== null && (await handleEvent(db, { eventId, at })) === 0) return [];
    if (organization === null || started === null) return [];
    if ((await applySync(db, customer.org_id, { sync: started.sync, at })) === 0) return [];
    logAnomalies(deps, customer, { state, plan });
    return applyState(db, {
      ...customer,
      state,
      nowMs: at.getTime(),
      planId: plan?.id ?? organization.plan_id,
    });
  });
  if (events.length > 0) deps.publishEvents(events);
  return state;
}

/** Returns no subscriptions for a deleted customer. Throws if the customer is unknown to Stripe. */
async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const params = { customer: customerId, limit: SUBSCRIPTIONS_MAX };
  const found = await callStripe(() => nullIfMissing(() => stripe.subscriptions.list(params)));
  if (found !== null) return found.data;
  if ((await getCustomerState(stripe, customerId)) === "deleted") return [];
  throw wrongAccountError(customerId);
}

async function findPlanOfState(
  { database, stripe }: { database: Db; stripe: Stripe },
  { price }: StripeState,
): Promise<Plan | null> {
  if (price === null) return null;
  const { lookupKey, productId } = price;
  const plan = lookupKey === null ? null : await findPlanOfPrice(database, lookupKey);
  if (plan) return plan;
  const plans = (await listSoldPlans(database)).map(({ definition }) => definition);
  return findPlanOfProduct(stripe, plans, productId);
}

function logAnomalies(
  { log }: StripeDeps,
  { org_id: orgId }: CustomerRow,
  { state, plan }: { state: StripeState; plan: Plan | null },
): void {
  const { price, subscriptionId, surplusIds } = state;
  const facts = { org_id: orgId, subscription_id: subscriptionId };
  if (price !== null && plan === null) log.error("billing.price_unknown", { ...facts, price_id: price.id });
  if (surplusIds.length > 0)
    log.error("billing.subscription_duplicate", { ...facts, surplus_ids: surplusIds });
}
