import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";

/** The default plan: it has no limits, and the plans file cannot change it. */
export const SELF_HOSTED = "self-hosted";

/** Limits of a plan. Null means unlimited. */
export const planLimits = z.strictObject({
  monitors: bound("Monitors, API monitors, journeys and heartbeats in total"),
  min_interval_seconds: bound("Shortest check interval", 86_400),
  check_runs: bound("Monitor checks per month, counted per location"),
  api_runs: bound("API monitor runs per month"),
  browser_runs: bound("Journey runs per month"),
  members: bound("Members and open invitations"),
  retention_days: bound("Days of result retention", 3_650),
  status_pages: bound("Status pages").default(null),
  page_subscribers: bound("Subscribers of each status page").default(null),
});
export type PlanLimits = z.output<typeof planLimits>;
export type LimitName = keyof PlanLimits;

export const UNLIMITED: PlanLimits = {
  monitors: null,
  min_interval_seconds: null,
  check_runs: null,
  api_runs: null,
  browser_runs: null,
  members: null,
  retention_days: null,
  status_pages: null,
  page_subscribers: null,
};

/** Limits that count runs per month. */
export const RUN_LIMITS = ["check_runs", "api_runs", "browser_runs"] as const;
export type RunLimit = (typeof RUN_LIMITS)[number];

const price = z.strictObject({
  /** In the smallest unit of the currency, as Stripe counts. */
  amount: z.number().int().min(0),
  currency: z.string().regex(/^[a-z]{3}$/, "must be a lowercase ISO 4217 code, such as eur"),
  interval: z.enum(["month", "year"]),
});

/** A plan in the plans file. */
export const planDefinition = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, "must be a-z, 0-9 and -, at most 50 characters"),
  name: z.string().trim().min(1).max(60),
  description: z.string().max(300).default(""),
  price: price.nullable(),
  /** Identifies the price at Stripe; clients never send a price. */
  stripe_lookup_key: z.string().min(1).max(200).nullable().default(null),
  limits: planLimits,
});
export type Plan = z.output<typeof planDefinition>;

const limitsSchema = z.object(planLimits.shape).meta({ id: "PlanLimits" });

export const planSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    price: z
      .object({
        amount: z.number().meta({ description: "In the smallest unit of the currency" }),
        currency: z.string(),
        interval: z.enum(["month", "year"]),
      })
      .nullable()
      .meta({ description: "Null for a free plan" }),
    limits: limitsSchema,
    is_current: z.boolean().meta({ description: "Whether this is the plan of the caller's organization" }),
  })
  .meta({ id: "Plan" });
export type OfferedPlan = z.output<typeof planSchema>;

export const planList = page(planSchema);

const counted = z.number().int();

export const usageSchema = z
  .object({
    org_id: z.string(),
    plan_id: z.string(),
    period: z.object({ from: timestamp, to: timestamp }).meta({ description: "Calendar month, in UTC" }),
    check_runs: counted.meta({ description: "Monitor checks with a stored result, counted per location" }),
    api_runs: counted,
    browser_runs: counted,
    monitors: counted.meta({ description: "Monitors and API monitors" }),
    journeys: counted,
    members: counted.meta({ description: "Members and open invitations" }),
    alerts_sent: counted,
    limits: limitsSchema,
    projection: z
      .object({ check_runs: counted, api_runs: counted, browser_runs: counted })
      .meta({ description: "Projected usage at the end of the period" }),
    paused_by_plan: counted.meta({ description: "Targets paused by the plan; a larger plan resumes them" }),
    subscription: z
      .object({
        provider: z.enum(["built-in", "stripe"]),
        status: z.string(),
        current_period_end: timestamp.nullable(),
        grace_until: timestamp.nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Usage" });
export type Usage = z.output<typeof usageSchema>;

const orgId = z
  .string()
  .nullish()
  .meta({ description: "The organization of the caller; any other ID returns 403" });

export const checkoutCreate = z
  .strictObject({
    org_id: orgId,
    plan_id: z.string().max(50).meta({ description: "A plan from `GET /billing/plans`" }),
    id: readOnly,
    url: readOnly,
    expires_at: readOnly,
  })
  .meta({ id: "CheckoutCreate" });

export const checkoutSchema = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: "Checkout page to open in a browser" }),
    expires_at: timestamp,
  })
  .meta({ id: "Checkout" });
export type Checkout = z.output<typeof checkoutSchema>;

export const portalSchema = z.object({ url: z.string() }).meta({ id: "BillingPortal" });
export type BillingPortal = z.output<typeof portalSchema>;

export const checkoutConfirm = z
  .strictObject({
    org_id: orgId,
    signature: z.string().max(100).meta({ description: "The part of the checkout `url` after `#`" }),
  })
  .meta({ id: "CheckoutConfirm" });

export const checkoutOfferSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    plan: planSchema,
    expires_at: timestamp,
    is_used: z.boolean(),
    pauses: counted.meta({ description: "Number of targets the plan would pause" }),
    resumes: counted,
  })
  .meta({ id: "CheckoutOffer" });
export type CheckoutOffer = z.output<typeof checkoutOfferSchema>;

/** The effect of a plan change on an organization. */
export const planChangeSchema = z
  .object({
    plan_id: z.string(),
    previous_plan_id: z.string(),
    paused: counted.meta({ description: "Number of targets paused by the plan" }),
    resumed: counted.meta({ description: "Number of targets resumed that an earlier plan had paused" }),
  })
  .meta({ id: "PlanChange" });
export type PlanChange = z.output<typeof planChangeSchema>;

function bound(description: string, max = 1_000_000_000_000) {
  return z.number().int().min(1).max(max).nullable().meta({ description });
}
