import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { recordPageEvent } from "../events/page-event.ts";
import { notifyPageChanged } from "../queries.ts";
import { listPublishedPages, type ShownWindowRow } from "./maintenance-queries.ts";
import { occurrencesOf } from "./maintenances.ts";

/** Announces planned work on status pages: in the transaction that creates or changes the window. */

type Window = Pick<
  ShownWindowRow,
  | "id"
  | "name"
  | "announcement"
  | "show_on"
  | "starts_at"
  | "duration_seconds"
  | "rrule"
  | "timezone"
  | "ended_at"
> & { org_id: OrgId };

const DAY_MS = 86_400_000;
/** The next occurrence is announced if it is not further ahead than the page shows. */
const AHEAD_MS = 90 * DAY_MS;

/** Makes the pages that announce the window show it as it is now. */
export async function refreshPagesOf(db: Db, windows: readonly Pick<Window, "show_on">[]): Promise<void> {
  for (const id of new Set(windows.flatMap(({ show_on: ids }) => ids))) await notifyPageChanged(db, id);
}

/** Records the next occurrence for each published page that did not announce it before. */
export async function announceWindow(
  db: Db,
  { before, after, nowMs }: { before: Window | null; after: Window; nowMs: number },
): Promise<void> {
  await refreshPagesOf(db, before ? [before, after] : [after]);
  const added = after.show_on.filter((id) => !before?.show_on.includes(id));
  if (added.length === 0) return;
  const [next] = occurrencesOf(after, { fromMs: nowMs, toMs: nowMs + AHEAD_MS });
  if (!next) return;
  for (const { id: pageId } of await listPublishedPages(db, added)) {
    await recordPageEvent(db, {
      orgId: after.org_id,
      pageId,
      atMs: nowMs,
      kind: "maintenance_announced",
      windowId: after.id,
      occurrence: new Date(next.fromMs),
      componentIds: [],
      notify: true,
      content: {
        title: after.name,
        status: "scheduled",
        impact: "none",
        message: after.announcement,
        scheduled_for: new Date(next.fromMs).toISOString(),
        scheduled_until: new Date(next.toMs).toISOString(),
      },
    });
  }
}
