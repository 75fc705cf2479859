import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { insertOwnerNotes } from "../owner-notes.ts";
import { findSubscription, type SubscriptionRow } from "../queries.ts";
import { applySubscription, BILLING } from "../service-subscription.ts";
import type { CustomerRow } from "./queries.ts";
import type { StripeState } from "./subscription-state.ts";

/** What Stripe's state means here: the subscription that is written down, and how long a failed payment is borne. */

/** From the first failure that we see; Stripe tries again a few times meanwhile. */
const GRACE_MS = 7 * 86_400_000;

type Found = CustomerRow & {
  state: StripeState;
  /** Of the price; where that is nobody's, the plan that the organization has. */
  planId: string;
  nowMs: number;
};

export async function applyState(db: Db, found: Found): Promise<LiveEvent[]> {
  const { org_id: orgId, customer_id: customerId, state, nowMs } = found;
  const before = await findSubscription(db, orgId);
  const own = before?.provider === "stripe" ? before : null;
  // A plan that was not taken here is not ended here.
  if (state.subscriptionId === null && own === null) return [];
  const graceUntilMs = state.payment === "overdue" ? graceOf(own, nowMs) : null;
  const change = await applySubscription(db, {
    orgId,
    provider: "stripe",
    customerId,
    subscriptionId: state.subscriptionId ?? own?.subscription_id ?? null,
    planId: state.subscriptionId === null && own !== null ? own.plan_id : found.planId,
    status: statusOf(state),
    currentPeriodEndMs: (state.endsAt ?? state.periodEndsAt)?.getTime() ?? null,
    graceUntilMs,
    nowMs,
    actor: BILLING,
  });
  if (graceUntilMs !== null && own?.status !== OVERDUE)
    await insertOwnerNotes(db, orgId, overdueNote(graceUntilMs));
  return change.events;
}

const OVERDUE = "past_due";

/** Stripe says `unpaid` when it has given up before our grace is over; the grace holds all the same. */
function statusOf({ payment, status }: StripeState): string {
  if (payment === "overdue") return OVERDUE;
  return status ?? "canceled";
}

/** Begun once: a grace that is over stays so until something is paid. */
function graceOf(own: SubscriptionRow | null, nowMs: number): number | null {
  if (own?.status === OVERDUE) return own.grace_until?.getTime() ?? null;
  return nowMs + GRACE_MS;
}

function overdueNote(graceUntilMs: number): { title: string; text: string } {
  const day = new Date(graceUntilMs).toISOString().slice(0, 10);
  return {
    title: "A payment for your plan has failed",
    text:
      `Your plan stays as it is until ${day} (UTC). The payment is tried again meanwhile; to change how you pay, open ` +
      "the billing portal in the settings of your organization. Without a payment by then the organization goes back to the " +
      "plan that everybody begins with: what is over it is paused, and nothing is deleted.",
  };
}
