import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/**
 * The values of fields at an earlier time, by the ID of the object: those that the first later change of each field
 * replaced. A field that did not change since is left out, and so is an object without such a change.
 */
export type PastFields = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

type PastFieldsRequest = {
  ids: readonly string[];
  /** Names as in the audit log; never of fields that it masks. */
  fields: readonly string[];
  at: Date;
};

/** The log is kept for as long as status changes are (`protect_audit_entry` of the schema). */
export async function readPastFields(db: Db, orgId: OrgId, request: PastFieldsRequest): Promise<PastFields> {
  if (request.ids.length === 0) return new Map();
  const rows = Map.groupBy(await listReplacedValues(db, orgId, request), ({ target_id }) => target_id);
  return new Map(
    Array.from(rows, ([id, own]) => [id, Object.fromEntries(own.map(({ field, value }) => [field, value]))]),
  );
}

const listReplacedValues = (db: Db, orgId: OrgId, { ids, fields, at }: PastFieldsRequest) =>
  db.rows<{ target_id: string; field: string; value: unknown }>(sql`
    select distinct on (e.target_id, f.key) e.target_id, f.key as field, f.value
    from audit_entry e cross join lateral jsonb_each(e.before) f
    where e.org_id = ${orgId} and e.target_id = any(${textArray(ids)}::uuid[]) and e.at > ${at}
      and jsonb_typeof(e.before) = 'object' and split_part(e.action, '.', 2) in ('update', 'update_order', 'delete')
      and f.key = any(${textArray(fields)}::text[])
    order by e.target_id, f.key, e.seq`);

/** What was deleted since a time: the ID and the fields at its deletion. */
export const listDeletedSince = (
  db: Db,
  orgId: OrgId,
  { action, at, limit }: { action: `${string}.delete`; at: Date; limit: number },
) =>
  db.rows<{ id: string; fields: Record<string, unknown> }>(sql`
    select target_id as id, before as fields from audit_entry
    where org_id = ${orgId} and at > ${at} and action = ${action} and before is not null
    order by seq limit ${limit}`);
