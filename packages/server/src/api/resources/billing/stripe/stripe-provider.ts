import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { badFields } from "../../../../platform/kernel/errors.ts";
import type { BillingProvider, CheckoutRequest, ProviderCall } from "../provider.ts";
import { markRedirected } from "./queries.ts";
import { ensureCustomer } from "./stripe-customer.ts";
import { callStripe } from "./stripe-errors.ts";
import { getPriceId } from "./stripe-prices.ts";
import type { StripeState } from "./subscription-state.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/**
 * Stripe as the payment provider. An organization without a subscription is sent to Checkout. An organization
 * with a subscription is sent to the Billing Portal, also for another plan, so that it never pays for two
 * plans.
 */
export function createStripeProvider(deps: StripeDeps): BillingProvider {
  return {
    name: "stripe",
    async checkout(request) {
      const { id: orgId } = request.org;
      const customerId = await ensureCustomer({ ...deps, db: request.db }, orgId);
      await markRedirected(request.db, orgId, new Date(deps.clock.now()));
      const state = await syncCustomer(deps, { org_id: orgId, customer_id: customerId });
      if (state.subscriptionId !== null) return changePlan(deps, request, { customerId, state });
      return openSession(deps, request, customerId);
    },
    async portal(call) {
      const customerId = await ensureCustomer({ ...deps, db: call.db }, call.org.id);
      await markRedirected(call.db, call.org.id, new Date(deps.clock.now()));
      const { url } = await openPortal(deps.stripe, call, { customerId });
      return { url };
    },
  };
}

type Page = { id: string; url: string; expiresAtMs: number };

/**
 * Sessions last one to two hours: long enough to find a card, and few stale sessions remain. Stripe's minimum
 * is 30 minutes.
 */
const HOUR_SECONDS = 3_600;
/** An open session is reused while at least this much time remains. */
const SESSION_REMAINING_SECONDS_MIN = 600;
const SESSIONS_MAX = 10;

async function openSession(
  { stripe, clock }: StripeDeps,
  { org, plan, successUrl, cancelUrl }: CheckoutRequest,
  customerId: string,
): Promise<Page> {
  if (plan.stripe_lookup_key === null) {
    throw badFields([
      { path: "plan_id", message: "is not for sale and has no checkout; ask the operator to assign it" },
    ]);
  }
  const nowSeconds = Math.floor(clock.now() / 1_000);
  const priceId = await getPriceId(stripe, plan);
  const { data: earlier } = await callStripe(() =>
    stripe.checkout.sessions.list({ customer: customerId, limit: SESSIONS_MAX }),
  );
  for (const session of earlier.filter(({ status }) => status === "open")) {
    const isReusable =
      session.metadata?.price_id === priceId &&
      session.success_url === successUrl &&
      session.cancel_url === cancelUrl &&
      session.expires_at > nowSeconds + SESSION_REMAINING_SECONDS_MIN;
    if (isReusable) return toPage(session);
    // Otherwise a user could pay in two sessions.
    await callStripe(() => stripe.checkout.sessions.expire(session.id));
  }
  const params = {
    mode: "subscription",
    customer: customerId,
    client_reference_id: org.id,
    line_items: [{ price: priceId, quantity: 1 }],
    metadata: { org_id: org.id, plan_id: plan.id, price_id: priceId },
    subscription_data: { metadata: { org_id: org.id } },
    // Checkout stores the name and address that the user enters.
    customer_update: { name: "auto", address: "auto" },
    success_url: successUrl,
    cancel_url: cancelUrl,
    // Rounded, so that concurrent requests are identical.
    expires_at: (Math.ceil(nowSeconds / HOUR_SECONDS) + 1) * HOUR_SECONDS,
  } satisfies Stripe.Checkout.SessionCreateParams;
  const idempotencyKey = toIdempotencyKey({ ...params, after: earlier[0]?.id });
  return toPage(await callStripe(() => stripe.checkout.sessions.create(params, { idempotencyKey })));
}

/** Gives concurrent identical requests the same key, so that they get the same session. */
function toIdempotencyKey(params: object): string {
  return `vedette-checkout-${createHash("sha256").update(JSON.stringify(params)).digest("hex")}`;
}

function toPage({ id, url, expires_at: expiresAt }: Stripe.Checkout.Session): Page {
  if (url === null) throw new Error(`Stripe's session ${id} has no URL`);
  return { id, url, expiresAtMs: expiresAt * 1_000 };
}

/**
 * Stripe calls portal links short-lived without giving a number. They are meant to be followed immediately.
 */
const PORTAL_SECONDS = 300;

/**
 * Opens the portal for a plan change. While a payment is overdue or a cancellation is pending, the portal
 * allows nothing else until that is resolved. The current plan needs no change; the user confirms any other
 * plan at Stripe.
 */
async function changePlan(
  { stripe }: StripeDeps,
  request: CheckoutRequest,
  { customerId, state }: { customerId: string; state: StripeState },
): Promise<Page> {
  const flow = await planChangeFlow(stripe, request, state);
  const { id, url, created } = await openPortal(stripe, request, { customerId, flow });
  return { id, url, expiresAtMs: (created + PORTAL_SECONDS) * 1_000 };
}

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

async function planChangeFlow(
  stripe: Stripe,
  { plan, successUrl }: CheckoutRequest,
  { payment, subscriptionId, itemId, price, endsAt }: StripeState,
): Promise<Flow | null> {
  if (payment !== "paid" || endsAt !== null || subscriptionId === null || itemId === null) return null;
  const after_completion = { type: "redirect", redirect: { return_url: successUrl } };
  if (plan.stripe_lookup_key === null) {
    return {
      type: "subscription_cancel",
      subscription_cancel: { subscription: subscriptionId },
      after_completion,
    };
  }
  const priceId = await getPriceId(stripe, plan);
  if (priceId === price?.id) return null;
  return {
    type: "subscription_update_confirm",
    subscription_update_confirm: {
      subscription: subscriptionId,
      items: [{ id: itemId, price: priceId, quantity: 1 }],
    },
    after_completion,
  };
}

function openPortal(
  stripe: Stripe,
  { returnUrl }: ProviderCall,
  { customerId, flow = null }: { customerId: string; flow?: Flow | null },
): Promise<Stripe.BillingPortal.Session> {
  return callStripe(() =>
    stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      ...(flow && { flow_data: flow }),
    }),
  );
}
