import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type GroupId, type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { lockGroup } from "./queries.ts";

/** Returns the errors of the group of a target, and keeps the group until the transaction ends. */
export async function findGroupErrors(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: GroupId | null; after: GroupId | null },
): Promise<ErrorDetail[]> {
  if (after === null || after === before) return [];
  if (UUID_PATTERN.test(after) && (await lockGroup(db, orgId, after))) return [];
  return [{ path: "group_id", message: "is not the id of a known group" }];
}
