import type { Stripe } from "stripe";
import { type SoldPrice, stripeId } from "./stripe-prices.ts";

/**
 * The state of an organization at Stripe, derived from the subscriptions of its customer. Pure, so that the
 * same state at Stripe always gives the same result, in any order of messages.
 */

export type StripeState = {
  /** The live subscription, which is paid for or will be; null if there is none. */
  subscriptionId: string | null;
  /** `overdue`: a payment failed, and Stripe is retrying or has given up. */
  payment: "none" | "paid" | "overdue";
  /** Stripe's status. */
  status: string | null;
  /** Identifies the plan. */
  price: (SoldPrice & { id: string }) | null;
  /** Needed to change the price. */
  itemId: string | null;
  periodEndsAt: Date | null;
  /** When the subscription ends without renewal; null if it renews. */
  endsAt: Date | null;
  /** Further live subscriptions that are also paid for. */
  surplusIds: string[];
};

const NOTHING: StripeState = {
  subscriptionId: null,
  payment: "none",
  status: null,
  price: null,
  itemId: null,
  periodEndsAt: null,
  endsAt: null,
  surplusIds: [],
};

/**
 * `incomplete` is excluded because its first payment is still missing. `paused` is excluded because a trial
 * ended without a payment method, so nothing is owed and nothing is granted.
 */
const PAYMENTS: Readonly<Record<string, StripeState["payment"]>> = {
  active: "paid",
  trialing: "paid",
  past_due: "overdue",
  unpaid: "overdue",
};

export function readSubscriptions(subscriptions: readonly Stripe.Subscription[]): StripeState {
  const live = subscriptions
    .filter(({ status }) => PAYMENTS[status] !== undefined)
    .toSorted((a, b) => rank(a) - rank(b) || b.created - a.created);
  const [current, ...surplus] = live;
  if (!current) return NOTHING;
  const item = current.items.data[0];
  const periodEnd = item?.current_period_end ?? null;
  const end = current.cancel_at ?? (current.cancel_at_period_end ? periodEnd : null);
  return {
    subscriptionId: current.id,
    payment: PAYMENTS[current.status] ?? "none",
    status: current.status,
    price: item
      ? { id: item.price.id, lookupKey: item.price.lookup_key, productId: stripeId(item.price.product) }
      : null,
    itemId: item?.id ?? null,
    periodEndsAt: toDate(periodEnd),
    endsAt: toDate(end),
    surplusIds: surplus.map(({ id }) => id),
  };
}

/**
 * Prefers a paid subscription to an overdue one. Of two alike, the caller prefers the newer one, which is the
 * latest choice of the user.
 */
function rank({ status }: Stripe.Subscription): number {
  return PAYMENTS[status] === "paid" ? 0 : 1;
}

function toDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1_000);
}
