import { type Plan, SELF_HOSTED, UNLIMITED } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import type { PlanFile } from "./plans.ts";
import { findPlan, findPlanByLookupKey, listPlans, lockPlans, retirePlans, upsertPlan } from "./queries.ts";

/**
 * The plans that are offered. They lie in the database, so that every node and thread goes by the same limits; the
 * file is taken in at the start. A plan that is not in it any more stays for those who have it.
 */
export async function offerPlans(database: Database, { startPlanId, plans }: PlanFile): Promise<void> {
  await database.transaction(async (db) => {
    await lockPlans(db);
    await retirePlans(db);
    const isStart = startPlanId === SELF_HOSTED;
    // Where people are to begin on another plan, nobody may take one without limits.
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

/** A plan that may be taken now; refuses any other, naming the field. */
export async function getOfferedPlan(db: Db, planId: string): Promise<Plan> {
  const row = await findPlan(db, planId);
  if (row?.is_offered) return row.definition;
  throw badFields([
    { path: "plan_id", message: "is none of the plans that are offered (GET /billing/plans)" },
  ]);
}

/** The plan whose price the payment service knows by this key; null where none is, or was. */
export async function findPlanOfPrice(db: Db, lookupKey: string): Promise<Plan | null> {
  return (await findPlanByLookupKey(db, lookupKey))?.definition ?? null;
}

export type ListedPlan = Plan & { isCurrent: boolean };

/** Those that are offered, and the one that the organization has. */
export async function listOfferedPlans(db: Db, orgId: OrgId): Promise<ListedPlan[]> {
  const rows = await listPlans(db, orgId);
  return rows.map(({ definition, is_current: isCurrent }) => ({ ...definition, isCurrent }));
}
