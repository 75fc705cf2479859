import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* What suggestions of components are made from. */

/** More targets would not change what is suggested. */
const TARGETS_MAX = 5_000;

export const listSuggestedTargets = (db: Db, orgId: OrgId) =>
  db.rows<{ id: string; name: string; kind: TargetKind; group_id: string | null; tags: string[] }>(sql`
    select id, name, kind, group_id, tags from target where org_id = ${orgId}
    order by name, id limit ${TARGETS_MAX}`);

export const findOrganizationName = async (db: Db, orgId: OrgId): Promise<string | null> => {
  const row = await db.find<{ name: string }>(sql`select name from organization where id = ${orgId}`);
  return row?.name ?? null;
};

/** The slugs of this server that start with a text, and those that still redirect. */
export const listSlugsLike = async (db: Db, prefix: string, now: Date): Promise<string[]> => {
  const rows = await db.rows<{ slug: string }>(sql`
    select slug from status_page where starts_with(slug, ${prefix})
    union select slug from status_page_redirect where starts_with(slug, ${prefix}) and until > ${now}`);
  return rows.map(({ slug }) => slug);
};
