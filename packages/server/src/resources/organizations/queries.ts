import type { OrgId } from "@vedette/contract/ids.ts";
import type { Db } from "../../storage/database.ts";
import { sql } from "../../storage/sql.ts";

export type OrganizationRow = { id: OrgId; name: string; slug: string };

/** The oldest: commands on the machine itself mean this one. */
export const findOldestOrganization = (db: Db) =>
  db.find<OrganizationRow>(sql`select id, name, slug from organization order by created_at, id limit 1`);

/** 0 rows when there is an organization already, also when another process makes it at this moment. */
export const insertOnlyOrganization = (
  db: Db,
  { id, name, slug, createdAt }: { id: OrgId; name: string; slug: string; createdAt: Date },
) =>
  db.run(sql`
    insert into organization (id, name, slug, created_at)
    select ${id}::uuid, ${name}::text, ${slug}::text, ${createdAt}::timestamptz
    where not exists (select from organization)
    on conflict (slug) do nothing`);
