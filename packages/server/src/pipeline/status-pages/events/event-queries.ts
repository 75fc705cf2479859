import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageEventKind, PublishedContent } from "./published-content.ts";

export type PageEventRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  at: Date;
  kind: PageEventKind;
  incident_id: string | null;
  update_id: string | null;
  window_id: string | null;
  occurrence: Date | null;
  component_ids: string[];
  notify: boolean;
  content: PublishedContent;
};

/** Returns 0 if an occurrence of a window has the event already. */
export const insertPageEvent = (db: Db, row: PageEventRow) =>
  db.run(sql`
    insert into page_event (id, org_id, page_id, at, kind, incident_id, update_id, window_id, occurrence,
      component_ids, notify, content)
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.at}, ${row.kind}, ${row.incident_id}, ${row.update_id},
      ${row.window_id}, ${row.occurrence}, ${textArray(row.component_ids)}::uuid[], ${row.notify},
      ${JSON.stringify(row.content)}::jsonb)
    on conflict (page_id, window_id, occurrence, kind) where occurrence is not null do nothing`);
