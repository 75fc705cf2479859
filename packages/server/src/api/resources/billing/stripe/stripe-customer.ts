import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Stripe } from "stripe";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../../platform/kernel/errors.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { findSubscription } from "../queries.ts";
import { findCustomer, noteCustomerGone, putCustomer } from "./queries.ts";
import { askStripe, unlessMissing } from "./stripe-errors.ts";

type CustomerDeps = { db: Db; clock: Clock; stripe: Stripe };

/** The one customer of an organization, made when it is first needed, and again where Stripe has him no more. */
export async function ensureCustomer(deps: CustomerDeps, orgId: OrgId): Promise<string> {
  const { db, stripe } = deps;
  const customerId = await knownCustomer(deps, orgId);
  const kind = await kindOfCustomer(stripe, customerId);
  if (kind === "there") return customerId;
  const subscription = kind === "unknown" ? await findSubscription(db, orgId) : null;
  if (subscription?.provider === "stripe" && PAYING.includes(subscription.status))
    throw otherAccount(customerId);
  await noteCustomerGone(db, orgId, customerId);
  return knownCustomer(deps, orgId);
}

const PAYING: readonly string[] = ["active", "trialing", "past_due"];

/** `unknown`: never was in the account of our key. */
export async function kindOfCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<"there" | "deleted" | "unknown"> {
  const found = await askStripe(() => unlessMissing(() => stripe.customers.retrieve(customerId)));
  if (found === null) return "unknown";
  return found.deleted ? "deleted" : "there";
}

/** Somebody pays, but in another account than that of our key: what he pays for stays, and the operator is told. */
export function otherAccount(customerId: string): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "The payment service does not know your organization. Your plan stays as it is; tell the operator of this server.",
    {
      log: {
        customerId,
        reason: "Stripe has no such customer: STRIPE_SECRET_KEY is of another account or mode",
      },
    },
  );
}

const HOUR_MS = 3_600_000;

/**
 * Whoever asks at the same time, or again after a crash, gets the same: Stripe answers an idempotency key that it
 * knows with what it made before, and that only where the request is the same to the letter. So nothing is sent that
 * may change; name and address are asked for by Checkout. Stripe also repeats its faults, for a day, hence the hour.
 */
async function knownCustomer({ db, clock, stripe }: CustomerDeps, orgId: OrgId): Promise<string> {
  const known = await findCustomer(db, orgId);
  if (known && !known.is_gone) return known.customer_id;
  const hour = Math.floor(clock.now() / HOUR_MS);
  const made = await askStripe(() =>
    stripe.customers.create(
      { description: `Organization ${orgId}`, metadata: { org_id: orgId } },
      { idempotencyKey: ["vedette-customer", orgId, hour, known?.customer_id ?? "first"].join("-") },
    ),
  );
  await putCustomer(db, orgId, { customerId: made.id, createdAt: new Date(clock.now()) });
  const stored = await findCustomer(db, orgId);
  if (!stored) throw notFound("organization");
  return stored.customer_id;
}
