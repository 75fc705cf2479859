import type { Db } from "../../../platform/storage/database.ts";
import { addLateResults, type CounterProgress } from "../counters/queries.ts";
import { findJobProgress } from "./late-queries.ts";
import {
  addEmptyRollups,
  lockRollupsShared,
  lockStoredRollups,
  type RollupProgress,
  type RollupTable,
  saveRollups,
} from "./queries.ts";
import {
  addResult,
  addRollup,
  addStored,
  createRollup,
  DAY_MS,
  HOUR_MS,
  type OneResult,
  type Rollup,
  toStored,
} from "./rollup.ts";

export type LateResult = OneResult & { seriesKey: number; slotMs: number };

/**
 * Adds results to their rollups if the hour was rolled up before they arrived, and to their counters if they arrived after
 * their time was counted; the others are left to the jobs. Call it in the transaction that inserts them, after the insert,
 * and only with new results: each result is then counted exactly once. A rollup that did not see the insert has ended by
 * the time this gets the lock, and the next one waits for the commit.
 */
export async function mergeLateResults(db: Db, inserted: readonly LateResult[]): Promise<void> {
  if (inserted.length === 0) return;
  await lockRollupsShared(db);
  // A separate statement: combined with the lock, it would read the state from before the wait.
  const { rollups, counters } = await findJobProgress(db);
  const uncounted = inserted.filter((result) => isCounted(counters, result));
  if (uncounted.length > 0) await addLateResults(db, uncounted);
  const late = inserted.filter((result) => isRolledUp(rollups, result.seriesKey, result.slotMs));
  if (late.length === 0) return;
  await merge(db, "hour", rollUp(late, HOUR_MS));
  const ofClosedDays = late.filter((result) => {
    const lastHourMs = startOf(result.slotMs, DAY_MS) + DAY_MS - HOUR_MS;
    return isRolledUp(rollups, result.seriesKey, lastHourMs);
  });
  if (ofClosedDays.length > 0) await merge(db, "day", rollUp(ofClosedDays, DAY_MS));
}

/** Whether the results of that time are counted for that series. Before counting begins, none are. */
function isCounted(progress: CounterProgress | null, { seriesKey, slotMs }: LateResult): boolean {
  if (progress === null) return false;
  return slotMs < (seriesKey <= progress.seriesKey ? progress.countingToMs : progress.countedToMs);
}

/** Whether the hour of that slot is rolled up for that series. Before the first rollup, none is. */
function isRolledUp(progress: RollupProgress | null, seriesKey: number, slotMs: number): boolean {
  if (progress === null || slotMs >= progress.hourMs + HOUR_MS) return false;
  return slotMs < progress.hourMs || seriesKey <= progress.seriesKey;
}

type Group = { seriesKey: number; atMs: number; rollup: Rollup };

function rollUp(results: readonly LateResult[], spanMs: number): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const result of results) {
    const atMs = startOf(result.slotMs, spanMs);
    const key = groupKey(result.seriesKey, atMs);
    const group = groups.get(key) ?? { seriesKey: result.seriesKey, atMs, rollup: createRollup() };
    groups.set(key, group);
    addResult(group.rollup, result);
  }
  return groups;
}

async function merge(db: Db, table: RollupTable, groups: ReadonlyMap<string, Group>): Promise<void> {
  const keys = [...groups.values()];
  await addEmptyRollups(db, table, keys);
  const merged = (await lockStoredRollups(db, table, keys)).map((row) => {
    const rollup = createRollup();
    addStored(rollup, row);
    const group = groups.get(groupKey(row.series_key, row.at_ms));
    if (group !== undefined) addRollup(rollup, group.rollup);
    return { seriesKey: row.series_key, atMs: row.at_ms, stored: toStored(rollup) };
  });
  await saveRollups(db, table, merged);
}

const startOf = (slotMs: number, spanMs: number): number => Math.floor(slotMs / spanMs) * spanMs;
const groupKey = (seriesKey: number, atMs: number): string => `${seriesKey}@${atMs}`;
