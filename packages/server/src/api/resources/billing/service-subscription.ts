import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { type RecordedWrite, recordWrite } from "../../../pipeline/audit/audit.ts";
import { fitPlan } from "../../../pipeline/quotas/fit-plan.ts";
import { listWatched } from "../../../pipeline/quotas/queries.ts";
import { pauseByPlan, resumeByPlan, type Switched } from "../../../pipeline/targets/plan-pause.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { queueOwnerMail } from "./owner-messages.ts";
import type { ProviderName } from "./provider.ts";
import {
  findOrganizationPlan,
  findPlan,
  findStartPlan,
  findSubscription,
  listLapsed,
  lockPlan,
  notifyPlanChanged,
  type SubscriptionRow,
  updateOrganizationPlan,
  upsertSubscription,
} from "./queries.ts";

/**
 * Subscriptions of organizations and the plans that follow from them. The provider reports what is paid for,
 * and this file determines the plan. Never calls a provider.
 */

/**
 * The complete current state of a subscription, as the provider reports it. Applying it again changes
 * nothing.
 */
export type SubscriptionState = {
  orgId: OrgId;
  provider: ProviderName;
  /** The ids of the provider; null if it has none. */
  customerId: string | null;
  subscriptionId: string | null;
  planId: string;
  /** The status of the provider: `active`, `trialing`, `past_due`, `canceled`, … */
  status: string;
  currentPeriodEndMs: number | null;
  /** The end of the grace period after a failed payment. `past_due` with null means no grace period. */
  graceUntilMs: number | null;
  nowMs: number;
} & Pick<RecordedWrite, "actor" | "requestId" | "ip">;

export type PlanChange = {
  planId: string;
  previousPlanId: string;
  paused: number;
  resumed: number;
  /** Events to publish after the transaction commits. */
  events: LiveEvent[];
};

/**
 * Stores a subscription and applies the resulting plan in the caller's transaction. Pauses targets that
 * exceed a smaller plan, resumes those that an earlier plan paused, and mails the owners.
 */
export async function applySubscription(db: Db, state: SubscriptionState): Promise<PlanChange> {
  const { orgId, nowMs } = state;
  await lockPlan(db, orgId);
  const organization = await findOrganizationPlan(db, orgId);
  if (!organization) throw notFound("organization");
  await upsertSubscription(db, toRow(state), new Date(nowMs));
  const plan = await findEntitledPlan(db, state);
  const previousPlanId = organization.plan_id;
  if (plan.id === previousPlanId)
    return { planId: plan.id, previousPlanId, paused: 0, resumed: 0, events: [] };
  await updateOrganizationPlan(db, orgId, { planId: plan.id, now: new Date(nowMs) });
  const fitted = await fitTargets(db, state, plan);
  await notifyPlanChanged(db, orgId);
  await queueOwnerMail(db, orgId, planChangeMessage(plan, fitted));
  await recordWrite(db, {
    ...auditFields(state),
    orgId,
    nowMs,
    action: "organization.change_plan",
    target: { type: "organization", id: orgId },
    before: { plan_id: previousPlanId },
    after: {
      plan_id: plan.id,
      provider: state.provider,
      status: state.status,
      paused: fitted.paused.map(({ id }) => id).slice(0, AUDITED_IDS_MAX),
      resumed: fitted.resumed.map(({ id }) => id).slice(0, AUDITED_IDS_MAX),
    },
  });
  const [paused, resumed] = [fitted.paused.length, fitted.resumed.length];
  const at = new Date(nowMs).toISOString();
  const data = { plan_id: plan.id, previous_plan_id: previousPlanId, paused, resumed, at };
  const events: LiveEvent[] = [...fitted.events, { type: "organization.plan", orgId, data }];
  return { planId: plan.id, previousPlanId, paused, resumed, events };
}

/** Limits the size of the audit log entry. The mail to the owners contains the full count. */
const AUDITED_IDS_MAX = 200;
const LAPSED_MAX = 100;

/** Ends the plans of subscriptions whose grace period is over. Returns their number. */
export async function endLapsedSubscriptions(
  database: Database,
  { nowMs, publish }: { nowMs: number; publish: (events: readonly LiveEvent[]) => void },
): Promise<number> {
  const lapsed = await listLapsed(database, { now: new Date(nowMs), limit: LAPSED_MAX });
  for (const { org_id: orgId } of lapsed) {
    const change = await database.transaction(async (tx) => {
      await lockPlan(tx, orgId);
      // Read again under the lock: a payment may have arrived in the meantime.
      const row = await findSubscription(tx, orgId);
      if (!row?.grace_until || row.grace_until.getTime() > nowMs) return null;
      return applySubscription(tx, { ...toState(row), graceUntilMs: null, nowMs, actor: BILLING_ACTOR });
    });
    if (change) publish(change.events);
  }
  return lapsed.length;
}

/** The actor of changes that no user makes. */
export const BILLING_ACTOR: RecordedWrite["actor"] = { kind: "system", id: null, name: "billing" };

function toState(row: SubscriptionRow): Omit<SubscriptionState, "nowMs" | "actor"> {
  return {
    orgId: row.org_id,
    provider: row.provider,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    planId: row.plan_id,
    status: row.status,
    currentPeriodEndMs: row.current_period_end?.getTime() ?? null,
    graceUntilMs: row.grace_until?.getTime() ?? null,
  };
}

function toRow(state: SubscriptionState): SubscriptionRow {
  return {
    org_id: state.orgId,
    provider: state.provider,
    customer_id: state.customerId,
    subscription_id: state.subscriptionId,
    plan_id: state.planId,
    status: state.status,
    current_period_end: toDate(state.currentPeriodEndMs),
    grace_until: toDate(state.graceUntilMs),
  };
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** Returns the plan that is paid for, or the start plan if nothing is paid for. */
async function findEntitledPlan(db: Db, state: SubscriptionState): Promise<Plan> {
  const row = isEntitled(state) ? await findPlan(db, state.planId) : await findStartPlan(db);
  if (!row) throw new Error(`the plan ${state.planId} or the start plan does not exist`);
  return row.definition;
}

function isEntitled({ status, graceUntilMs, nowMs }: SubscriptionState): boolean {
  if (status === "active" || status === "trialing") return true;
  return status === "past_due" && graceUntilMs !== null && graceUntilMs > nowMs;
}

type FittedTargets = { paused: Switched[]; resumed: Switched[]; events: LiveEvent[] };

async function fitTargets(
  db: Db,
  { orgId, nowMs, actor }: SubscriptionState,
  plan: Plan,
): Promise<FittedTargets> {
  const { pause, resume } = fitPlan(await listWatched(db, orgId), plan.limits);
  const options = { orgId, nowMs, by: actor.id ?? actor.name };
  const paused = await pauseByPlan(db, { ...options, ids: pause.map(({ id }) => id) });
  const resumed = await resumeByPlan(db, { ...options, ids: resume.map(({ id }) => id) });
  return {
    paused: paused.switched,
    resumed: resumed.switched,
    events: [...paused.events, ...resumed.events],
  };
}

function planChangeMessage(plan: Plan, { paused, resumed }: FittedTargets): { title: string; text: string } {
  const names = paused.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = paused.length > names.length ? ` and ${paused.length - names.length} more` : "";
  const paragraphs = [
    `The plan of your organization is now '${plan.name}'.`,
    ...(paused.length > 0
      ? [
          `Your enabled targets exceed this plan, so ${count(paused.length)} paused: ${names.join(", ")}${more}. ` +
            "Nothing was deleted. A larger plan resumes them.",
        ]
      : []),
    ...(resumed.length > 0
      ? [`Targets that an earlier plan had paused continue: ${count(resumed.length)} resumed.`]
      : []),
  ];
  return { title: `Plan changed to '${plan.name}'`, text: paragraphs.join("\n\n") };
}

const NAMED_MAX = 20;

function count(number: number): string {
  return number === 1
    ? "1 monitor, API monitor or journey was"
    : `${number} monitors, API monitors, journeys and heartbeats were`;
}

function auditFields({ actor, requestId, ip }: SubscriptionState) {
  return { actor, ...(requestId !== undefined && { requestId }), ...(ip !== undefined && { ip }) };
}
