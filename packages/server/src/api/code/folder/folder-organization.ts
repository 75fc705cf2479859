import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listFolderOrganizations } from "./queries.ts";

/** Returns the organization by its ID or slug; without one, the only organization. */
export async function findFolderOrganization(
  db: Db,
  named: string | null,
): Promise<{ orgId: OrgId } | { fault: string }> {
  const found = await listFolderOrganizations(db, named);
  const [first, second] = found;
  if (first && !second) return { orgId: first.id };
  if (first) return { fault: "there are several organizations: set VEDETTE_CONFIG_ORGANIZATION to one" };
  return { fault: named === null ? "there is no organization yet" : `there is no organization '${named}'` };
}
