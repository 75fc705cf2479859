import type { OrgId } from "@vedette/contract/common/ids.ts";
import { DRILL_WAIT_SECONDS_MAX } from "@vedette/contract/on-call/drills.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { type EscalationPlan, startProgress } from "../escalations/advance-escalation.ts";
import { requestAdvance } from "../escalations/advance-escalations.ts";
import { insertEscalations } from "../escalations/escalation-queries.ts";
import { loadPlans } from "../escalations/load-plans.ts";

/**
 * Fire drills: an escalation without an alert goes through all steps of a policy and its fallbacks, once each and with
 * short waits. Its messages are marked, and it ends when the last step was taken.
 */

/** Starts a drill; must run in a transaction. Returns null if one of the policy is running, or the policy is gone. */
export async function startDrill(
  db: Db,
  { orgId, policyId, nowMs }: { orgId: OrgId; policyId: string; nowMs: number },
): Promise<string | null> {
  if ((await lockPolicy(db, orgId, policyId)) === null || (await hasRunningDrill(db, orgId, policyId)))
    return null;
  const plan = (await loadPlans(db, [policyId])).get(policyId);
  const [first] = plan ?? [];
  if (plan === undefined || first === undefined) return null;
  const id = newId(nowMs);
  const row = {
    ...{ id, org_id: orgId, policy_id: first.id, policy_name: first.name, rule_id: null, group_key: null },
    ...{ severity: "critical" as const, plan: withShortWaits(plan), progress: startProgress(nowMs) },
    ...{ is_drill: true, warning: null },
  };
  await insertEscalations(db, [row], new Date(nowMs));
  await requestAdvance(db, [nowMs]);
  return id;
}

/** Steps for certain severities or times are tested too. */
function withShortWaits(plan: EscalationPlan): EscalationPlan {
  return plan.map((policy) => ({
    ...policy,
    ...{ repeatCount: 0, repeatWaitSeconds: DRILL_WAIT_SECONDS_MAX },
    steps: policy.steps.map((step) => ({
      ...{ wait_seconds: Math.min(step.wait_seconds, DRILL_WAIT_SECONDS_MAX), notify: step.notify },
    })),
  }));
}

/** Two drills that start at the same time wait for each other here. */
const lockPolicy = (db: Db, orgId: OrgId, id: string) =>
  db.find<{ id: string }>(sql`
    select id from escalation_policy where org_id = ${orgId} and id = ${id} for update`);

async function hasRunningDrill(db: Db, orgId: OrgId, policyId: string): Promise<boolean> {
  const row = await db.find(sql`
    select from escalation
    where org_id = ${orgId} and policy_id = ${policyId} and is_drill and state = 'running' limit 1`);
  return row !== null;
}
