import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { Stripe } from "stripe";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { callStripe } from "./stripe-errors.ts";

/** Maps plans to Stripe prices and back by the lookup key in the plan file. */

export async function getPriceId(stripe: Stripe, { id, stripe_lookup_key: key }: Plan): Promise<string> {
  const found = key === null ? undefined : (await listPrices(stripe, [key]))[0];
  if (found) return found.id;
  throw new AppError(
    "SERVICE_UNAVAILABLE",
    `The plan '${id}' currently has no price. Your plan is unchanged. Contact the operator of this server.`,
    { log: { plan: id, lookup_key: key, reason: "Stripe has no active price with this lookup key" } },
  );
}

/** The price of a subscription. */
export type SoldPrice = { lookupKey: string | null; productId: string };

/**
 * Finds the plan of a subscription with an old price. When a lookup key moves to a new price, the old price
 * loses it and is identified by its product.
 */
export async function findPlanOfProduct(
  stripe: Stripe,
  plans: readonly Plan[],
  productId: string,
): Promise<Plan | null> {
  const keys = plans.flatMap(({ stripe_lookup_key: key }) => (key === null ? [] : [key]));
  const prices = await listPrices(stripe, keys);
  const sold = prices.find(({ product }) => stripeId(product) === productId);
  return plans.find(({ stripe_lookup_key: key }) => key !== null && key === sold?.lookup_key) ?? null;
}

/** Stripe's maximum of lookup keys per request. */
const LOOKUP_KEYS_MAX = 10;

async function listPrices(stripe: Stripe, keys: readonly string[]): Promise<Stripe.Price[]> {
  const found: Stripe.Price[] = [];
  for (let from = 0; from < keys.length; from += LOOKUP_KEYS_MAX) {
    const batch = keys.slice(from, from + LOOKUP_KEYS_MAX);
    const { data } = await callStripe(() => stripe.prices.list({ lookup_keys: batch, active: true }));
    found.push(...data);
  }
  return found;
}

/** Returns the id of a reference, which Stripe sends as an id or as an expanded object. */
export function stripeId(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
