import { FALLBACKS_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import type { EscalationStep } from "@vedette/contract/on-call/escalation-policies.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { EscalationPlan } from "./advance-escalation.ts";

/** Returns the plan of each of these policies that exists: the policy and its fallbacks, as they are now. */
export async function loadPlans(
  db: Db,
  policyIds: readonly string[],
): Promise<ReadonlyMap<string, EscalationPlan>> {
  const rows = await listChains(db, policyIds);
  const plans = Map.groupBy(rows, (row) => row.first_id);
  return new Map(
    [...plans].map(([id, chain]) => [
      id,
      chain.map((row) => ({
        ...{ id: row.id, name: row.name, steps: row.steps },
        ...{ repeatCount: row.repeat_count, repeatWaitSeconds: row.repeat_wait_seconds },
      })),
    ]),
  );
}

type ChainRow = {
  first_id: string;
  id: string;
  name: string;
  steps: EscalationStep[];
  repeat_count: number;
  repeat_wait_seconds: number;
};

/** A cycle cannot be saved; the limit holds nevertheless. */
const listChains = (db: Db, policyIds: readonly string[]) =>
  db.rows<ChainRow>(sql`
    with recursive chain as (
      select p.id as first_id, 0 as depth, p.* from escalation_policy p
      where p.id = any(${textArray(policyIds)}::uuid[])
      union all
      select c.first_id, c.depth + 1, p.* from chain c
      join escalation_policy p on p.id = c.fallback_policy_id and p.org_id = c.org_id
      where c.depth < ${FALLBACKS_MAX}
    )
    select first_id, id, name, steps, repeat_count, repeat_wait_seconds from chain order by first_id, depth`);
