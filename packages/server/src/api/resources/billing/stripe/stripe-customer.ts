import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Stripe } from "stripe";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../../platform/kernel/errors.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { findSubscription } from "../queries.ts";
import { findCustomer, markCustomerDeleted, upsertCustomer } from "./queries.ts";
import { callStripe, nullIfMissing } from "./stripe-errors.ts";

type CustomerDeps = { db: Db; clock: Clock; stripe: Stripe };

/**
 * Returns the Stripe customer of an organization. Creates it on first use, and again if it was deleted at
 * Stripe.
 */
export async function ensureCustomer(deps: CustomerDeps, orgId: OrgId): Promise<string> {
  const { db, stripe } = deps;
  const customerId = await findOrCreateCustomer(deps, orgId);
  const state = await getCustomerState(stripe, customerId);
  if (state === "exists") return customerId;
  const subscription = state === "unknown" ? await findSubscription(db, orgId) : null;
  if (subscription?.provider === "stripe" && PAYING.includes(subscription.status))
    throw wrongAccountError(customerId);
  await markCustomerDeleted(db, orgId, customerId);
  return findOrCreateCustomer(deps, orgId);
}

const PAYING: readonly string[] = ["active", "trialing", "past_due"];

/** `unknown`: the customer was never in the account of the configured key. */
export async function getCustomerState(
  stripe: Stripe,
  customerId: string,
): Promise<"exists" | "deleted" | "unknown"> {
  const found = await callStripe(() => nullIfMissing(() => stripe.customers.retrieve(customerId)));
  if (found === null) return "unknown";
  return found.deleted ? "deleted" : "exists";
}

/**
 * The error for a customer that pays in another account than that of the configured key. The plan stays
 * unchanged.
 */
export function wrongAccountError(customerId: string): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "The payment service does not know your organization. Your plan is unchanged. Contact the operator of this server.",
    {
      log: {
        customer_id: customerId,
        reason: "Stripe has no such customer: STRIPE_SECRET_KEY belongs to another account or mode",
      },
    },
  );
}

const HOUR_MS = 3_600_000;

/**
 * Finds or creates the customer. Concurrent requests and retries after a crash get the same customer, because
 * Stripe returns the stored response for a known idempotency key, but only if the request is identical. So
 * the request contains nothing that may change; Checkout asks for name and address. Stripe also repeats
 * errors for a day, so the key contains the hour.
 */
async function findOrCreateCustomer({ db, clock, stripe }: CustomerDeps, orgId: OrgId): Promise<string> {
  const stored = await findCustomer(db, orgId);
  if (stored && !stored.is_deleted) return stored.customer_id;
  const hour = Math.floor(clock.now() / HOUR_MS);
  const created = await callStripe(() =>
    stripe.customers.create(
      { description: `Organization ${orgId}`, metadata: { org_id: orgId } },
      { idempotencyKey: ["vedette-customer", orgId, hour, stored?.customer_id ?? "first"].join("-") },
    ),
  );
  await upsertCustomer(db, orgId, { customerId: created.id, createdAt: new Date(clock.now()) });
  const saved = await findCustomer(db, orgId);
  if (!saved) throw notFound("organization");
  return saved.customer_id;
}
