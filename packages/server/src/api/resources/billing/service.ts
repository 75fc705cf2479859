import type { Checkout, PlanLimits, Usage } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { fitPlan } from "../../../pipeline/quotas/fit-plan.ts";
import { monthOf, periodOf, projectCount } from "../../../pipeline/quotas/period.ts";
import { countSeats, countTargets, findMonth, listWatched } from "../../../pipeline/quotas/queries.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isValidSignature } from "./checkout-link.ts";
import type { BillingProvider, ProviderCall } from "./provider.ts";
import {
  type CheckoutRow,
  countAlertsSent,
  findCheckout,
  findOrganizationPlan,
  findPlan,
  findSubscription,
  useCheckout,
} from "./queries.ts";
import { getOfferedPlan, type ListedPlan } from "./service-plans.ts";
import { applySubscription, type PlanChange } from "./service-subscription.ts";

/** Plan, usage and checkout of an organization. */

export type BillingContext = AuditContext & { serverUrl: string; emit(event: LiveEvent): void };

/** Returns the usage of the current month. */
export async function getUsage({
  db,
  orgId,
  clock,
}: Pick<AuditContext, "db" | "orgId" | "clock">): Promise<Usage> {
  const nowMs = clock.now();
  const { fromMs, toMs } = periodOf(nowMs);
  const period = { from: new Date(fromMs), to: new Date(toMs) };
  const [organization, month, counts, seats, alerts, subscription] = await Promise.all([
    getOrganizationPlan(db, orgId),
    findMonth(db, orgId, monthOf(nowMs)),
    countTargets(db, orgId),
    countSeats(db, orgId, new Date(nowMs)),
    countAlertsSent(db, orgId, period),
    findSubscription(db, orgId),
  ]);
  const runs = month ?? { check_runs: 0, api_runs: 0, browser_runs: 0 };
  const sinceMs = organization.created_at.getTime();
  return {
    org_id: orgId,
    plan_id: organization.plan_id,
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    ...runs,
    monitors: counts?.monitors ?? 0,
    journeys: counts?.journeys ?? 0,
    members: (seats?.members ?? 0) + (seats?.invited ?? 0),
    alerts_sent: alerts?.sent ?? 0,
    limits: organization.limits,
    projection: {
      check_runs: projectCount(runs.check_runs, { nowMs, sinceMs }),
      api_runs: projectCount(runs.api_runs, { nowMs, sinceMs }),
      browser_runs: projectCount(runs.browser_runs, { nowMs, sinceMs }),
    },
    paused_by_plan: counts?.paused_by_plan ?? 0,
    subscription: subscription && {
      provider: subscription.provider,
      status: subscription.status,
      current_period_end: subscription.current_period_end?.toISOString() ?? null,
      grace_until: subscription.grace_until?.toISOString() ?? null,
    },
  };
}

/**
 * Returns a page of the provider on which a plan is taken. Must not run in a transaction, because the
 * provider makes network calls.
 */
export async function startCheckout(
  ctx: BillingContext,
  { planId, billing }: { planId: string; billing: BillingProvider },
): Promise<Checkout> {
  const plan = await getOfferedPlan(ctx.db, planId);
  const organization = await getOrganizationPlan(ctx.db, ctx.orgId);
  if (organization.plan_id === plan.id)
    throw new AppError(
      "BAD_REQUEST",
      `The organization already has the plan '${plan.name}'. Choose another plan.`,
      {
        details: [{ path: "plan_id", message: "is the current plan of the organization" }],
      },
    );
  const call = toProviderCall(ctx, organization.name);
  const { id, url, expiresAtMs } = await billing.checkout({
    ...call,
    plan,
    successUrl: `${call.returnUrl}?taken=${plan.id}`,
    cancelUrl: call.returnUrl,
  });
  await audit(ctx, {
    action: "organization.checkout",
    target: { type: "organization", id: ctx.orgId },
    after: { plan_id: plan.id, provider: billing.name },
  });
  return { id, url, expires_at: new Date(expiresAtMs).toISOString() };
}

export async function openPortal(ctx: BillingContext, billing: BillingProvider): Promise<{ url: string }> {
  const { name } = await getOrganizationPlan(ctx.db, ctx.orgId);
  return billing.portal(toProviderCall(ctx, name));
}

export type CheckoutOffer = {
  plan: ListedPlan;
  expiresAt: Date;
  isUsed: boolean;
  /** The numbers of targets that the plan would pause and resume. */
  pauses: number;
  resumes: number;
};

/** Returns what a built-in checkout is for. */
export async function getCheckout(ctx: BillingContext, id: string): Promise<CheckoutOffer> {
  const row = await getRow(ctx, id);
  const plan = await findPlan(ctx.db, row.plan_id);
  if (!plan) throw new Error(`checkout ${id} is for a plan that does not exist`);
  const { pause, resume } = fitPlan(await listWatched(ctx.db, ctx.orgId), plan.definition.limits);
  return {
    plan: { ...plan.definition, isCurrent: false },
    expiresAt: row.expires_at,
    isUsed: row.used_at !== null,
    pauses: pause.length,
    resumes: resume.length,
  };
}

/**
 * Switches the plan once. Requires a transaction, so that one of several concurrent confirmations succeeds.
 */
export async function confirmCheckout(
  ctx: BillingContext,
  { id, signature, secret }: { id: string; signature: string; secret: string },
): Promise<PlanChange> {
  const row = await getRow(ctx, id);
  if (!isValidSignature(secret, toTerms(row), signature)) throw notFound("checkout");
  const nowMs = ctx.clock.now();
  if ((await useCheckout(ctx.db, ctx.orgId, { id, now: new Date(nowMs) })) === 0) {
    throw new AppError(
      "BAD_REQUEST",
      "This checkout was already used or is older than 30 minutes. Start a new one.",
    );
  }
  const plan = await getOfferedPlan(ctx.db, row.plan_id);
  const { actor, requestId, ip } = ctx;
  if (actor.kind !== "member") throw new Error("an API key reached a route for members");
  const change = await applySubscription(ctx.db, {
    orgId: ctx.orgId,
    provider: "built-in",
    customerId: null,
    subscriptionId: null,
    planId: plan.id,
    status: "active",
    currentPeriodEndMs: null,
    graceUntilMs: null,
    nowMs,
    actor: { kind: "member", id: actor.personId, name: actor.name },
    requestId,
    ip,
  });
  for (const event of change.events) ctx.emit(event);
  return change;
}

/** Returns the checkout. A checkout of another person is reported as not found. */
async function getRow({ db, orgId, actor }: BillingContext, id: string): Promise<CheckoutRow> {
  const row = UUID_PATTERN.test(id) ? await findCheckout(db, orgId, id) : null;
  if (!row) throw notFound("checkout");
  if (row.person_id !== null && (actor.kind !== "member" || actor.personId !== row.person_id))
    throw notFound("checkout");
  return row;
}

function toTerms(row: CheckoutRow) {
  return {
    id: row.id,
    orgId: row.org_id,
    planId: row.plan_id,
    personId: row.person_id,
    expiresAtMs: row.expires_at.getTime(),
  };
}

function toProviderCall(ctx: BillingContext, name: string): ProviderCall {
  const { db, clock, actor, orgId, serverUrl } = ctx;
  const email = actor.kind === "member" ? actor.email : null;
  // Always a page of this server. Callers cannot influence the redirect.
  const returnUrl = `${serverUrl}/settings/billing`;
  return { db, clock, actor, org: { id: orgId, name, email }, serverUrl, returnUrl };
}

async function getOrganizationPlan(
  db: Db,
  orgId: OrgId,
): Promise<{ name: string; plan_id: string; created_at: Date; limits: PlanLimits }> {
  const row = await findOrganizationPlan(db, orgId);
  if (!row) throw notFound("organization");
  return row;
}
