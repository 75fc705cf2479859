import type { OrgId } from "@vedette/contract/common/ids.ts";
import { AUDIT_ACTIONS, type AUDIT_ACTOR_KINDS } from "@vedette/contract/people/audit-actions.ts";
import type { FieldValues } from "../../../pipeline/audit/queries.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Locks the resource `name` until the end of the transaction. */
export const lockResource = (db: Db, name: string) =>
  db.defer(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

/** The actions that change the fields which a tag covers. */
const CHANGES = AUDIT_ACTIONS.filter((action) => /\.(?:update|restore|end)$/.test(action));

export type ConflictingChangeRow = {
  at: Date;
  actor_kind: (typeof AUDIT_ACTOR_KINDS)[number];
  actor_name: string;
  before: FieldValues | null;
  after: FieldValues | null;
};

/** Returns the newest change of a resource in the audit log. */
export const findLastChange = (db: Db, orgId: OrgId, id: string) =>
  db.find<ConflictingChangeRow>(sql`
    select at, actor_kind, actor_name, before, after from audit_entry
    where org_id = ${orgId} and target_id = ${id} and action = any(${textArray(CHANGES)}::text[])
    order by seq desc limit 1`);
