import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";

/** The plan that a server starts on: it has no limits, and no file of plans changes it. */
export const SELF_HOSTED = "self-hosted";

/** What a plan may bound. Null stands for no bound. */
export const planLimits = z.strictObject({
  monitors: bound("monitors, API monitors and journeys together"),
  min_interval_seconds: bound("the shortest interval of anything that is watched", 86_400),
  check_runs: bound("checks of monitors in a month, at each location"),
  api_runs: bound("runs of API monitors in a month"),
  browser_runs: bound("runs of journeys in a month"),
  members: bound("members and open invitations"),
  retention_days: bound("days for which results are kept", 3_650),
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
};

/** Counts of a month, as the names of limits. */
export const RUN_LIMITS = ["check_runs", "api_runs", "browser_runs"] as const;
export type RunLimit = (typeof RUN_LIMITS)[number];

const price = z.strictObject({
  /** In the currency's smallest unit, as payment services count. */
  amount: z.number().int().min(0),
  currency: z.string().regex(/^[a-z]{3}$/, "must be an ISO 4217 code in small letters, such as eur"),
  interval: z.enum(["month", "year"]),
});

/** A plan as the file of plans has it. */
export const planDefinition = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, "must be a-z, 0-9 and -, at most 50 characters"),
  name: z.string().trim().min(1).max(60),
  description: z.string().max(300).default(""),
  price: price.nullable(),
  /** By which the payment service knows its price; clients never say a price. */
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
        amount: z.number().meta({ description: "In the currency's smallest unit" }),
        currency: z.string(),
        interval: z.enum(["month", "year"]),
      })
      .nullable()
      .meta({ description: "Null for a plan without a price" }),
    limits: limitsSchema,
    is_current: z.boolean().meta({ description: "Whether the caller's organization has it" }),
  })
  .meta({ id: "Plan" });

export const planList = page(planSchema);

const counted = z.number().int();

export const usageSchema = z
  .object({
    org_id: z.string(),
    plan_id: z.string(),
    period: z.object({ from: timestamp, to: timestamp }).meta({ description: "A month, in UTC" }),
    check_runs: counted.meta({ description: "Checks of monitors whose result was stored, at each location" }),
    api_runs: counted,
    browser_runs: counted,
    monitors: counted.meta({ description: "Monitors and API monitors" }),
    journeys: counted,
    members: counted.meta({ description: "Members and open invitations" }),
    alerts_sent: counted,
    limits: limitsSchema,
    projection: z
      .object({ check_runs: counted, api_runs: counted, browser_runs: counted })
      .meta({ description: "What it will have been at the end of the period if it goes on as so far" }),
    paused_by_plan: counted.meta({ description: "What the plan has paused; a larger plan resumes it" }),
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

const orgId = z.string().nullish().meta({ description: "The caller's own organization; another's is 403" });

export const checkoutCreate = z
  .strictObject({
    org_id: orgId,
    plan_id: z.string().max(50).meta({ description: "One of `GET /billing/plans`" }),
    id: readOnly,
    url: readOnly,
    expires_at: readOnly,
  })
  .meta({ id: "CheckoutCreate" });

export const checkoutSchema = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: "A page for the person who is to take the plan" }),
    expires_at: timestamp,
  })
  .meta({ id: "Checkout" });
export type Checkout = z.output<typeof checkoutSchema>;

export const portalSchema = z.object({ url: z.string() }).meta({ id: "BillingPortal" });

export const checkoutConfirm = z
  .strictObject({
    org_id: orgId,
    signature: z.string().max(100).meta({ description: "What follows `#` in the checkout's `url`" }),
  })
  .meta({ id: "CheckoutConfirm" });

export const checkoutOfferSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    plan: planSchema,
    expires_at: timestamp,
    is_used: z.boolean(),
    pauses: counted.meta({ description: "Of what is watched now, how many the plan would pause" }),
    resumes: counted,
  })
  .meta({ id: "CheckoutOffer" });

/** What becomes of an organization by another plan. */
export const planChangeSchema = z
  .object({
    plan_id: z.string(),
    previous_plan_id: z.string(),
    paused: counted.meta({ description: "Monitors, API monitors and journeys that the plan has paused" }),
    resumed: counted.meta({ description: "Those that an earlier plan had paused, and that go on again" }),
  })
  .meta({ id: "PlanChange" });

function bound(description: string, max = 1_000_000_000_000) {
  return z.number().int().min(1).max(max).nullable().meta({ description });
}
