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
export async function listVerdictsOf(
  db: Db,
  orgId: OrgId,
  alerts: readonly { id: string; rule_type: string }[],
): Promise<AlertVerdictRow[]> {
  const failures = alerts.filter(({ rule_type: type }) => FAILURE_RULES.has(type));
  if (failures.length === 0) return [];
  const alertIds = [...new Set(failures.map(({ id }) => id))];
  return listVerdictsAbout(db, orgId, { alertIds, limit: VERDICT_TARGETS_MAX });
}
