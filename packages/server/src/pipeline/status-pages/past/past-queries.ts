import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageEventKind, PublishedContent } from "../events/published-content.ts";

type PageAt = { pageId: string; at: Date };

/**
 * The incidents that a page showed at a time: those that were not resolved, then those with the newest posts since a
 * time.
 */
export const listPastIncidentIds = (
  db: Db,
  orgId: OrgId,
  { pageId, at, since, limit }: PageAt & { since: Date; limit: number },
) =>
  db.rows<{ incident_id: string }>(sql`
    select incident_id
    from (
      select distinct on (incident_id) incident_id, id, at, kind, content ->> 'status' = 'resolved' as is_resolved
      from page_event
      where org_id = ${orgId} and page_id = ${pageId} and incident_id is not null and at <= ${at}
        and kind <> 'postmortem_published'
      order by incident_id, id desc
    ) newest
    where kind <> 'incident_withdrawn' and (not is_resolved or at > ${since})
    order by is_resolved, id desc
    limit ${limit}`);

export type PastPostRow = {
  incident_id: string;
  update_id: string;
  kind: PageEventKind;
  at: Date;
  /** Without a message if newer ones fill the space. */
  content: Omit<PublishedContent, "message"> & { message: string | null };
};

/**
 * The newest text of each update that a page had published of some incidents by a time, and of their postmortems; newest
 * first.
 */
export const listPastPosts = (
  db: Db,
  orgId: OrgId,
  {
    pageId,
    at,
    incidentIds,
    messageBytesMax,
  }: PageAt & { incidentIds: readonly string[]; messageBytesMax: number },
) =>
  db.rows<PastPostRow>(sql`
    with newest as (
      select distinct on (incident_id, update_id, kind = 'postmortem_published') *
      from page_event
      where org_id = ${orgId} and page_id = ${pageId} and at <= ${at}
        and incident_id = any(${textArray(incidentIds)}::uuid[])
      order by incident_id, update_id, kind = 'postmortem_published', id desc
    ), measured as (
      select *, sum(octet_length(content ->> 'message')) over (order by id desc rows unbounded preceding) as bytes
      from newest
    )
    select incident_id, update_id, kind, at,
      case when bytes <= ${messageBytesMax} then content
        else content || jsonb_build_object('message', null) end as content
    from measured order by id desc`);

export type PastIncidentRow = { id: string; public_id: string; created_at: Date };

/** Those of the incidents that still exist. */
export const listExistingIncidents = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<PastIncidentRow>(sql`
    select id, public_id, created_at from status_page_incident
    where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`);
