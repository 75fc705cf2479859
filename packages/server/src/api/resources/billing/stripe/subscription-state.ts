import type { Stripe } from "stripe";
import { idOf, type SoldPrice } from "./stripe-prices.ts";

/**
 * What an organization has at Stripe, read off the subscriptions of its customer: pure, so that whatever order things
 * are heard in, the same state of Stripe's gives the same state here.
 */

export type StripeState = {
  /** Lives: is paid for, or will be. `null` where there is none. */
  subscriptionId: string | null;
  /** `overdue`: a payment failed, and Stripe tries again or has given up. */
  payment: "none" | "paid" | "overdue";
  /** Stripe's own word. */
  status: string | null;
  /** By which the plan is known. */
  price: (SoldPrice & { id: string }) | null;
  /** For changing it. */
  itemId: string | null;
  periodEndsAt: Date | null;
  /** When it ends without being asked again; null while it goes on. */
  endsAt: Date | null;
  /** Others that are alive as well, and that somebody pays for. */
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
 * `incomplete` is not among them: its first payment has not come, and may never. Nor is `paused`: a trial ended
 * without a way to pay, so nothing is owed and nothing is granted.
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
  const [chosen, ...surplus] = live;
  if (!chosen) return NOTHING;
  const item = chosen.items.data[0];
  const periodEnd = item?.current_period_end ?? null;
  const end = chosen.cancel_at ?? (chosen.cancel_at_period_end ? periodEnd : null);
  return {
    subscriptionId: chosen.id,
    payment: PAYMENTS[chosen.status] ?? "none",
    status: chosen.status,
    price: item
      ? { id: item.price.id, lookupKey: item.price.lookup_key, productId: idOf(item.price.product) }
      : null,
    itemId: item?.id ?? null,
    periodEndsAt: dateOf(periodEnd),
    endsAt: dateOf(end),
    surplusIds: surplus.map(({ id }) => id),
  };
}

/** One that is paid for before one that is not; of two alike the younger, which is what somebody wanted last. */
function rank({ status }: Stripe.Subscription): number {
  return PAYMENTS[status] === "paid" ? 0 : 1;
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1_000);
}
