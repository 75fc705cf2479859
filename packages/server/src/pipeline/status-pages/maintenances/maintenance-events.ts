import type { Db } from "../../../platform/storage/database.ts";
import type { WindowSpan } from "../../alerting/maintenance/timetable.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { listComponents } from "../components/component-queries.ts";
import { resolveComponents } from "../components/read-components.ts";
import { recordPageEvent } from "../events/page-event.ts";
import type { PageEventKind } from "../events/published-content.ts";
import type { ShownWindowRow } from "./maintenance-queries.ts";
import { coveredComponents } from "./maintenances.ts";

/** Records what a page says of an occurrence of a window, and has its subscribers notified. */

export type MaintenanceEventKind = Extract<PageEventKind, `maintenance_${string}`>;

export type AnnouncedWindow = Pick<
  ShownWindowRow,
  | "id"
  | "org_id"
  | "name"
  | "announcement"
  | "show_on"
  | "starts_at"
  | "duration_seconds"
  | "rrule"
  | "timezone"
  | "target_ids"
  | "tags"
  | "selector"
  | "ended_at"
>;

const STATUSES: Record<MaintenanceEventKind, string> = {
  maintenance_announced: "scheduled",
  maintenance_rescheduled: "scheduled",
  maintenance_reminder_day: "scheduled",
  maintenance_reminder_hour: "scheduled",
  maintenance_started: "in_progress",
  maintenance_completed: "completed",
  maintenance_canceled: "canceled",
};

/**
 * False if the occurrence has the event already. Without `isOfOccurrence` it can have several of the kind, and the window
 * may be deleted.
 */
export async function recordMaintenanceEvent(
  db: Db,
  {
    window,
    pageId,
    span,
    kind,
    nowMs,
    isOfOccurrence = true,
  }: {
    window: AnnouncedWindow;
    pageId: string;
    span: WindowSpan;
    kind: MaintenanceEventKind;
    nowMs: number;
    isOfOccurrence?: boolean;
  },
): Promise<boolean> {
  const { org_id: orgId } = window;
  const components = await resolveComponents(db, orgId, await listComponents(db, orgId, pageId));
  const [scope = window] = await withNestedGroups(db, [window]);
  return recordPageEvent(db, {
    ...{ orgId, pageId, kind, atMs: nowMs, notify: true },
    ...(isOfOccurrence && { windowId: window.id, occurrence: new Date(span.fromMs) }),
    componentIds: coveredComponents(scope, components),
    content: {
      title: window.name,
      status: STATUSES[kind],
      impact: "none",
      message: window.announcement,
      scheduled_for: new Date(span.fromMs).toISOString(),
      scheduled_until: new Date(span.toMs).toISOString(),
    },
  });
}
