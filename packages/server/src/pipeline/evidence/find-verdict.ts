import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type AlertedFailure, findVerdictAbout, type VerdictRow } from "./bundle-queries.ts";

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
