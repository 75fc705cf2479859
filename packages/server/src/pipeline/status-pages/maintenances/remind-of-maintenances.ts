import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { WindowSpan } from "../../alerting/maintenance/timetable.ts";
import { notifyPageChanged } from "../queries.ts";
import { nextOf } from "./announce-window.ts";
import { dueNotice } from "./due-notices.ts";
import { recordMaintenanceEvent } from "./maintenance-events.ts";
import {
  hasEventsOf,
  listAnnouncedWindows,
  listEventsOf,
  listPublishedPages,
  type ShownWindowRow,
} from "./maintenance-queries.ts";
import { occurrencesOf } from "./maintenances.ts";

/**
 * Records a day and an hour before planned work, at its start and at its end that it is so; each once. Of a window that
 * recurs, it also announces the next occurrence, once the one before is over.
 */

const DAY_MS = 86_400_000;
const WINDOWS_AT_ONCE = 200;

type Deps = { database: Database; clock: Clock; log: Logger };

export async function remindOfMaintenances(deps: Deps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { database, clock, log } = deps;
  const nowMs = clock.now();
  let afterId: string | null = null;
  for (;;) {
    const windows: ShownWindowRow[] = await listAnnouncedWindows(database, {
      ...{ since: new Date(nowMs - DAY_MS), afterId, limit: WINDOWS_AT_ONCE },
    });
    for (const window of windows) {
      if (signal.aborted) return;
      try {
        await remindOf(database, window, nowMs);
        await announceNext(database, window, nowMs);
      } catch (error) {
        log.warn("status_page.reminder_failed", { window_id: window.id, ...errorFacts(error) });
      }
    }
    if (windows.length < WINDOWS_AT_ONCE) return;
    afterId = windows.at(-1)?.id ?? null;
  }
}

async function remindOf(database: Database, window: ShownWindowRow, nowMs: number): Promise<void> {
  const spans = occurrencesOf(window, { fromMs: nowMs - DAY_MS, toMs: nowMs + DAY_MS });
  if (spans.length === 0) return;
  for (const { id: pageId } of await listPublishedPages(database, window.show_on))
    for (const span of spans) await remindOnPage(database, { window, pageId, span, nowMs });
}

/** The first occurrence was announced in the transaction that created the window. */
async function announceNext(database: Database, window: ShownWindowRow, nowMs: number): Promise<void> {
  const span = window.rrule === null ? undefined : nextOf(window, nowMs);
  if (!span || span.fromMs <= nowMs) return;
  const occurrence = new Date(span.fromMs);
  for (const { id: pageId } of await listPublishedPages(database, window.show_on)) {
    if (await hasEventsOf(database, { pageId, windowId: window.id, occurrence })) continue;
    const event = { window, pageId, span, kind: "maintenance_announced", nowMs } as const;
    await database.transaction((db) => recordMaintenanceEvent(db, event));
  }
}

async function remindOnPage(
  database: Database,
  {
    window,
    pageId,
    span,
    nowMs,
  }: { window: ShownWindowRow; pageId: string; span: WindowSpan; nowMs: number },
): Promise<void> {
  const occurrence = new Date(span.fromMs);
  const rows = await listEventsOf(database, { pageId, windowId: window.id, occurrence });
  const recorded = new Map(rows.map(({ kind, at }) => [kind as string, at.getTime()]));
  const kind = dueNotice(span, { nowMs, recorded });
  if (kind === null) return;
  await database.transaction(async (db) => {
    await recordMaintenanceEvent(db, { window, pageId, span, kind, nowMs });
    await notifyPageChanged(db, pageId);
  });
}
