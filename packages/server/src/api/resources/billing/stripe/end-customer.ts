import type { Stripe } from "stripe";
import { nullIfMissing } from "./stripe-errors.ts";

/** Cancels all subscriptions of a customer and expires the open checkout sessions. Idempotent. */
export async function endCustomer(
  stripe: Stripe,
  customerId: string,
  { signal }: { signal: AbortSignal },
): Promise<{ canceled: number }> {
  const customer = { customer: customerId, limit: OPEN_MAX };
  const sessions = await nullIfMissing(() => stripe.checkout.sessions.list({ ...customer, status: "open" }));
  for (const { id } of sessions?.data ?? []) {
    signal.throwIfAborted();
    await stripe.checkout.sessions.expire(id);
  }
  const subscriptions = await nullIfMissing(() => stripe.subscriptions.list(customer));
  let canceled = 0;
  for (const { id } of subscriptions?.data ?? []) {
    signal.throwIfAborted();
    if (await nullIfMissing(() => stripe.subscriptions.cancel(id))) canceled += 1;
  }
  return { canceled };
}

/** Far above the possible number of open sessions or subscriptions of one customer. */
const OPEN_MAX = 50;
