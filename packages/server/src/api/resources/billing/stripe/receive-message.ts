import type { Stripe } from "stripe";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { findCustomerById, insertEvent, isEventHandled } from "./queries.ts";
import { idOf } from "./stripe-prices.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/**
 * What Stripe tells us. A message is believed to be Stripe's by its signature, and is believed nothing else: it only
 * gives the reason to look. It may come twice, late, or before an earlier one.
 */

export type SignedMessage = {
  /** As it came: the signature is over these bytes. */
  body: Buffer;
  signature: string | undefined;
};

export type MessageDeps = StripeDeps & {
  webhookSecret: string;
  /** Whether our key is for real money. */
  isLive: boolean;
};

/** How old a message may be, by the time that it says it was signed at. Source: issue 8. */
const TOLERANCE_SECONDS = 300;

/** Those after which an organization may have another plan; all others are taken and forgotten. */
const HEARD_TYPES: ReadonlySet<string> = new Set([
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

/** Refuses what is not Stripe's. Any other failure is thrown on, so that Stripe sends the message again. */
export async function receiveMessage(deps: MessageDeps, message: SignedMessage): Promise<void> {
  const { database, clock, log } = deps;
  const event = verified(deps, message);
  const facts = { eventId: event.id, type: event.type };
  if (event.livemode !== deps.isLive) {
    log.warn("billing.message_of_other_mode", facts);
    return;
  }
  if (!HEARD_TYPES.has(event.type)) return;
  const customerId = customerIdOf(event);
  const customer = customerId === null ? null : await findCustomerById(database, customerId);
  if (!customer) {
    log.warn("billing.message_of_stranger", { ...facts, customerId });
    return;
  }
  await insertEvent(database, { eventId: event.id, type: event.type, receivedAt: new Date(clock.now()) });
  if ((await isEventHandled(database, event.id))?.handled) return;
  await syncCustomer(deps, customer, { eventId: event.id });
}

function verified(
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
      "This is not signed by Stripe with the secret of this address, or is more than five minutes old or ahead. Send it as it came.",
      { cause: error, log: { reason: "the signature of a message of Stripe's is not valid" } },
    );
  }
}

/** The library refuses what is old alone; the time is part of what is signed. */
function assertNotAhead(signature: string, nowMs: number): void {
  const seconds = Number(/(?:^|,)t=(?<seconds>\d+)/.exec(signature)?.groups?.seconds ?? 0);
  if (seconds * 1_000 > nowMs + TOLERANCE_SECONDS * 1_000)
    throw new Error("the signature is of a later time");
}

/** Every object of the types above belongs to a customer, or is one. */
function customerIdOf({ data: { object } }: Stripe.Event): string | null {
  if ("object" in object && object.object === "customer") return object.id;
  const named = "customer" in object ? object.customer : null;
  if (typeof named === "string") return named;
  return typeof named === "object" && named !== null && "id" in named ? idOf(named) : null;
}
