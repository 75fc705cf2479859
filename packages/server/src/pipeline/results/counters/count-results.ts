import type { Database } from "../../../platform/storage/database.ts";
import { lockRollups } from "../rollups/queries.ts";
import { ROLL_UP_DELAY_MS } from "../rollups/roll-up.ts";
import { HOUR_MS } from "../rollups/rollup.ts";
import { countResultsOf, findCounterProgress, listSeriesToCount, saveCounterProgress } from "./queries.ts";

/*
 * Counts what became of the slots of each series, for counters that survive retention. A result is counted once: by this
 * job, or, if it arrives after its time was counted, by the transaction that stores it. Counters and rollups share a lock.
 */

/**
 * Results of this time are counted at each request instead. Longer makes a request slower; shorter makes more writes:
 * 33 rows a second with 10,000 series.
 */
const COUNT_EVERY_MS = 300_000;

/** Limits one step, and therefore how long recorders wait for it. */
const CHUNK_SERIES_MAX = 500;
const CHUNK_RESULTS_MAX = 4_000;

/** Counts the results of the next series and advances the progress, in one transaction. */
export function countNextChunk(database: Database, nowMs: number): Promise<{ caughtUp: boolean }> {
  return database.transaction(async (db) => {
    await lockRollups(db);
    const toMs = nowMs - ROLL_UP_DELAY_MS;
    const progress = await findCounterProgress(db);
    if (progress === null) {
      await saveCounterProgress(db, { countedToMs: toMs, countingToMs: toMs, seriesKey: 0 });
      return { caughtUp: true };
    }
    const { countedToMs } = progress;
    const hasBegun = progress.countingToMs > countedToMs;
    if (!hasBegun && toMs - countedToMs < COUNT_EVERY_MS) return { caughtUp: true };
    const countingToMs = hasBegun ? progress.countingToMs : toMs;
    const range = { fromMs: countedToMs, toMs: countingToMs };
    const series = await listSeriesToCount(db, { after: progress.seriesKey, limit: CHUNK_SERIES_MAX });
    const seriesKeys = firstSeries(series, countingToMs - countedToMs);
    const last = seriesKeys.at(-1);
    if (last === undefined) {
      await saveCounterProgress(db, { countedToMs: countingToMs, countingToMs, seriesKey: 0 });
      return { caughtUp: false };
    }
    await countResultsOf(db, seriesKeys, range);
    await saveCounterProgress(db, { countedToMs, countingToMs, seriesKey: last });
    return { caughtUp: false };
  });
}

/** As many series as have `CHUNK_RESULTS_MAX` results according to their interval, and at least one. */
function firstSeries(
  series: readonly { series_key: number; interval_ms: number }[],
  spanMs: number,
): number[] {
  let expected = 0;
  const end = series.findIndex((each) => {
    expected += Math.ceil(spanMs / Math.min(each.interval_ms, HOUR_MS));
    return expected > CHUNK_RESULTS_MAX;
  });
  return series.slice(0, end === -1 ? undefined : Math.max(end, 1)).map((each) => each.series_key);
}
