import type { Stripe } from "stripe";
import { unlessMissing } from "./stripe-errors.ts";

/** Ends what a customer pays for, and what he could yet begin to pay for. Doing it again changes nothing. */
export async function endCustomer(
  stripe: Stripe,
  customerId: string,
  { signal }: { signal: AbortSignal },
): Promise<{ canceled: number }> {
  const customer = { customer: customerId, limit: OPEN_MAX };
  const sessions = await unlessMissing(() => stripe.checkout.sessions.list({ ...customer, status: "open" }));
  for (const { id } of sessions?.data ?? []) {
    signal.throwIfAborted();
    await stripe.checkout.sessions.expire(id);
  }
  const subscriptions = await unlessMissing(() => stripe.subscriptions.list(customer));
  let canceled = 0;
  for (const { id } of subscriptions?.data ?? []) {
    signal.throwIfAborted();
    if (await unlessMissing(() => stripe.subscriptions.cancel(id))) canceled += 1;
  }
  return { canceled };
}

/** Far more than there can be of either. */
const OPEN_MAX = 50;
