import {
  checkoutConfirm,
  checkoutCreate,
  checkoutOfferSchema,
  checkoutSchema,
  planChangeSchema,
  planList,
  portalSchema,
  usageSchema,
} from "@vedette/contract/billing/billing.ts";
import { success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { BillingProvider } from "./provider.ts";
import { confirmCheckout, getCheckout, getUsage, openPortal, startCheckout } from "./service.ts";
import { type ListedPlan, listOfferedPlans } from "./service-plans.ts";

const tag = "Billing";

export type BillingRouteDeps = {
  billing: BillingProvider;
  /** Signs the links of the built-in checkout. */
  installationSecret: string;
};

export function billingRoutes(deps: BillingRouteDeps): Route[] {
  return [...planRoutes(deps), ...checkoutRoutes(deps)];
}

function planRoutes({ billing }: BillingRouteDeps): Route[] {
  return [
    defineRoute({
      id: "getUsage",
      tag,
      method: "GET",
      url: "/api/v1/billing/usage",
      summary: "Get the usage of this month",
      description: "Counted per UTC month. A limit of null means no limit.",
      access: { scope: "read", role: "viewer" },
      request: {},
      response: success(usageSchema),
      status: 200,
      handler: async (ctx) => ok(await getUsage(ctx)),
    }),
    defineRoute({
      id: "listPlans",
      tag,
      method: "GET",
      url: "/api/v1/billing/plans",
      summary: "List the offered plans",
      description: "Includes the current plan of the organization even if it is no longer offered.",
      access: { scope: "read", role: "viewer" },
      request: {},
      response: planList,
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        ...onePage((await listOfferedPlans(ctx.db, ctx.orgId)).map(toPlan)),
      }),
    }),
    defineRoute({
      id: "getBillingPortal",
      tag,
      method: "GET",
      url: "/api/v1/billing/portal",
      summary: "Get the page for managing plan and payment",
      access: { scope: "admin", role: "admin" },
      // The payment service creates a new page for each request.
      request: {},
      response: success(portalSchema),
      status: 200,
      handler: async (ctx) => ok(await openPortal(ctx, billing)),
    }),
  ];
}

function checkoutRoutes({ billing, installationSecret: secret }: BillingRouteDeps): Route[] {
  return [
    defineRoute({
      id: "createCheckout",
      tag,
      method: "POST",
      url: "/api/v1/billing/checkout",
      summary: "Start a checkout for a plan",
      description:
        "Returns a page for the person who takes the plan: a page of the payment service, or, on a server without one, a " +
        "page of this server on which an owner or admin confirms the plan once within 30 minutes.",
      access: { scope: "admin", role: "admin" },
      request: { body: checkoutCreate },
      response: success(checkoutSchema),
      status: 201,
      handler: async (ctx, { body }) => ok(await startCheckout(ctx, { planId: body.plan_id, billing })),
    }),
    defineRoute({
      id: "getCheckout",
      tag,
      method: "GET",
      url: "/api/v1/billing/checkout/:id",
      summary: "Get a built-in checkout",
      access: { scope: null, role: "admin" },
      request: { params: idParams },
      response: success(checkoutOfferSchema),
      status: 200,
      async handler(ctx, { params }) {
        assertBuiltIn(billing);
        const { plan, expiresAt, isUsed, pauses, resumes } = await getCheckout(ctx, params.id);
        const { id } = params;
        return ok({
          id,
          org_id: ctx.orgId,
          plan: toPlan(plan),
          expires_at: expiresAt.toISOString(),
          is_used: isUsed,
          pauses,
          resumes,
        });
      },
    }),
    defineRoute({
      id: "confirmCheckout",
      tag,
      method: "POST",
      url: "/api/v1/billing/checkout/:id/confirm",
      summary: "Confirm a built-in checkout",
      description:
        "For the person who started it, or any admin if an API key started it. Targets that exceed a smaller plan are paused, not deleted.",
      access: { scope: null, role: "admin" },
      request: { params: idParams, body: checkoutConfirm },
      response: success(planChangeSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body }) {
        assertBuiltIn(billing);
        const change = await confirmCheckout(ctx, { id: params.id, signature: body.signature, secret });
        const { planId: plan_id, previousPlanId: previous_plan_id, paused, resumed } = change;
        return ok({ plan_id, previous_plan_id, paused, resumed });
      },
    }),
  ];
}

/** Disables the built-in checkout if there is a payment service, even for existing links. */
function assertBuiltIn({ name }: BillingProvider): void {
  if (name !== "built-in") throw notFound("checkout");
}

function toPlan({ id, name, description, price, limits, isCurrent }: ListedPlan) {
  return { id, name, description, price, limits, is_current: isCurrent };
}
