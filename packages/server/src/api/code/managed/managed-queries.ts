import type { ManagedBy } from "@vedette/contract/code/managed-by.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export const listManagedBy = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<ManagedBy & { resource_id: string }>(sql`
    select resource_id, project, key, source from code_resource
    where org_id = ${orgId} and resource_id = any(${textArray(ids)}::uuid[])`);

/** The owner of a resource, if the organization refuses changes by hand. */
export const findRefusingOwner = (db: Db, orgId: OrgId, id: string) =>
  db.find<ManagedBy>(sql`
    select r.project, r.key, r.source from code_resource r join organization o on o.id = r.org_id
    where r.org_id = ${orgId} and r.resource_id = ${id} and o.settings ->> 'managed_edits' = 'refuse'`);
