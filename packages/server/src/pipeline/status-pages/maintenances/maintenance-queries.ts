import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

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
