import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageComponentRow, PageGroupRow } from "../page-row.ts";

/* Statements on the components of status pages and their groups. */

const COLUMNS = sql`id, org_id, page_id, public_id, group_id, name, internal_name, description, position, selector,
  rollup, only_when_bad, status, created_at, updated_at`;

/** In the order of the page, apart from the groups. */
export const listComponents = (db: Db, orgId: OrgId, pageId: string) =>
  db.rows<PageComponentRow>(sql`
    select ${COLUMNS} from status_page_component where org_id = ${orgId} and page_id = ${pageId}
    order by position, name, id`);

/** The components of all pages of an organization. */
export const listAllComponents = (db: Db, orgId: OrgId) =>
  db.rows<PageComponentRow>(sql`select ${COLUMNS} from status_page_component where org_id = ${orgId}`);

export const findComponent = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.find<PageComponentRow>(sql`
    select ${COLUMNS} from status_page_component
    where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

export const countComponents = async (db: Db, orgId: OrgId, pageId: string): Promise<number> => {
  const row = await db.find<{ components: number }>(sql`
    select count(*)::int4 as components from status_page_component
    where org_id = ${orgId} and page_id = ${pageId}`);
  return row?.components ?? 0;
};

/** Inserts the component, or replaces all fields that can change. */
export const saveComponent = (db: Db, row: PageComponentRow) =>
  db.run(sql`
    insert into status_page_component (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.public_id}, ${row.group_id}, ${row.name},
      ${row.internal_name}, ${row.description}, ${row.position},
      ${row.selector === null ? null : JSON.stringify(row.selector)}::jsonb, ${row.rollup}, ${row.only_when_bad},
      ${row.status}, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set group_id = excluded.group_id, name = excluded.name,
      internal_name = excluded.internal_name, description = excluded.description, position = excluded.position,
      selector = excluded.selector, rollup = excluded.rollup, only_when_bad = excluded.only_when_bad,
      status = excluded.status, updated_at = excluded.updated_at`);

export const deleteComponentRow = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.run(
    sql`delete from status_page_component where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`,
  );

/** Stores the positions and groups of components. */
export const saveComponentOrder = (
  db: Db,
  orgId: OrgId,
  { pageId, places, at }: { pageId: string; places: readonly ComponentPlace[]; at: Date },
) =>
  db.run(sql`
    update status_page_component c set position = p.position, group_id = p.group_id, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id uuid, position int4, group_id uuid)
    where c.org_id = ${orgId} and c.page_id = ${pageId} and c.id = p.id`);

export type ComponentPlace = { id: string; position: number; group_id: string | null };

const GROUP_COLUMNS = sql`id, org_id, page_id, public_id, name, description, position, created_at, updated_at`;

/** In the order of the page. */
export const listPageGroups = (db: Db, orgId: OrgId, pageId: string) =>
  db.rows<PageGroupRow>(sql`
    select ${GROUP_COLUMNS} from status_page_group where org_id = ${orgId} and page_id = ${pageId}
    order by position, name, id`);

export const findPageGroup = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.find<PageGroupRow>(sql`
    select ${GROUP_COLUMNS} from status_page_group
    where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

/** Inserts the group, or replaces all fields that can change. */
export const savePageGroup = (db: Db, row: PageGroupRow) =>
  db.run(sql`
    insert into status_page_group (${GROUP_COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.public_id}, ${row.name}, ${row.description},
      ${row.position}, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      position = excluded.position, updated_at = excluded.updated_at`);

/** Stores the positions of groups. */
export const saveGroupOrder = (
  db: Db,
  orgId: OrgId,
  { pageId, places, at }: { pageId: string; places: readonly GroupPlace[]; at: Date },
) =>
  db.run(sql`
    update status_page_group g set position = p.position, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id uuid, position int4)
    where g.org_id = ${orgId} and g.page_id = ${pageId} and g.id = p.id`);

export type GroupPlace = Pick<ComponentPlace, "id" | "position">;

/** Its components stay on the page, without a group. */
export const deletePageGroupRow = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.run(sql`delete from status_page_group where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);
