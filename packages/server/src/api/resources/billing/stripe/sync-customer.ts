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
  lockOrganization,
} from "./queries.ts";
import { kindOfCustomer, otherAccount } from "./stripe-customer.ts";
import { askStripe, unlessMissing } from "./stripe-errors.ts";
import { findPlanOfProduct } from "./stripe-prices.ts";
import { readSubscriptions, type StripeState } from "./subscription-state.ts";

/**
 * Brings what is known of a customer up to date: asks Stripe what there is now, and writes that down. Whatever gave
 * the reason for it, a message, a click or the clock, the answer of Stripe's decides alone.
 */

export type StripeDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  stripe: Stripe;
  publishEvents(events: readonly LiveEvent[]): void;
};

/** More than one that is not canceled is an accident already. */
const SUBSCRIPTIONS_MAX = 50;

/** With the id of a message, that message is handled by it: in the same transaction, and once. */
export async function syncCustomer(
  deps: StripeDeps,
  customer: CustomerRow,
  { eventId = null }: { eventId?: string | null } = {},
): Promise<StripeState> {
  const { database, clock, stripe } = deps;
  const begun = await beginSync(database, customer.org_id);
  const state = readSubscriptions(await listSubscriptions(stripe, customer.customer_id));
  const plan = await planOf(deps, state);
  const events = await database.transaction(async (db) => {
    await lockPlan(db, customer.org_id);
    const organization = await lockOrganization(db, customer.org_id);
    const at = new Date(clock.now());
    if (eventId !== null && (await handleEvent(db, { eventId, at })) === 0) return [];
    if (organization === null || begun === null) return [];
    if ((await applySync(db, customer.org_id, { look: begun.look, at })) === 0) return [];
    tellOddities(deps, customer, { state, plan });
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

/** One who was deleted has none. Of one whom Stripe has never had nothing is known. */
async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const wanted = { customer: customerId, limit: SUBSCRIPTIONS_MAX };
  const found = await askStripe(() => unlessMissing(() => stripe.subscriptions.list(wanted)));
  if (found !== null) return found.data;
  if ((await kindOfCustomer(stripe, customerId)) === "deleted") return [];
  throw otherAccount(customerId);
}

async function planOf(
  { database, stripe }: { database: Db; stripe: Stripe },
  { price }: StripeState,
): Promise<Plan | null> {
  if (price === null) return null;
  const { lookupKey, productId } = price;
  const named = lookupKey === null ? null : await findPlanOfPrice(database, lookupKey);
  if (named) return named;
  const plans = (await listSoldPlans(database)).map(({ definition }) => definition);
  return findPlanOfProduct(stripe, plans, productId);
}

function tellOddities(
  { log }: StripeDeps,
  { org_id: orgId }: CustomerRow,
  { state, plan }: { state: StripeState; plan: Plan | null },
): void {
  const { price, subscriptionId, surplusIds } = state;
  if (price !== null && plan === null)
    log.error("billing.price_unknown", { orgId, subscriptionId, price: price.id });
  if (surplusIds.length > 0) log.error("billing.paid_twice", { orgId, subscriptionId, surplusIds });
}
