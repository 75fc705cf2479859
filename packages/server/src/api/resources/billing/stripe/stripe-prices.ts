import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { Stripe } from "stripe";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { askStripe } from "./stripe-errors.ts";

/** Which price of Stripe's is that of a plan, and the other way round: by the lookup key in the file of plans. */

export async function getPriceId(stripe: Stripe, { id, stripe_lookup_key: key }: Plan): Promise<string> {
  const found = key === null ? undefined : (await listPrices(stripe, [key]))[0];
  if (found) return found.id;
  throw new AppError(
    "SERVICE_UNAVAILABLE",
    `The plan '${id}' has no price at the moment. Tell the operator of this server; your plan stays as it is.`,
    { log: { plan: id, lookupKey: key, reason: "Stripe has no active price of this lookup key" } },
  );
}

/** A price as a subscription names it. */
export type SoldPrice = { lookupKey: string | null; productId: string };

/**
 * Whoever pays an old price keeps his plan: when a lookup key goes over to a new price the old one has none, and is
 * known by its product.
 */
export async function findPlanOfProduct(
  stripe: Stripe,
  plans: readonly Plan[],
  productId: string,
): Promise<Plan | null> {
  const keys = plans.flatMap(({ stripe_lookup_key: key }) => (key === null ? [] : [key]));
  const prices = await listPrices(stripe, keys);
  const sold = prices.find(({ product }) => idOf(product) === productId);
  return plans.find(({ stripe_lookup_key: key }) => key !== null && key === sold?.lookup_key) ?? null;
}

/** Stripe takes so many at once. */
const LOOKUP_KEYS_MAX = 10;

async function listPrices(stripe: Stripe, keys: readonly string[]): Promise<Stripe.Price[]> {
  const found: Stripe.Price[] = [];
  for (let from = 0; from < keys.length; from += LOOKUP_KEYS_MAX) {
    const some = keys.slice(from, from + LOOKUP_KEYS_MAX);
    const { data } = await askStripe(() => stripe.prices.list({ lookup_keys: some, active: true }));
    found.push(...data);
  }
  return found;
}

/** Stripe names things by their id, or gives them whole where that was asked for. */
export function idOf(named: string | { id: string }): string {
  return typeof named === "string" ? named : named.id;
}
