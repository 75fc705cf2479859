import type { CodeTrustListQuery } from "@vedette/contract/code/trusts/code-trusts.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type TrustRow = {
  id: string;
  org_id: OrgId;
  issuer: string;
  audience: string;
  subject: string;
  projects: string[];
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
};

const COLUMNS = sql`id, org_id, issuer, audience, subject, projects, created_by, created_at, last_used_at`;

export const listTrusts = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: CodeTrustListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`created_at`, name: sql`subject`, id: sql`id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<TrustRow>(sql`
    select ${COLUMNS} from code_trust where org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** Counts the trusts and locks the organization until the transaction ends. */
export const countTrusts = async (db: Db, orgId: OrgId): Promise<number> => {
  await db.find(sql`select from organization where id = ${orgId} for no key update`);
  const row = await db.find<{ trusts: number }>(sql`
    select count(*)::int4 as trusts from code_trust where org_id = ${orgId}`);
  return row?.trusts ?? 0;
};

export const insertTrust = (db: Db, row: TrustRow) =>
  db.run(sql`
    insert into code_trust (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.issuer}, ${row.audience}, ${row.subject}, ${textArray(row.projects)}::text[],
      ${row.created_by}, ${row.created_at}, ${row.last_used_at})`);

/** Returns the deleted trust, or null if there is none. Its keys are deleted with it. */
export const deleteTrust = (db: Db, orgId: OrgId, id: string) =>
  db.find<TrustRow>(sql`delete from code_trust where org_id = ${orgId} and id = ${id} returning ${COLUMNS}`);

/** Without an organization: the id of the trust determines it. */
export const findTrust = (db: Db, id: string) =>
  db.find<TrustRow>(sql`select ${COLUMNS} from code_trust where id = ${id}`);

/** Returns 0 if the trust was deleted meanwhile; otherwise it stays until the transaction ends. */
export const touchTrust = (db: Db, { org_id: orgId, id }: TrustRow, now: Date) =>
  db.run(sql`update code_trust set last_used_at = ${now} where org_id = ${orgId} and id = ${id}`);
