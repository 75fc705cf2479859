import { type Plan, SELF_HOSTED, UNLIMITED } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import type { PlanFile } from "./plans.ts";
import { findPlan, findPlanByLookupKey, listPlans, lockPlans, retirePlans, upsertPlan } from "./queries.ts";

/**
 * Stores the offered plans. They are kept in the database, so that all nodes and threads use the same limits.
 * The file is read at startup. A plan that is removed from it stays valid for the organizations that have it.
 */
export async function offerPlans(database: Database, { startPlanId, plans }: PlanFile): Promise<void> {
  await database.transaction(async (db) => {
    await lockPlans(db);
    await retirePlans(db);
    const isStart = startPlanId === SELF_HOSTED;
    // The plan without limits is not offered if new organizations start on another plan.
    await upsertPlan(db, SELF_HOSTED_PLAN, { position: 0, isOffered: isStart, isStart });
    for (const [index, plan] of plans.entries())
      await upsertPlan(db, plan, { position: index + 1, isOffered: true, isStart: plan.id === startPlanId });
  });
}

const SELF_HOSTED_PLAN: Plan = {
  id: SELF_HOSTED,
  name: "Self-hosted",
  description: "Everything, without limits.",
  price: null,
  stripe_lookup_key: null,
  limits: UNLIMITED,
};

/** Returns a plan that is offered. Rejects any other id and names the field. */
export async function getOfferedPlan(db: Db, planId: string): Promise<Plan> {
  const row = await findPlan(db, planId);
  if (row?.is_available) return row.definition;
  throw badFields([{ path: "plan_id", message: "must be the id of an offered plan (GET /billing/plans)" }]);
}

/** Returns the plan with this price lookup key of the payment service; null if there is none. */
export async function findPlanOfPrice(db: Db, lookupKey: string): Promise<Plan | null> {
  return (await findPlanByLookupKey(db, lookupKey))?.definition ?? null;
}

export type ListedPlan = Plan & { isCurrent: boolean };

/** Lists the offered plans and the current plan of the organization. */
export async function listOfferedPlans(db: Db, orgId: OrgId): Promise<ListedPlan[]> {
  const rows = await listPlans(db, orgId);
  return rows.map(({ definition, is_current: isCurrent }) => ({ ...definition, isCurrent }));
}
