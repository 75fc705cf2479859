import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { sql } from "../../platform/storage/sql.ts";

export type MarkerRow = {
  id: string;
  org_id: OrgId;
  at: Date;
  title: string;
  url: string | null;
  tags: string[];
  /** Null: all targets. */
  selector: Selector | null;
  created_by: string;
  created_at: Date;
};

const COLUMNS = sql`id, org_id, at, title, url, tags, selector, created_by, created_at`;

export type MarkerFilter = {
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  tag?: string | undefined;
};

/** Newest first. */
export const listMarkers = (
  db: Db,
  orgId: OrgId,
  { from, to, tag, position, limit }: MarkerFilter & { position: CursorPosition | null; limit: number },
) => {
  const columns = { at: sql`at`, name: sql`title`, id: sql`id` };
  const { after, order } = keyset("-created_at", columns, position);
  return db.rows<MarkerRow>(sql`
    select ${COLUMNS} from marker
    where org_id = ${orgId}
      ${from === undefined ? sql`` : sql`and at >= ${from}`} ${to === undefined ? sql`` : sql`and at < ${to}`}
      ${tag === undefined ? sql`` : sql`and ${tag} = any (tags)`}${after}${order} limit ${limit}`);
};

/** Serializes the creation of markers of an organization until the transaction ends. */
export const lockMarkers = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`markers of ${orgId}`}, 0))`);

export const countRecentMarkers = async (db: Db, orgId: OrgId, since: Date): Promise<number> => {
  const row = await db.find<{ markers: number }>(sql`
    select count(*)::int4 as markers from marker where org_id = ${orgId} and created_at > ${since}`);
  return row?.markers ?? 0;
};

export const insertMarker = (db: Db, row: MarkerRow) =>
  db.run(sql`
    insert into marker (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.at}, ${row.title}, ${row.url}, ${textArray(row.tags)}::text[],
      ${row.selector === null ? null : JSON.stringify(row.selector)}::jsonb, ${row.created_by}, ${row.created_at})`);

/** Returns the deleted marker, or null if there is none. */
export const deleteMarker = (db: Db, orgId: OrgId, id: string) =>
  db.find<MarkerRow>(sql`delete from marker where org_id = ${orgId} and id = ${id} returning ${COLUMNS}`);
