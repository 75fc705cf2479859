import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { StatusPageRow } from "./page-row.ts";

/* What is needed to find the page of a request: the pages of all organizations with their hosts and earlier slugs. */

export type ServedPage = StatusPageRow & {
  /** Changes with the page and with its domains. */
  served_revision: number;
  domains: { host: string; token: string; is_verified: boolean; is_dns_ok: boolean }[];
  redirects: { slug: string; until: string }[];
};

/** The hash covers the domains, whose checks do not raise the revision of the page. */
const REVISION = sql`p.revision + coalesce((
    select hashtext(string_agg(d.host || d.dns_ok || coalesce(d.verified_at::text, ''), ' ' order by d.host))
    from status_page_domain d where d.page_id = p.id), 0)::int8`;

export const listServedRevisions = (db: Db) =>
  db.rows<{ id: string; revision: number }>(
    sql`select p.id, (${REVISION})::float8 as revision from status_page p`,
  );

export const listServedPages = (db: Db, ids: readonly string[]) =>
  db.rows<ServedPage>(sql`
    select p.id, p.org_id, p.public_id, p.slug, p.title, p.description, p.published, p.access, p.password_hash,
      p.email_domains, p.ip_allow, p.access_version, p.feed_token_hash, p.settings, p.custom_css, p.revision,
      p.created_by, p.created_at, p.updated_at, (${REVISION})::float8 as served_revision,
      coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'token', d.token,
          'is_verified', d.verified_at is not null, 'is_dns_ok', d.dns_ok))
        from status_page_domain d where d.page_id = p.id), '[]'::jsonb) as domains,
      coalesce((select jsonb_agg(jsonb_build_object('slug', r.slug, 'until', r.until))
        from status_page_redirect r where r.page_id = p.id), '[]'::jsonb) as redirects
    from status_page p where p.id = any(${textArray(ids)}::uuid[])`);
