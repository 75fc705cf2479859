import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import type { Suppression } from "../alerts/suppression.ts";
import { type AncestorRow, listAncestors, listWindowsOf } from "./queries.ts";
import { type Covered, covers, type OpenWindow, windowsAt } from "./window.ts";
import { toWindow, type WindowCache } from "./window-cache.ts";

/**
 * Why a target's alerts are suppressed: the target is snoozed, the target or an ancestor is in maintenance, or an
 * ancestor is down.
 * After a parent has recovered, the child's next check decides, because earlier failures say nothing about
 * the child alone.
 */

/** The reason while a target is snoozed. */
export const SNOOZED = "snoozed";

/** Uses the cached windows, for frequent calls: one with every alert. */
export function createSuppression({
  windowCache,
  clock,
}: {
  windowCache: Pick<WindowCache, "openFor">;
  clock: Clock;
}): Suppression {
  return {
    async isSuppressed(db, targetIds) {
      const nowMs = clock.now();
      const ancestors = await ancestorsOf(db, targetIds, nowMs);
      return reasonsOf(ancestors, (target) => windowCache.openFor(target, nowMs));
    },
  };
}

/** Uses the stored windows, for occasional calls. */
export function createStoredSuppression(clock: Clock): Suppression {
  return {
    async isSuppressed(db, targetIds) {
      const nowMs = clock.now();
      const ancestors = await ancestorsOf(db, targetIds, nowMs);
      const orgIds = [...new Set(ancestors.map((row) => row.org_id))];
      const rows = orgIds.length === 0 ? [] : await listWindowsOf(db, orgIds, new Date(nowMs));
      const open = windowsAt((await withNestedGroups(db, rows)).map(toWindow), nowMs);
      return reasonsOf(ancestors, (target) => open.filter(({ window }) => covers(window, target)));
    },
  };
}

/** The longest interval plus one hour for the check: by then the child has been checked again. */
const RECENTLY_UP_MS = 25 * 3_600_000;

async function ancestorsOf(db: Db, targetIds: readonly string[], nowMs: number): Promise<AncestorRow[]> {
  if (targetIds.length === 0) return [];
  return listAncestors(db, targetIds, {
    now: new Date(nowMs),
    downSince: new Date(nowMs - RECENTLY_UP_MS),
  });
}

type OpenFor = (target: Covered) => readonly OpenWindow[];

/** The nearest reason of each target that has one. */
function reasonsOf(ancestors: readonly AncestorRow[], openFor: OpenFor): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const row of ancestors) {
    const reason = reasons.has(row.child_id) ? null : reasonOf(row, openFor);
    if (reason !== null) reasons.set(row.child_id, reason);
  }
  return reasons;
}

function reasonOf(
  {
    depth,
    id,
    org_id: orgId,
    name,
    status,
    kind,
    type,
    tags,
    group_id: groupId,
    is_just_up,
    is_snoozed,
  }: AncestorRow,
  openFor: OpenFor,
): string | null {
  const [open] = openFor({ orgId, targetId: id, kind, type, tags, groupId });
  if (is_snoozed) return SNOOZED;
  if (depth === 0) return open ? `maintenance '${open.window.name}'` : null;
  if (status === "down") return `parent '${name}' is down`;
  if (open) return `parent '${name}' is in maintenance`;
  return is_just_up ? `parent '${name}' was down at the last check` : null;
}
