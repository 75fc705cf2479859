import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import type { Db } from "../../platform/storage/database.ts";
import { withNestedGroups } from "../selectors/queries.ts";
import { listSelectables } from "../selectors/selectables.ts";
import { type Selectable, selects } from "../selectors/selects.ts";
import { listMarkers, type MarkerFilter, type MarkerRow } from "./queries.ts";

/** Deploy markers of targets: those whose selector selects one of them. */

/** Markers per statement. */
const BATCH = 500;
/** Markers of an organization in five days at the most. A search that finds no more than these ends. */
const SEARCHED_MAX = 5_000;

export type MarkerSearch = MarkerFilter & {
  targetIds: readonly TargetId[];
  position: CursorPosition | null;
  limit: number;
};

/**
 * Returns the newest markers of some targets, at most `limit`. `searchedTo` is the position of the last marker that was
 * read if there are more, which need another search.
 */
export async function findMarkersOf(
  db: Db,
  orgId: OrgId,
  { targetIds, position, limit, ...filter }: MarkerSearch,
): Promise<{ rows: MarkerRow[]; searchedTo: MarkerRow | null }> {
  const ids = new Set(targetIds);
  const targets = (await listSelectables(db, orgId)).filter(({ targetId }) => ids.has(targetId));
  const rows: MarkerRow[] = [];
  let from = position;
  for (let searched = 0; targets.length > 0 && searched < SEARCHED_MAX; searched += BATCH) {
    const batch = await listMarkers(db, orgId, { ...filter, position: from, limit: BATCH });
    rows.push(...(await thoseAbout(db, batch, targets)));
    const last = batch.at(-1);
    if (rows.length > limit) return { rows: rows.slice(0, limit), searchedTo: rows[limit - 1] ?? null };
    if (last === undefined || batch.length < BATCH) return { rows, searchedTo: null };
    from = { value: last.at.toISOString(), id: last.id };
    if (searched + BATCH >= SEARCHED_MAX) return { rows, searchedTo: last };
  }
  return { rows, searchedTo: null };
}

async function thoseAbout(
  db: Db,
  rows: readonly MarkerRow[],
  targets: readonly Selectable[],
): Promise<MarkerRow[]> {
  const nested = await withNestedGroups(db, rows);
  return rows.filter((_, index) => {
    const selector = nested[index]?.selector ?? {};
    return targets.some((target) => selects(selector, target));
  });
}
