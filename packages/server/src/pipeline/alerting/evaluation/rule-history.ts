import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { historyMs, type RuleMemory, windowShape } from "./evaluate.ts";
import { countWindowResults } from "./queries.ts";
import { listSeriesChanges } from "./status-change-queries.ts";
import { BUCKETS_MAX, bucketMsOf, encodeTimes } from "./windows.ts";

/** Reads the stored results that rules with a time window depend on, into their memory. */

/** Results that one statement may have to count: about two seconds on an idle database. */
const COUNTED_MAX = 4_000_000;

export type HistoryLoad = {
  condition: RuleCondition;
  targetId: string;
  seriesCount: number;
  /** The end of the history. */
  newestSlotMs: number;
  memory: RuleMemory;
};

/** The rule targets that need history, in portions that one statement can count in time, even with a result every second. */
export function historyPortionsOf<Load extends HistoryLoad>(loads: readonly Load[]): Load[][] {
  const portions: Load[][] = [];
  let room = 0;
  for (const load of loads) {
    const lengthMs = historyMs(load.condition);
    if (lengthMs === null) continue;
    const results = (lengthMs / 1_000) * load.seriesCount;
    if (results > room) {
      portions.push([]);
      room = COUNTED_MAX;
    }
    portions.at(-1)?.push(load);
    room -= results;
  }
  return portions;
}

export async function readHistory(db: Db, loads: readonly HistoryLoad[]): Promise<void> {
  await readWindows(
    db,
    loads.filter(({ memory }) => memory.window !== null),
  );
  await readChanges(
    db,
    loads.filter(({ memory }) => memory.window === null),
  );
}

async function readWindows(db: Db, loads: readonly HistoryLoad[]): Promise<void> {
  if (loads.length === 0) return;
  const requests = loads.map(({ condition, targetId, newestSlotMs }) => {
    const shape = windowShape(condition) ?? { windowMs: 0, hasTimes: false };
    const bucketMs = bucketMsOf(shape);
    const fromMs = (Math.floor(newestSlotMs / bucketMs) - BUCKETS_MAX + 1) * bucketMs;
    return { targetId, fromMs, bucketMs, hasTimes: shape.hasTimes };
  });
  for (const row of await countWindowResults(db, requests)) {
    const times = row.response_us === null ? null : encodeTimes(int4sOf(row.response_us));
    const { index, total, failed, measured, response_us_sum: responseUsSum } = row;
    loads[row.nr - 1]?.memory.window?.addBucket({ index, total, failed, measured, responseUsSum, times });
  }
}

async function readChanges(db: Db, loads: readonly HistoryLoad[]): Promise<void> {
  if (loads.length === 0) return;
  const requests = loads.map(({ condition, targetId, newestSlotMs }) => ({
    targetId,
    fromMs: newestSlotMs - (historyMs(condition) ?? 0),
  }));
  for (const row of await listSeriesChanges(db, requests)) {
    const { series_key, is_down: isDown, slot_ms: slotMs, changes_ms } = row;
    const changes = { isDown, slotMs, changesMs: changes_ms.toReversed() };
    loads[row.nr - 1]?.memory.changes.set(series_key, changes);
  }
}

function* int4sOf(bytes: Buffer): Iterable<number> {
  for (let at = 0; at < bytes.length; at += 4) yield bytes.readInt32BE(at);
}
