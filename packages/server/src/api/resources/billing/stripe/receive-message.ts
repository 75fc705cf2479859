import type { Stripe } from "stripe";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { findCustomerById, insertEvent, isEventHandled } from "./queries.ts";
import { stripeId } from "./stripe-prices.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/**
 * Stripe's webhook messages. The signature proves that Stripe sent a message. Its content is not applied: a
 * message only triggers a sync. Messages may arrive twice, late, or out of order.
 */

export type SignedMessage = {
  /** The raw bytes, because the signature covers them. */
  body: Buffer;
  signature: string | undefined;
};

export type MessageDeps = StripeDeps & {
  webhookSecret: string;
  /** Whether the secret key is a live key. */
  isLive: boolean;
};

/** Maximum age of a message by its signed timestamp. 300 s is the default tolerance of Stripe's libraries. */
const TOLERANCE_SECONDS = 300;

/** Types after which an organization may have another plan. Other types are accepted and ignored. */
const RELEVANT_TYPES: ReadonlySet<string> = new Set([
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
]);

/**
 * Rejects messages that Stripe did not sign. Other errors are thrown, so that Stripe sends the message again.
 */
export async function receiveMessage(deps: MessageDeps, message: SignedMessage): Promise<void> {
  const { database, clock, log } = deps;
  const event = verifyMessage(deps, message);
  const facts = { event_id: event.id, type: event.type };
  if (event.livemode !== deps.isLive) {
    log.warn("billing.webhook_mode_mismatch", facts);
    return;
  }
  if (!RELEVANT_TYPES.has(event.type)) return;
  const customerId = readCustomerId(event);
  const customer = customerId === null ? null : await findCustomerById(database, customerId);
  if (!customer) {
    log.warn("billing.webhook_customer_unknown", { ...facts, customer_id: customerId });
    return;
  }
  await insertEvent(database, { eventId: event.id, type: event.type, receivedAt: new Date(clock.now()) });
  if ((await isEventHandled(database, event.id))?.handled) return;
  await syncCustomer(deps, customer, { eventId: event.id });
}

function verifyMessage(
  { stripe, webhookSecret, clock }: MessageDeps,
  { body, signature = "" }: SignedMessage,
): Stripe.Event {
  try {
    assertNotAhead(signature, clock.now());
    return stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      clock.now(),
    );
  } catch (error) {
    throw new AppError(
      "BAD_REQUEST",
      "This message is not signed by Stripe with the secret of this endpoint, or its timestamp is more than five minutes off. Send it unmodified.",
      { cause: error, log: { reason: "the signature of a Stripe message is not valid" } },
    );
  }
}

/** Stripe's library rejects only old timestamps. The signature covers the timestamp. */
function assertNotAhead(signature: string, nowMs: number): void {
  const seconds = Number(/(?:^|,)t=(?<seconds>\d+)/.exec(signature)?.groups?.seconds ?? 0);
  if (seconds * 1_000 > nowMs + TOLERANCE_SECONDS * 1_000)
    throw new Error("the timestamp of the signature is in the future");
}

/** All objects of the types above belong to a customer or are a customer. */
function readCustomerId({ data: { object } }: Stripe.Event): string | null {
  if ("object" in object && object.object === "customer") return object.id;
  const customer = "customer" in object ? object.customer : null;
  if (typeof customer === "string") return customer;
  return typeof customer === "object" && customer !== null && "id" in customer ? stripeId(customer) : null;
}
