import type { OrgId } from "@vedette/contract/common/ids.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { insertPageEvent, type PageEventRow } from "./event-queries.ts";
import type { PageEventKind, PublishedContent } from "./published-content.ts";

/**
 * What pages published: one row a change, written in the transaction of the change and never changed. Subscribers are
 * notified from these rows, and they say what a page showed at an earlier time.
 */
export type PageEvent = {
  orgId: OrgId;
  pageId: string;
  atMs: number;
  kind: PageEventKind;
  incidentId?: string;
  updateId?: string;
  windowId?: string;
  occurrence?: Date;
  componentIds: readonly string[];
  notify: boolean;
  content: PublishedContent;
};

/** Records the event and has subscribers notified; false if the same event of the same occurrence is recorded already. */
export async function recordPageEvent(db: Db, event: PageEvent): Promise<boolean> {
  const row: PageEventRow = {
    id: newId(event.atMs),
    org_id: event.orgId,
    page_id: event.pageId,
    at: new Date(event.atMs),
    kind: event.kind,
    incident_id: event.incidentId ?? null,
    update_id: event.updateId ?? null,
    window_id: event.windowId ?? null,
    occurrence: event.occurrence ?? null,
    component_ids: [...event.componentIds],
    notify: event.notify,
    content: event.content,
  };
  const isNew = (await insertPageEvent(db, row)) > 0;
  if (isNew && event.notify) await sendJob(db, { name: "status_pages.broadcast", data: {} });
  return isNew;
}
