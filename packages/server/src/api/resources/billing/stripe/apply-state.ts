import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { queueOwnerMail } from "../owner-messages.ts";
import { findSubscription, type SubscriptionRow } from "../queries.ts";
import { applySubscription, BILLING_ACTOR } from "../service-subscription.ts";
import type { CustomerRow } from "./queries.ts";
import type { StripeState } from "./subscription-state.ts";

/** Converts Stripe's state to a subscription, and grants the grace period after a failed payment. */

/**
 * Counted from the first failure that this server sees. Stripe retries the payment several times during this
 * period.
 */
const GRACE_MS = 7 * 86_400_000;

type CustomerState = CustomerRow & {
  state: StripeState;
  /** The plan of the price, or the current plan of the organization if no plan has this price. */
  planId: string;
  nowMs: number;
};

export async function applyState(db: Db, input: CustomerState): Promise<LiveEvent[]> {
  const { org_id: orgId, customer_id: customerId, state, nowMs } = input;
  const before = await findSubscription(db, orgId);
  const own = before?.provider === "stripe" ? before : null;
  // A plan that was not taken through Stripe is not ended here.
  if (state.subscriptionId === null && own === null) return [];
  const graceUntilMs = state.payment === "overdue" ? graceEnd(own, nowMs) : null;
  const change = await applySubscription(db, {
    orgId,
    provider: "stripe",
    customerId,
    subscriptionId: state.subscriptionId ?? own?.subscription_id ?? null,
    planId: state.subscriptionId === null && own !== null ? own.plan_id : input.planId,
    status: toStatus(state),
    currentPeriodEndMs: (state.endsAt ?? state.periodEndsAt)?.getTime() ?? null,
    graceUntilMs,
    nowMs,
    actor: BILLING_ACTOR,
  });
  if (graceUntilMs !== null && own?.status !== OVERDUE)
    await queueOwnerMail(db, orgId, overdueMessage(graceUntilMs));
  return change.events;
}

const OVERDUE = "past_due";

/** Stripe reports `unpaid` if it gives up before our grace period is over. The grace period still applies. */
function toStatus({ payment, status }: StripeState): string {
  if (payment === "overdue") return OVERDUE;
  return status ?? "canceled";
}

/** Returns the end of the grace period. It starts once and is not extended until a payment succeeds. */
function graceEnd(own: SubscriptionRow | null, nowMs: number): number | null {
  if (own?.status === OVERDUE) return own.grace_until?.getTime() ?? null;
  return nowMs + GRACE_MS;
}

function overdueMessage(graceUntilMs: number): { title: string; text: string } {
  const day = new Date(graceUntilMs).toISOString().slice(0, 10);
  return {
    title: "A payment for your plan has failed",
    text:
      `Your plan stays unchanged until ${day} (UTC), and the payment is retried until then. To change the payment method, open ` +
      "the billing portal in the settings of your organization. If no payment succeeds by then, the organization returns to the " +
      "start plan: targets that exceed it are paused, and nothing is deleted.",
  };
}
