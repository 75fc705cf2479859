import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import {
  type AlertedFailure,
  type AlertVerdictRow,
  findVerdictAbout,
  listVerdictsAbout,
  type VerdictRow,
} from "./bundle-queries.ts";

/** Types of rules whose alerts are about failed checks, which is what evidence explains. */
const FAILURE_RULES: ReadonlySet<string> = new Set(["consecutive_failures", "error_rate", "flapping"]);

/** Returns the newest verdict about the failure of an alert; null if there is none yet, or if it names no layer. */
export async function findVerdictOf(
  db: Db,
  orgId: OrgId,
  { targetId, ruleType, ...failure }: AlertedFailure & { targetId: TargetId; ruleType: string },
): Promise<VerdictRow | null> {
  if (!FAILURE_RULES.has(ruleType)) return null;
  const verdict = await findVerdictAbout(db, orgId, { targetId, failure });
  return verdict?.layer === "none" ? null : verdict;
}

/** Targets of a message about many alerts whose verdicts it has: more do not fit into a chat. */
const VERDICT_TARGETS_MAX = 10;

/** Returns the verdicts about these alerts, one for each target, of the first targets that have one. */
export function listVerdictsOf(
  db: Db,
  orgId: OrgId,
  alertIds: readonly string[],
): Promise<AlertVerdictRow[]> {
  return listVerdictsAbout(db, orgId, {
    alertIds,
    ruleTypes: [...FAILURE_RULES],
    limit: VERDICT_TARGETS_MAX,
  });
}
