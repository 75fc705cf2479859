import type { Db } from "../../../platform/storage/database.ts";
import type { WindowSpan } from "../../alerting/maintenance/timetable.ts";
import { notifyPageChanged } from "../queries.ts";
import { type AnnouncedWindow, recordMaintenanceEvent } from "./maintenance-events.ts";
import { hasEventsOf, listPublishedPages } from "./maintenance-queries.ts";
import { occurrencesOf } from "./maintenances.ts";

/** Announces planned work on status pages: in the transaction that creates, changes or deletes the window. */

const DAY_MS = 86_400_000;
/** The next occurrence is announced if it is not further ahead than the page shows. */
const AHEAD_MS = 90 * DAY_MS;

/** Makes the pages that announce the window show it as it is now. */
export async function refreshPagesOf(
  db: Db,
  windows: readonly Pick<AnnouncedWindow, "show_on">[],
): Promise<void> {
  for (const id of new Set(windows.flatMap(({ show_on: ids }) => ids))) await notifyPageChanged(db, id);
}

type Change = { before: AnnouncedWindow | null; after: AnnouncedWindow; nowMs: number };

/**
 * Records the next occurrence for each published page that did not announce the window before. Where it was announced and
 * moves, records the new time, or that there is none any more.
 */
export async function announceWindow(db: Db, { before, after, nowMs }: Change): Promise<void> {
  await refreshPagesOf(db, before ? [before, after] : [after]);
  const next = nextOf(after, nowMs);
  const added = after.show_on.filter((id) => !before?.show_on.includes(id));
  if (next)
    for (const { id: pageId } of await listPublishedPages(db, added))
      await recordMaintenanceEvent(db, {
        ...{ window: after, pageId, span: next, kind: "maintenance_announced", nowMs },
      });
  const last = before && nextOf(before, nowMs);
  if (!before || !last || last.fromMs <= nowMs || last.fromMs === next?.fromMs) return;
  const kept = after.show_on.filter((id) => before.show_on.includes(id));
  for (const pageId of await listAnnouncing(db, before, { span: last, pageIds: kept }))
    if (next) await recordMove(db, { window: after, pageId, span: next, nowMs });
    else await recordCancellation(db, { window: after, pageId, span: last, nowMs });
}

/** Call it before the window is deleted. */
export async function withdrawWindow(db: Db, window: AnnouncedWindow, nowMs: number): Promise<void> {
  await refreshPagesOf(db, [window]);
  const span = nextOf(window, nowMs);
  if (!span) return;
  for (const pageId of await listAnnouncing(db, window, { span, pageIds: window.show_on }))
    await recordCancellation(db, { window, pageId, span, nowMs });
}

/** The occurrence that is open, or the next one. */
export function nextOf(window: AnnouncedWindow, nowMs: number): WindowSpan | undefined {
  return occurrencesOf(window, { fromMs: nowMs, toMs: nowMs + AHEAD_MS })[0];
}

/** The published pages whose subscribers know of the occurrence. */
async function listAnnouncing(
  db: Db,
  { id: windowId }: Pick<AnnouncedWindow, "id">,
  { span, pageIds }: { span: WindowSpan; pageIds: readonly string[] },
): Promise<string[]> {
  const occurrence = new Date(span.fromMs);
  const announcing: string[] = [];
  for (const { id } of await listPublishedPages(db, pageIds))
    if (await hasEventsOf(db, { pageId: id, windowId, occurrence })) announcing.push(id);
  return announcing;
}

type Recorded = { window: AnnouncedWindow; pageId: string; span: WindowSpan; nowMs: number };

/** A window can move to a time at which it was before. */
async function recordMove(db: Db, recorded: Recorded): Promise<void> {
  const event = { ...recorded, kind: "maintenance_rescheduled" } as const;
  if (!(await recordMaintenanceEvent(db, event)))
    await recordMaintenanceEvent(db, { ...event, isOfOccurrence: false });
}

/** Work that goes on ends; other work will not take place. */
async function recordCancellation(db: Db, recorded: Recorded): Promise<void> {
  const kind = recorded.span.fromMs <= recorded.nowMs ? "maintenance_completed" : "maintenance_canceled";
  await recordMaintenanceEvent(db, { ...recorded, kind, isOfOccurrence: false });
}
