import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { EscalationStep } from "@vedette/contract/on-call/escalation-policies.ts";
import type { EscalationStepOutcome } from "@vedette/contract/on-call/escalations.ts";
import type { AlertRow } from "../../src/pipeline/alerting/alerts/queries.ts";
import { ALERT_COLUMNS } from "../../src/pipeline/alerting/alerts/queries.ts";
import { newId } from "../../src/platform/kernel/ids.ts";
import { textArray } from "../../src/platform/storage/array-literal.ts";
import type { Db } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makePerson } from "../sessions.ts";

/** Creates a member. Without contact methods nothing reaches the person. */
export async function makeReachable(db: Db, orgId: string, { isReachable = true } = {}): Promise<string> {
  const { id } = await makePerson(db);
  await db.run(sql`
    insert into membership (id, org_id, person_id, role, joined_at)
    values (${newId(Date.now())}, ${orgId}, ${id}, 'member', now())`);
  if (!isReachable) await db.run(sql`delete from contact_method where person_id = ${id}`);
  return id;
}

export type PolicyInput = {
  orgId: string;
  steps: readonly EscalationStep[];
  repeatCount?: number;
  repeatWaitSeconds?: number;
  fallbackId?: string | null;
  name?: string;
};

export async function makePolicy(db: Db, input: PolicyInput): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`
    insert into escalation_policy (id, org_id, name, steps, repeat_count, repeat_wait_seconds, fallback_policy_id,
      created_at, updated_at)
    values (${id}, ${input.orgId}, ${input.name ?? "Policy"}, ${JSON.stringify(input.steps)}::jsonb,
      ${input.repeatCount ?? 0}, ${input.repeatWaitSeconds ?? 300}, ${input.fallbackId ?? null}, now(), now())`);
  return id;
}

export const setAlertPolicy = (db: Db, alertId: string, policyId: string) =>
  db.run(sql`update alert set escalation_policy_id = ${policyId} where id = ${alertId}`);

export const readAlerts = (db: Db, ids: readonly string[]) =>
  db.rows<AlertRow>(sql`
    select ${ALERT_COLUMNS} from alert a where a.id = any(${textArray(ids)}::uuid[]) order by a.id`);

export type StepFact = {
  alert_id: string;
  round: number;
  step: number;
  outcome: EscalationStepOutcome;
  at: Date;
  notified: { type: string; id: string | null; personId: string | null; outcome: string }[];
};

/** What the escalations of an organization did, with one of their alerts. */
export const listStepFacts = (db: Db, orgId: OrgId) =>
  db.rows<StepFact>(sql`
    select (select min(l.alert_id::text) from escalation_alert l where l.escalation_id = s.escalation_id) as alert_id,
      s.round, s.step, s.outcome, s.at, s.notified
    from escalation_step s where s.org_id = ${orgId} order by s.escalation_id, s.round, s.step`);

export const listStates = (db: Db, orgId: OrgId) =>
  db.rows<{ alert_id: string; state: string; warning: string | null }>(sql`
    select l.alert_id, e.state, e.warning from escalation e join escalation_alert l on l.escalation_id = e.id
    where e.org_id = ${orgId} order by e.id, l.alert_id`);
