import type { WindowSpan } from "../../alerting/maintenance/timetable.ts";
import type { MaintenanceEventKind } from "./maintenance-events.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns what subscribers must be notified of now; null for nothing. `recorded`: when each kind was recorded. A
 * reminder that is due sooner than the announcement was made adds nothing, and one that is too late is left out. Pure.
 */
export function dueNotice(
  { fromMs, toMs }: WindowSpan,
  { nowMs, recorded }: { nowMs: number; recorded: ReadonlyMap<string, number> },
): MaintenanceEventKind | null {
  if (nowMs < fromMs) {
    const [kind, dueMs] =
      nowMs >= fromMs - HOUR_MS
        ? (["maintenance_reminder_hour", fromMs - HOUR_MS] as const)
        : (["maintenance_reminder_day", fromMs - DAY_MS] as const);
    const announcedMs = Math.max(
      recorded.get("maintenance_announced") ?? Number.NEGATIVE_INFINITY,
      recorded.get("maintenance_rescheduled") ?? Number.NEGATIVE_INFINITY,
    );
    return nowMs < dueMs || announcedMs > dueMs || recorded.has(kind) ? null : kind;
  }
  if (nowMs < toMs) return recorded.has("maintenance_started") ? null : "maintenance_started";
  // The end is no news if its start was not, nor if it is long ago.
  const isNews = recorded.has("maintenance_started") && nowMs < toMs + DAY_MS;
  return isNews && !recorded.has("maintenance_completed") ? "maintenance_completed" : null;
}
