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
import type { BillingProvider } from "./provider.ts";
import { confirmCheckout, getCheckout, getUsage, openPortal, startCheckout } from "./service.ts";
import { type ListedPlan, listOfferedPlans } from "./service-plans.ts";

const tag = "Billing";

export type BillingRouteDeps = {
  billing: BillingProvider;
  /** Signs links to the built-in checkout. */
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
      summary: "See what was used this month",
      description: "Counted in UTC months from what was stored. A limit that is null bounds nothing.",
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
      summary: "List the plans that are offered",
      description: "And the one that the organization has, if it is offered no more.",
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
      summary: "Get the page on which plan and payment are looked after",
      access: { scope: "admin", role: "admin" },
      // The payment service makes the page for this once.
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
      summary: "Begin to take a plan",
      description:
        "Answers with a page for the person who takes it: that of the payment service, or, on a server without one, a " +
        "page of ours where an owner or admin confirms the plan, within half an hour and once.",
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
      summary: "See what a checkout of this server is for",
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
      summary: "Take the plan of a checkout of this server",
      description:
        "For the person who began it, or any admin where an API key did. What is over a smaller plan is paused, not deleted.",
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

/** With a payment service nobody takes a plan without paying, also by a link of before. */
function assertBuiltIn({ name }: BillingProvider): void {
  if (name !== "built-in") throw notFound("checkout");
}

function toPlan({ id, name, description, price, limits, isCurrent }: ListedPlan) {
  return { id, name, description, price, limits, is_current: isCurrent };
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
