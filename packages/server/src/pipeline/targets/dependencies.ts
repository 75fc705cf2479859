import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { listDependents, lockParents, lockTargets } from "./dependency-queries.ts";

/**
 * Returns the errors of the parents of a target; id null for a new target. Locks the parents until the transaction
 * ends.
 */
export async function findParentErrors(
  db: Db,
  orgId: OrgId,
  {
    id,
    before,
    after: parents,
  }: { id: TargetId | null; before: readonly string[]; after: readonly string[] },
): Promise<ErrorDetail[]> {
  if (parents.length === 0 || isDeepStrictEqual(before, parents)) return [];
  await lockParents(db, orgId);
  const wellFormed = parents.filter((parent) => UUID_PATTERN.test(parent));
  const known = new Set((await lockTargets(db, orgId, wellFormed)).map((row) => row.id));
  const unknown = parents.filter((parent) => !known.has(parent));
  if (unknown.length > 0)
    return unknown.map((parent) => ({
      path: "parents",
      message: `contains '${parent}', which is not an existing monitor, API monitor or journey`,
    }));
  const dependents = id === null ? [] : await listDependents(db, orgId, { id, ids: parents });
  return dependents.map((row) => ({
    path: "parents",
    message:
      row.id === id
        ? "contains the target itself; a target cannot depend on itself"
        : `contains '${row.id}', which already depends on this target; dependencies must not form a cycle`,
  }));
}
