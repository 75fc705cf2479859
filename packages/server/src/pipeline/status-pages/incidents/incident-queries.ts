import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { PageIncidentListQuery } from "@vedette/contract/status-pages/page-incidents.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { IncidentUpdateRow, PageIncidentRow } from "./incident-row.ts";

/* Statements on incidents of status pages and their updates. */

const COLUMNS = sql`id, org_id, page_id, public_id, title, status, impact, published, is_automatic, postmortem,
  started_at, resolved_at, created_by, created_at, updated_at`;

export const findIncident = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.find<PageIncidentRow>(sql`
    select ${COLUMNS} from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

export const listIncidents = (
  db: Db,
  orgId: OrgId,
  {
    pageId,
    query: { state, limit },
    position,
  }: { pageId: string; query: PageIncidentListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset("-created_at", SORTED_BY, position);
  const states = {
    unresolved: sql` and published and resolved_at is null`,
    resolved: sql` and published and resolved_at is not null`,
    draft: sql` and not published`,
  };
  return db.rows<PageIncidentRow>(sql`
    select ${COLUMNS} from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId}${state === undefined ? sql`` : states[state]}${after}${order}
    limit ${limit + 1}`);
};

const SORTED_BY = { at: sql`started_at`, name: sql`title`, id: sql`id` };

/** Published incidents that are not resolved, newest first. */
export const listUnresolved = (db: Db, orgId: OrgId, { pageId, limit }: { pageId: string; limit: number }) =>
  db.rows<PageIncidentRow>(sql`
    select ${COLUMNS} from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId} and published and resolved_at is null
    order by started_at desc, id desc limit ${limit}`);

/** The published incidents of some pages that are not resolved. */
export const listUnresolvedOf = (db: Db, orgId: OrgId, pageIds: readonly string[]) =>
  db.rows<{ id: string; page_id: string }>(sql`
    select id, page_id from status_page_incident
    where org_id = ${orgId} and page_id = any(${textArray(pageIds)}::uuid[]) and published
      and resolved_at is null`);

/** The number of drafts of each page of an organization that has some. */
export const countDrafts = (db: Db, orgId: OrgId) =>
  db.rows<{ page_id: string; drafts: number }>(sql`
    select page_id, count(*)::int4 as drafts from status_page_incident
    where org_id = ${orgId} and not published group by page_id`);

/** Published incidents that started in [from, to), newest first. */
export const listStarted = (
  db: Db,
  orgId: OrgId,
  { pageId, from, to, limit }: { pageId: string; from: Date; to: Date; limit: number },
) =>
  db.rows<PageIncidentRow>(sql`
    select ${COLUMNS} from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId} and published and started_at >= ${from} and started_at < ${to}
    order by started_at desc, id desc limit ${limit}`);

export const countIncidents = async (db: Db, orgId: OrgId, pageId: string): Promise<number> => {
  const row = await db.find<{ incidents: number }>(sql`
    select count(*)::int4 as incidents from status_page_incident where org_id = ${orgId} and page_id = ${pageId}`);
  return row?.incidents ?? 0;
};

/** Inserts the incident, or replaces all fields that can change. */
export const saveIncident = (db: Db, row: PageIncidentRow) =>
  db.run(sql`
    insert into status_page_incident (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.public_id}, ${row.title}, ${row.status}, ${row.impact},
      ${row.published}, ${row.is_automatic}, ${row.postmortem}, ${row.started_at}, ${row.resolved_at},
      ${row.created_by}, ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set title = excluded.title, status = excluded.status, impact = excluded.impact,
      published = excluded.published, postmortem = excluded.postmortem, started_at = excluded.started_at,
      resolved_at = excluded.resolved_at, updated_at = excluded.updated_at`);

export const deleteIncidentRow = (db: Db, orgId: OrgId, { pageId, id }: { pageId: string; id: string }) =>
  db.run(
    sql`delete from status_page_incident where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`,
  );

const UPDATE_COLUMNS = sql`id, org_id, incident_id, public_id, status, message, components, notify, at, posted_at,
  edited_at, created_by`;

/** The updates of some incidents, newest first. */
export const listUpdates = (db: Db, orgId: OrgId, incidentIds: readonly string[]) =>
  db.rows<IncidentUpdateRow>(sql`
    select ${UPDATE_COLUMNS} from status_page_incident_update
    where org_id = ${orgId} and incident_id = any(${textArray(incidentIds)}::uuid[])
    order by at desc, id desc`);

/** Without a message if the messages of newer updates fill the space. */
export type ShownUpdateRow = Omit<IncidentUpdateRow, "message"> & { message: string | null };

/**
 * The updates of some incidents, newest first, with at most so many bytes of messages: the newest update of each incident
 * comes first, then the second one of each, and so on. Without those that were posted after `postedBy`.
 */
export const listShownUpdates = (
  db: Db,
  orgId: OrgId,
  {
    incidentIds,
    messageBytesMax,
    postedBy = null,
  }: { incidentIds: readonly string[]; messageBytesMax: number; postedBy?: Date | null },
) =>
  db.rows<ShownUpdateRow>(sql`
    with ranked as (
      select *, row_number() over (partition by incident_id order by at desc, id desc) as rank
      from status_page_incident_update
      where org_id = ${orgId} and incident_id = any(${textArray(incidentIds)}::uuid[])
        and (${postedBy}::timestamptz is null or posted_at <= ${postedBy}::timestamptz)
    ), measured as (
      select *, sum(octet_length(message)) over (order by rank, at desc, id desc rows unbounded preceding) as bytes
      from ranked
    )
    select id, org_id, incident_id, public_id, status, components, notify, at, posted_at, edited_at, created_by,
      case when bytes <= ${messageBytesMax} then message end as message
    from measured order by at desc, id desc`);

/** The internal incidents that some incidents of pages were drafted from. */
export const listDraftSources = (db: Db, orgId: OrgId, incidentIds: readonly string[]) =>
  db.rows<{ page_incident_id: string; incident_id: string }>(sql`
    select page_incident_id, incident_id from incident_page_link
    where org_id = ${orgId} and page_incident_id = any(${textArray(incidentIds)}::uuid[])`);

/** Inserts the update, or replaces what can be edited. */
export const saveUpdate = (db: Db, row: IncidentUpdateRow) =>
  db.run(sql`
    insert into status_page_incident_update (${UPDATE_COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.incident_id}, ${row.public_id}, ${row.status}, ${row.message},
      ${JSON.stringify(row.components)}::jsonb, ${row.notify}, ${row.at}, ${row.posted_at}, ${row.edited_at},
      ${row.created_by})
    on conflict (id) do update set message = excluded.message, at = excluded.at, edited_at = excluded.edited_at`);

/** A published incident by the ID that visitors see. */
export const findPublished = (
  db: Db,
  orgId: OrgId,
  { pageId, publicId }: { pageId: string; publicId: string },
) =>
  db.find<PageIncidentRow>(sql`
    select ${COLUMNS} from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId} and public_id = ${publicId} and published`);

/** The time of the first published incident; null without one. */
export const findFirstStart = async (db: Db, orgId: OrgId, pageId: string): Promise<Date | null> => {
  const row = await db.find<{ at: Date }>(sql`
    select started_at as at from status_page_incident
    where org_id = ${orgId} and page_id = ${pageId} and published order by started_at, id limit 1`);
  return row?.at ?? null;
};
