import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { Selectable } from "./selects.ts";

/** Returns what selectors compare of all targets of an organization, or of one. */
export const listSelectables = (db: Db, orgId: OrgId, id: TargetId | null = null) =>
  db.rows<Selectable>(sql`
    select t.id as "targetId", t.kind, m.type, t.tags, t.group_id as "groupId"
    from target t left join monitor m on m.id = t.id
    where t.org_id = ${orgId} and (${id}::uuid is null or t.id = ${id}::uuid)`);
