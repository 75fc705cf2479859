import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** At most two: more are not needed to know that the name is ambiguous. Null for all organizations. */
export const listFolderOrganizations = (db: Db, named: string | null) =>
  db.rows<{ id: OrgId }>(sql`
    select id from organization
    where ${named}::text is null or id::text = ${named} or slug = ${named}
    order by id limit 2`);
