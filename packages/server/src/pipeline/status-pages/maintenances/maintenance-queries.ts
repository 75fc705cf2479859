import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageEventKind } from "../events/published-content.ts";

export type ShownWindowRow = {
  id: string;
  org_id: OrgId;
  name: string;
  announcement: string;
  show_on: string[];
  starts_at: Date;
  duration_seconds: number;
  rrule: string | null;
  timezone: string;
  target_ids: string[];
  tags: string[];
  selector: Selector | null;
  ended_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, announcement, show_on::text[] as show_on, starts_at, duration_seconds, rrule,
  timezone, target_ids::text[] as target_ids, tags, selector, ended_at, created_at, updated_at`;

/** A page shows some; each that recurs takes a millisecond to compute. */
const WINDOWS_MAX = 200;

/** The windows that a page announces and that may be open at some time in a span, newest first. */
export const listShownWindows = (
  db: Db,
  orgId: OrgId,
  { pageId, from, to }: { pageId: string; from: Date; to: Date },
) =>
  db.rows<ShownWindowRow>(sql`
    select ${COLUMNS} from maintenance_window
    where org_id = ${orgId} and show_on @> array[${pageId}::uuid] and starts_at < ${to}
      and (rrule is not null or starts_at + duration_seconds * interval '1 second' > ${from})
    order by starts_at desc, id limit ${WINDOWS_MAX}`);

/** Those of the pages that are published. */
export const listPublishedPages = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string }>(
    sql`select id from status_page where published and id = any(${textArray(ids)}::uuid[])`,
  );

/** Whether the page published anything of the occurrence. */
export const hasEventsOf = async (
  db: Db,
  { pageId, windowId, occurrence }: { pageId: string; windowId: string; occurrence: Date },
): Promise<boolean> =>
  (await db.find(sql`
    select from page_event
    where page_id = ${pageId} and window_id = ${windowId} and occurrence = ${occurrence} limit 1`)) !== null;

/** Windows of all organizations that pages announce and that may be open after a time, by ID after `afterId`. */
export const listAnnouncedWindows = (
  db: Db,
  { since, afterId, limit }: { since: Date; afterId: string | null; limit: number },
) =>
  db.rows<ShownWindowRow>(sql`
    select ${COLUMNS} from maintenance_window
    where cardinality(show_on) > 0 and (${afterId}::uuid is null or id > ${afterId}::uuid)
      and (rrule is not null or starts_at + duration_seconds * interval '1 second' > ${since})
    order by id limit ${limit}`);

/** When the page recorded each kind of event of the occurrence. */
export const listEventsOf = (
  db: Db,
  { pageId, windowId, occurrence }: { pageId: string; windowId: string; occurrence: Date },
) =>
  db.rows<{ kind: PageEventKind; at: Date }>(sql`
    select kind, at from page_event
    where page_id = ${pageId} and window_id = ${windowId} and occurrence = ${occurrence}`);
