import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { StatusPageListQuery } from "@vedette/contract/status-pages/status-pages.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { StatusPageRow } from "./page-row.ts";

/* Statements on status pages, their old addresses and their images. */

const COLUMNS = sql`id, org_id, public_id, slug, title, description, published, access, password_hash,
  email_domains, ip_allow, access_version, feed_token_hash, settings, custom_css, revision, created_by, created_at,
  updated_at`;

/** Channel of NOTIFY, with the id of the page that changed. */
export const PAGE_CHANNEL = "status_page_changed";

/** Announces a change of the page, its components or its incidents when the transaction commits. */
export const notifyPageChanged = (db: Db, id: string) =>
  db.run(sql`select pg_notify(${PAGE_CHANNEL}, ${id})`);

export const findPage = (db: Db, orgId: OrgId, id: string) =>
  db.find<StatusPageRow>(sql`select ${COLUMNS} from status_page where org_id = ${orgId} and id = ${id}`);

/** Serializes changes of the page and all that belongs to it until the transaction ends. */
export const findPageForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<StatusPageRow>(
    sql`select ${COLUMNS} from status_page where org_id = ${orgId} and id = ${id} for no key update`,
  );

export const listPages = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: StatusPageListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<StatusPageRow>(sql`
    select ${COLUMNS} from status_page where org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`title`, id: sql`id` };

export const listPageIds = (db: Db, orgId: OrgId) =>
  db.rows<{ id: string }>(sql`select id from status_page where org_id = ${orgId} order by id`);

/** Those of the ids that are pages of the organization. */
export const listKnownPages = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from status_page where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`);

/** Inserts the page, or replaces all fields that can change. */
export const savePage = (db: Db, row: StatusPageRow) =>
  db.run(sql`
    insert into status_page (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.public_id}, ${row.slug}, ${row.title}, ${row.description},
      ${row.published}, ${row.access}, ${row.password_hash}, ${textArray(row.email_domains)}::text[],
      ${textArray(row.ip_allow)}::text[], ${row.access_version}, ${row.feed_token_hash},
      ${JSON.stringify(row.settings)}::jsonb, ${row.custom_css}, ${row.revision}, ${row.created_by},
      ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set slug = excluded.slug, title = excluded.title,
      description = excluded.description, published = excluded.published, access = excluded.access,
      password_hash = excluded.password_hash, email_domains = excluded.email_domains,
      ip_allow = excluded.ip_allow, access_version = excluded.access_version,
      feed_token_hash = excluded.feed_token_hash, settings = excluded.settings, custom_css = excluded.custom_css,
      revision = excluded.revision, updated_at = excluded.updated_at`);

/** Deletes the page with all that belongs to it, and removes it from the windows that it announced. */
export const deletePage = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`
    with windows as (
      update maintenance_window set show_on = array_remove(show_on, ${id}::uuid)
      where org_id = ${orgId} and show_on @> array[${id}::uuid]
    )
    delete from status_page where org_id = ${orgId} and id = ${id}`);

/** Whether another page of this server has the slug, or redirects from it. */
export const isSlugTaken = async (
  db: Db,
  { slug, pageId, now }: { slug: string; pageId: string; now: Date },
): Promise<boolean> => {
  // A page of any organization: slugs are unique on the server.
  const row = await db.find(sql`
    select from status_page where slug = ${slug} and id <> ${pageId}
    union all
    select from status_page_redirect where slug = ${slug} and page_id <> ${pageId} and until > ${now}`);
  return row !== null;
};

/** Lets the old slug redirect to the page until a time, and the new one no longer. */
export const replaceSlug = async (
  db: Db,
  page: Pick<StatusPageRow, "id" | "org_id">,
  { from, to, until }: { from: string; to: string; until: Date },
) => {
  await db.run(sql`delete from status_page_redirect where slug = ${to}`);
  await db.run(sql`
    insert into status_page_redirect (slug, org_id, page_id, until)
    values (${from}, ${page.org_id}, ${page.id}, ${until})
    on conflict (slug) do update set org_id = excluded.org_id, page_id = excluded.page_id, until = excluded.until`);
};
