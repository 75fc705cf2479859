import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { type RecordedWrite, recordWrite } from "../audit-log/service.ts";
import { pauseByPlan, resumeByPlan, type Switched } from "../targets/service-plan-pause.ts";
import { fitPlan } from "./fit-plan.ts";
import { insertOwnerNotes } from "./owner-notes.ts";
import type { ProviderName } from "./provider.ts";
import {
  findOrganizationPlan,
  findPlan,
  findStartPlan,
  findSubscription,
  listLapsed,
  listWatched,
  lockPlan,
  notifyPlanChanged,
  type SubscriptionRow,
  updateOrganizationPlan,
  upsertSubscription,
} from "./queries.ts";

/**
 * What an organization has taken, and the plan that follows from it. The provider says what is paid for; here it is
 * decided what that means. Never asks a provider.
 */

/** The state of a subscription as the provider says it is now: the whole of it, so that repeating it changes nothing. */
export type SubscriptionState = {
  orgId: OrgId;
  provider: ProviderName;
  /** The provider's names; null where it has none. */
  customerId: string | null;
  subscriptionId: string | null;
  planId: string;
  /** In the provider's words: `active`, `trialing`, `past_due`, `canceled` … */
  status: string;
  currentPeriodEndMs: number | null;
  /** After a failed payment: until when the plan is kept. Null with `past_due` is no grace. */
  graceUntilMs: number | null;
  nowMs: number;
} & Pick<RecordedWrite, "actor" | "requestId" | "ip">;

export type PlanChange = {
  planId: string;
  previousPlanId: string;
  paused: number;
  resumed: number;
  /** To be told once the transaction is committed. */
  events: LiveEvent[];
};

/**
 * Writes down what an organization has taken and gives it the plan that follows, all in the caller's transaction:
 * what is over a smaller plan is paused, what an earlier one had paused goes on, owners are told.
 */
export async function applySubscription(db: Db, state: SubscriptionState): Promise<PlanChange> {
  const { orgId, nowMs } = state;
  await lockPlan(db, orgId);
  const organization = await findOrganizationPlan(db, orgId);
  if (!organization) throw notFound("organization");
  await upsertSubscription(db, rowOf(state), new Date(nowMs));
  const plan = await planOf(db, state);
  const previousPlanId = organization.plan_id;
  if (plan.id === previousPlanId)
    return { planId: plan.id, previousPlanId, paused: 0, resumed: 0, events: [] };
  await updateOrganizationPlan(db, orgId, { planId: plan.id, now: new Date(nowMs) });
  const switched = await fit(db, state, plan);
  await notifyPlanChanged(db, orgId);
  await insertOwnerNotes(db, orgId, noteOf(plan, switched));
  await recordWrite(db, {
    ...pickFacts(state),
    orgId,
    nowMs,
    action: "organization.change_plan",
    target: { type: "organization", id: orgId },
    before: { plan_id: previousPlanId },
    after: {
      plan_id: plan.id,
      provider: state.provider,
      status: state.status,
      paused: switched.paused.map(({ id }) => id).slice(0, AUDITED_IDS_MAX),
      resumed: switched.resumed.map(({ id }) => id).slice(0, AUDITED_IDS_MAX),
    },
  });
  const [paused, resumed] = [switched.paused.length, switched.resumed.length];
  const at = new Date(nowMs).toISOString();
  const data = { plan_id: plan.id, previous_plan_id: previousPlanId, paused, resumed, at };
  const events: LiveEvent[] = [...switched.events, { type: "organization.plan", orgId, data }];
  return { planId: plan.id, previousPlanId, paused, resumed, events };
}

/** More would make an entry that nobody reads; how many it were is told to the owners. */
const AUDITED_IDS_MAX = 200;
const LAPSED_MAX = 100;

/** Takes the plan from those whose grace is over. Gives how many it were. */
export async function endLapsedSubscriptions(
  database: Database,
  { nowMs, publish }: { nowMs: number; publish: (events: readonly LiveEvent[]) => void },
): Promise<number> {
  const lapsed = await listLapsed(database, { now: new Date(nowMs), limit: LAPSED_MAX });
  for (const { org_id: orgId } of lapsed) {
    const change = await database.transaction(async (held) => {
      await lockPlan(held, orgId);
      // Read again under the lock: it may have been paid meanwhile.
      const row = await findSubscription(held, orgId);
      if (!row?.grace_until || row.grace_until.getTime() > nowMs) return null;
      return applySubscription(held, { ...stateOf(row), graceUntilMs: null, nowMs, actor: BILLING });
    });
    if (change) publish(change.events);
  }
  return lapsed.length;
}

/** Who acts where nobody does. */
export const BILLING: RecordedWrite["actor"] = { kind: "system", id: null, name: "billing" };

function stateOf(row: SubscriptionRow): Omit<SubscriptionState, "nowMs" | "actor"> {
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

function rowOf(state: SubscriptionState): SubscriptionRow {
  return {
    org_id: state.orgId,
    provider: state.provider,
    customer_id: state.customerId,
    subscription_id: state.subscriptionId,
    plan_id: state.planId,
    status: state.status,
    current_period_end: instant(state.currentPeriodEndMs),
    grace_until: instant(state.graceUntilMs),
  };
}

function instant(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** Whoever does not pay any more has the plan that everybody begins with. */
async function planOf(db: Db, state: SubscriptionState): Promise<Plan> {
  const found = isHeld(state) ? await findPlan(db, state.planId) : await findStartPlan(db);
  if (!found) throw new Error(`there is no plan ${state.planId}, or none to begin with`);
  return found.definition;
}

function isHeld({ status, graceUntilMs, nowMs }: SubscriptionState): boolean {
  if (status === "active" || status === "trialing") return true;
  return status === "past_due" && graceUntilMs !== null && graceUntilMs > nowMs;
}

type Fitted = { paused: Switched[]; resumed: Switched[]; events: LiveEvent[] };

async function fit(db: Db, { orgId, nowMs, actor }: SubscriptionState, plan: Plan): Promise<Fitted> {
  const { pause, resume } = fitPlan(await listWatched(db, orgId), plan.limits);
  const given = { orgId, nowMs, by: actor.id ?? actor.name };
  const paused = await pauseByPlan(db, { ...given, targets: pause });
  const resumed = await resumeByPlan(db, { ...given, targets: resume });
  return {
    paused: paused.switched,
    resumed: resumed.switched,
    events: [...paused.events, ...resumed.events],
  };
}

function noteOf(plan: Plan, { paused, resumed }: Fitted): { title: string; text: string } {
  const names = paused.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = paused.length > names.length ? ` and ${paused.length - names.length} more` : "";
  const said = [
    `Your organization is on the plan '${plan.name}' now.`,
    ...(paused.length > 0
      ? [
          `It allows less than you watch, so ${count(paused.length)} paused: ${names.join(", ")}${more}. ` +
            "Nothing was deleted; a larger plan resumes them.",
        ]
      : []),
    ...(resumed.length > 0
      ? [`What an earlier plan had paused goes on: ${count(resumed.length)} resumed.`]
      : []),
  ];
  return { title: `The plan is '${plan.name}' now`, text: said.join("\n\n") };
}

const NAMED_MAX = 20;

function count(number: number): string {
  return number === 1
    ? "1 monitor, API monitor or journey was"
    : `${number} monitors, API monitors and journeys were`;
}

function pickFacts({ actor, requestId, ip }: SubscriptionState) {
  return { actor, ...(requestId !== undefined && { requestId }), ...(ip !== undefined && { ip }) };
}
