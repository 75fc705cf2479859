import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { badFields } from "../../../../platform/kernel/errors.ts";
import type { BillingProvider, CheckoutRequest, ProviderCall } from "../provider.ts";
import { noteSentThere } from "./queries.ts";
import { ensureCustomer } from "./stripe-customer.ts";
import { askStripe } from "./stripe-errors.ts";
import { getPriceId } from "./stripe-prices.ts";
import type { StripeState } from "./subscription-state.ts";
import { type StripeDeps, syncCustomer } from "./sync-customer.ts";

/**
 * Stripe's pages as the place where organizations take their plans. Who has no subscription goes to Checkout; who has
 * one goes to the Billing Portal, also for another plan: so nobody ever pays for two.
 */
export function createStripeProvider(deps: StripeDeps): BillingProvider {
  return {
    name: "stripe",
    async checkout(wish) {
      const { id: orgId } = wish.org;
      const customerId = await ensureCustomer({ ...deps, db: wish.db }, orgId);
      await noteSentThere(wish.db, orgId, new Date(deps.clock.now()));
      const state = await syncCustomer(deps, { org_id: orgId, customer_id: customerId });
      if (state.subscriptionId !== null) return changePlan(deps, wish, { customerId, state });
      return openSession(deps, wish, customerId);
    },
    async portal(call) {
      const customerId = await ensureCustomer({ ...deps, db: call.db }, call.org.id);
      await noteSentThere(call.db, call.org.id, new Date(deps.clock.now()));
      const { url } = await openPortal(deps.stripe, call, { customerId });
      return { url };
    },
  };
}

type Page = { id: string; url: string; expiresAtMs: number };

/** One to two hours are enough to find a card, and leave few pages of yesterday about. Stripe wants half of one. */
const HOUR_SECONDS = 3_600;
/** A page that is left open is given again while there is time to use it. */
const SESSION_LEFT_SECONDS_MIN = 600;
const SESSIONS_MAX = 10;

async function openSession(
  { stripe, clock }: StripeDeps,
  { org, plan, successUrl, cancelUrl }: CheckoutRequest,
  customerId: string,
): Promise<Page> {
  if (plan.stripe_lookup_key === null) {
    throw badFields([
      { path: "plan_id", message: "is not for sale; it needs no checkout, or the operator gives it" },
    ]);
  }
  const nowSeconds = Math.floor(clock.now() / 1_000);
  const priceId = await getPriceId(stripe, plan);
  const { data: earlier } = await askStripe(() =>
    stripe.checkout.sessions.list({ customer: customerId, limit: SESSIONS_MAX }),
  );
  for (const session of earlier.filter(({ status }) => status === "open")) {
    const isWanted =
      session.metadata?.price_id === priceId &&
      session.success_url === successUrl &&
      session.cancel_url === cancelUrl &&
      session.expires_at > nowSeconds + SESSION_LEFT_SECONDS_MIN;
    if (isWanted) return pageOf(session);
    // Otherwise two pages could both be paid.
    await askStripe(() => stripe.checkout.sessions.expire(session.id));
  }
  const wanted = {
    mode: "subscription",
    customer: customerId,
    client_reference_id: org.id,
    line_items: [{ price: priceId, quantity: 1 }],
    metadata: { org_id: org.id, plan_id: plan.id, price_id: priceId },
    subscription_data: { metadata: { org_id: org.id } },
    // Name and address are whatever is written there.
    customer_update: { name: "auto", address: "auto" },
    success_url: successUrl,
    cancel_url: cancelUrl,
    // The same for whoever asks at the same time.
    expires_at: (Math.ceil(nowSeconds / HOUR_SECONDS) + 1) * HOUR_SECONDS,
  } satisfies Stripe.Checkout.SessionCreateParams;
  const idempotencyKey = keyOf({ ...wanted, after: earlier[0]?.id });
  return pageOf(await askStripe(() => stripe.checkout.sessions.create(wanted, { idempotencyKey })));
}

/** Of two requests at once that want the same page, both get the same one. */
function keyOf(wanted: object): string {
  return `vedette-checkout-${createHash("sha256").update(JSON.stringify(wanted)).digest("hex")}`;
}

function pageOf({ id, url, expires_at: expiresAt }: Stripe.Checkout.Session): Page {
  if (url === null) throw new Error(`Stripe's session ${id} has no page`);
  return { id, url, expiresAtMs: expiresAt * 1_000 };
}

/** Stripe says of a link to its portal that it is short-lived, and gives no number: it is there to be followed at once. */
const PORTAL_SECONDS = 300;

/**
 * What is owed is paid first, and what is to end goes on first: the portal does nothing else until then. The plan that is
 * there already needs no change; any other is confirmed at Stripe.
 */
async function changePlan(
  { stripe }: StripeDeps,
  wish: CheckoutRequest,
  { customerId, state }: { customerId: string; state: StripeState },
): Promise<Page> {
  const flow = await changeOf(stripe, wish, state);
  const { id, url, created } = await openPortal(stripe, wish, { customerId, flow });
  return { id, url, expiresAtMs: (created + PORTAL_SECONDS) * 1_000 };
}

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

async function changeOf(
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
  return askStripe(() =>
    stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      ...(flow && { flow_data: flow }),
    }),
  );
}
