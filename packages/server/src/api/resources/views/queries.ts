import type { MembershipId, OrgId } from "@vedette/contract/common/ids.ts";
import type { View, ViewList } from "@vedette/contract/views/views.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ViewSettings = Pick<View, "filters" | "sort" | "columns" | "group_by">;

export type ViewRow = {
  id: string;
  org_id: OrgId;
  /** Null: shared with the organization. */
  membership_id: MembershipId | null;
  list: ViewList;
  name: string;
  settings: ViewSettings;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, membership_id, list, name, settings, created_at, updated_at`;

/** The shared views, and those of the member. */
export const listViews = (db: Db, orgId: OrgId, membershipId: MembershipId | null) =>
  db.rows<ViewRow>(sql`
    select ${COLUMNS} from saved_view
    where org_id = ${orgId} and (membership_id is null or membership_id = ${membershipId})
    order by name, id`);

/** Serializes changes of the views of an organization until the transaction ends. */
export const lockViews = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${orgId}`}, 0))`);

export const saveView = (db: Db, row: ViewRow) =>
  db.run(sql`
    insert into saved_view (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.membership_id}, ${row.list}, ${row.name},
      ${JSON.stringify(row.settings)}::jsonb, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set membership_id = excluded.membership_id, name = excluded.name,
      settings = excluded.settings, updated_at = excluded.updated_at`);

export const deleteView = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from saved_view where org_id = ${orgId} and id = ${id}`);
