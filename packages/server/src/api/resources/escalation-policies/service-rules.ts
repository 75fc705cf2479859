import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findPolicy, lockPolicies } from "./queries.ts";

/** Checks that the policy of a rule exists, and that it is not deleted at the same time. */
export async function findPolicyErrors(db: Db, orgId: OrgId, id: string | null): Promise<ErrorDetail[]> {
  if (id === null) return [];
  await lockPolicies(db, orgId);
  const policy = UUID_PATTERN.test(id) ? await findPolicy(db, orgId, id) : null;
  if (policy !== null) return [];
  return [{ path: "escalation_policy_id", message: "is not the ID of a known escalation policy" }];
}
