import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { Organization, OrganizationListQuery } from "@vedette/contract/people/organizations.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type OrganizationSettings = Organization["settings"];

export type OrganizationRow = {
  id: OrgId;
  name: string;
  slug: string;
  plan_id: string;
  settings: OrganizationSettings;
  sample: boolean;
  created_at: Date;
};

const COLUMNS = sql`o.id, o.name, o.slug, o.plan_id, o.settings, o.sample, o.created_at`;

/** The oldest organization, of samples only if there is no other: local commands refer to this one. */
export const findOldestOrganization = (db: Db) =>
  db.find<OrganizationRow>(
    sql`select ${COLUMNS} from organization o order by sample, created_at, id limit 1`,
  );

/** Returns 0 rows if an organization exists, also if another process creates it concurrently. */
export const insertOnlyOrganization = (
  db: Db,
  { id, name, slug, createdAt }: { id: OrgId; name: string; slug: string; createdAt: Date },
) =>
  db.run(sql`
    insert into organization (id, name, slug, created_at)
    select ${id}::uuid, ${name}::text, ${slug}::text, ${createdAt}::timestamptz
    where not exists (select from organization)
    on conflict (slug) do nothing`);

/** Returns null if the slug is taken. */
export const insertOrganization = (
  db: Db,
  {
    id,
    name,
    slug,
    settings,
    sample,
    createdAt,
  }: Omit<OrganizationRow, "plan_id" | "created_at"> & { createdAt: Date },
) =>
  db.find<OrganizationRow>(sql`
    insert into organization as o (id, name, slug, plan_id, settings, sample, created_at)
    values (${id}, ${name}, ${slug}, (select id from plan where is_default), ${JSON.stringify(settings)}::jsonb,
      ${sample}, ${createdAt})
    on conflict (slug) do nothing returning ${COLUMNS}`);

export const findOrganization = (db: Db, id: OrgId) =>
  db.find<OrganizationRow>(sql`select ${COLUMNS} from organization o where o.id = ${id}`);

/** Violates the unique constraint `organization_slug_key` if the slug is taken. */
export const updateOrganization = (
  db: Db,
  id: OrgId,
  { name, slug, settings }: Pick<OrganizationRow, "name" | "slug" | "settings">,
) =>
  db.run(sql`
    update organization set name = ${name}, slug = ${slug}, settings = ${JSON.stringify(settings)}::jsonb
    where id = ${id}`);

/** Deletes dependents by foreign key; results are removed with their partitions. */
export const deleteOrganization = (db: Db, id: OrgId) =>
  db.run(sql`delete from organization where id = ${id}`);

export const listOrganizationsOf = (
  db: Db,
  personId: PersonId,
  {
    query,
    position,
    lacks,
  }: {
    query: OrganizationListQuery;
    position: CursorPosition | null;
    /** Columns of `organization o`, `membership m` and `person p`. */
    lacks: Sql;
  },
) => {
  const { after, order } = keyset(query.sort, LIST_COLUMNS, position);
  return db.rows<OrganizationRow & { role: Role; lacks_two_factor: boolean; lacks_sso: boolean }>(sql`
    select ${COLUMNS}, m.role, ${lacks}
    from organization o join membership m on m.org_id = o.id join person p on p.id = m.person_id
    where m.person_id = ${personId}${after}${order} limit ${query.limit + 1}`);
};

const LIST_COLUMNS: { at: Sql; name: Sql; id: Sql } = {
  at: sql`o.created_at`,
  name: sql`o.name`,
  id: sql`o.id`,
};

/** Counts the organizations that a person owns. */
export const countOwned = (db: Db, personId: PersonId) =>
  db.find<{ owned: number }>(sql`
    select count(*)::int as owned from membership where person_id = ${personId} and role = 'owner'`);

export const findTimezone = async (db: Db, orgId: OrgId): Promise<string> => {
  const row = await db.find<{ timezone: string | null }>(
    sql`select settings ->> 'timezone' as timezone from organization where id = ${orgId}`,
  );
  return row?.timezone ?? "UTC";
};
