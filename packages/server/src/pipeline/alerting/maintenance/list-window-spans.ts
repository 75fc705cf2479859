import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { TIMELINE_SPANS_MAX, type Timeline } from "@vedette/contract/targets/history.ts";
import { idTimeMs } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { listSelectables } from "../../selectors/selectables.ts";
import { listWindowsOf } from "./queries.ts";
import { covers } from "./window.ts";
import { toWindow } from "./window-cache.ts";

/** The longest period of a chart, and some more. A daily window takes 8 ms for 90 days. */
const RANGE_MAX_MS = 100 * 86_400_000;

/** Of a target; each recurrence is evaluated on its own. */
const WINDOWS_MAX = 50;

type SpanRequest = { orgId: OrgId; targetId: TargetId; fromMs: number; toMs: number };

/** Returns when maintenance windows covered a target, within the last 100 days of the time, oldest first. */
export async function listWindowSpans(
  db: Db,
  { orgId, targetId, fromMs, toMs }: SpanRequest,
): Promise<Timeline["maintenance_windows"]> {
  const [target] = await listSelectables(db, orgId, targetId);
  if (target === undefined) return [];
  const sinceMs = Math.max(fromMs, toMs - RANGE_MAX_MS);
  const rows = await withNestedGroups(db, await listWindowsOf(db, [orgId], new Date(sinceMs)));
  const covering = rows
    .toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
    .map(toWindow)
    .filter((window) => covers(window, { orgId, ...target }))
    .slice(0, WINDOWS_MAX);
  const spans = covering.flatMap(({ id, name, mode, timetable }) => {
    // A window may have been created with a start in the past, from which it did nothing.
    const firstMs = Math.max(sinceMs, idTimeMs(id));
    return timetable.within(firstMs, toMs).map((span) => ({
      ...{ id, name, mode },
      fromMs: Math.max(span.fromMs, firstMs),
      toMs: Math.min(span.toMs, toMs),
    }));
  });
  return spans
    .filter((span) => span.fromMs < span.toMs)
    .sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))
    .slice(0, TIMELINE_SPANS_MAX)
    .sort((a, b) => a.fromMs - b.fromMs)
    .map(({ fromMs: start, toMs: end, ...window }) => ({
      ...window,
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
    }));
}
