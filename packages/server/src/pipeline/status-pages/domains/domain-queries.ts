import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { PageImage } from "@vedette/contract/status-pages/status-words.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* Statements on domains and images of status pages. */

export type PageDomainRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  host: string;
  token: string;
  dns_ok: boolean;
  verified_at: Date | null;
  checked_at: Date | null;
  error: string | null;
  next_check_at: Date | null;
  created_at: Date;
};

const COLUMNS = sql`id, org_id, page_id, host, token, dns_ok, verified_at, checked_at, error, next_check_at, created_at`;

export const listDomains = (db: Db, orgId: OrgId, pageId: string) =>
  db.rows<PageDomainRow>(sql`
    select ${COLUMNS} from status_page_domain where org_id = ${orgId} and page_id = ${pageId} order by id`);

export const findDomain = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.find<PageDomainRow>(sql`
    select ${COLUMNS} from status_page_domain
    where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

/** Returns 0 if the page has the domain already. */
export const insertDomain = (db: Db, row: PageDomainRow) =>
  db.run(sql`
    insert into status_page_domain (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.host}, ${row.token}, ${row.dns_ok}, ${row.verified_at},
      ${row.checked_at}, ${row.error}, ${row.next_check_at}, ${row.created_at})
    on conflict (page_id, host) do nothing`);

export const deleteDomainRow = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.run(sql`delete from status_page_domain where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

/** Whether the host is verified for another page, of any organization. */
export const isHostTaken = async (
  db: Db,
  { host, pageId }: { host: string; pageId: string },
): Promise<boolean> => {
  const row = await db.find(sql`
    select from status_page_domain where host = ${host} and page_id <> ${pageId} and verified_at is not null`);
  return row !== null;
};

export type DomainCheck = Pick<
  PageDomainRow,
  "dns_ok" | "verified_at" | "checked_at" | "error" | "next_check_at"
>;

/** Stores the outcome of a check; 0 if the domain was deleted, or another page has verified it meanwhile. */
export const saveDomainCheck = (
  db: Db,
  { id, host }: Pick<PageDomainRow, "id" | "host">,
  check: DomainCheck,
) =>
  db.run(sql`
    update status_page_domain d set dns_ok = ${check.dns_ok}, verified_at = ${check.verified_at},
      checked_at = ${check.checked_at}, error = ${check.error}, next_check_at = ${check.next_check_at}
    where id = ${id} and (${check.verified_at}::timestamptz is null or not exists (
      select from status_page_domain other
      where other.host = ${host} and other.id <> d.id and other.verified_at is not null))`);

/** Domains of all organizations whose next check is due. */
export const listDueDomains = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db.rows<PageDomainRow & { slug: string; public_id: string }>(sql`
    select d.id, d.org_id, d.page_id, d.host, d.token, d.dns_ok, d.verified_at, d.checked_at, d.error,
      d.next_check_at, d.created_at, p.slug, p.public_id
    from status_page_domain d join status_page p on p.id = d.page_id
    where d.next_check_at <= ${now} order by d.next_check_at limit ${limit}`);

export type PageImageRow = {
  page_id: string;
  image: PageImage;
  content_type: string;
  bytes: number;
  hash: string;
};

/** The first verified host of each page. */
export const listFirstHosts = (db: Db, orgId: OrgId, pageIds: readonly string[]) =>
  db.rows<{ page_id: string; host: string }>(sql`
    select distinct on (page_id) page_id, host from status_page_domain
    where org_id = ${orgId} and page_id = any(${textArray(pageIds)}::uuid[]) and verified_at is not null
    order by page_id, verified_at, id`);

export const listImages = (db: Db, orgId: OrgId, pageIds: readonly string[]) =>
  db.rows<PageImageRow>(sql`
    select page_id, image, content_type, length(content) as bytes, hash from status_page_image
    where org_id = ${orgId} and page_id = any(${textArray(pageIds)}::uuid[]) order by page_id, image`);

export const saveImage = (
  db: Db,
  orgId: OrgId,
  row: { pageId: string; image: PageImage; contentType: string; content: Buffer; hash: string },
) =>
  db.run(sql`
    insert into status_page_image (page_id, org_id, image, content_type, content, hash)
    values (${row.pageId}, ${orgId}, ${row.image}, ${row.contentType}, ${row.content}, ${row.hash})
    on conflict (page_id, image) do update set content_type = excluded.content_type, content = excluded.content,
      hash = excluded.hash`);

export const deleteImage = (db: Db, orgId: OrgId, { pageId, image }: { pageId: string; image: PageImage }) =>
  db.run(sql`
    delete from status_page_image where org_id = ${orgId} and page_id = ${pageId} and image = ${image}`);

export const findImage = (db: Db, orgId: OrgId, { pageId, image }: { pageId: string; image: string }) =>
  db.find<{ content_type: string; content: Buffer; hash: string }>(sql`
    select content_type, content, hash from status_page_image
    where org_id = ${orgId} and page_id = ${pageId} and image = ${image}`);
