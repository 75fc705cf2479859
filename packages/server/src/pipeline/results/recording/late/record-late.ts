import type { Db } from "../../../../platform/storage/database.ts";
import { openGaps } from "../open-gaps.ts";
import {
  insertGaps,
  isMissingPartition,
  listStoredSlots,
  type MonthUsage,
  type SlotGapRow,
  slotUsOf,
} from "../queries.ts";
import { type FinishedReport, insertNewResults, type KnownReport, type RecordDeps } from "../record-batch.ts";
import { countUsage } from "../usage.ts";
import { deleteGaps, lockMissedGaps } from "./late-queries.ts";

export type LateOutcome = {
  stored: FinishedReport[];
  /** Their slots are not accounted for yet; the scheduler will write them as missed. */
  waiting: FinishedReport[];
};

/**
 * Stores results of slots that were recorded as missed meanwhile, in place of the gaps. They count in lists, statistics
 * and usage; the status of their targets and alerts follow only what is current. Results of slots that ended in another
 * way are dropped, so a slot still has exactly one record.
 */
export async function recordLate(deps: RecordDeps, reports: readonly FinishedReport[]): Promise<LateOutcome> {
  const unknown = reports.filter(({ seriesKey }) => deps.findTarget(seriesKey) === null);
  if (unknown.length > 0) await deps.loadSeries([...new Set(unknown.map(({ seriesKey }) => seriesKey))]);
  const known = reports.flatMap((report) => {
    const target = deps.findTarget(report.seriesKey);
    return target ? [{ report, target }] : [];
  });
  if (known.length === 0) return { stored: [], waiting: [] };
  const write = () => deps.database.transaction((db) => replaceMissed(deps, db, known));
  const written = await write().catch(async (error: unknown) => {
    if (!isMissingPartition(error)) throw error;
    await deps.ensurePartitions(reports.map(({ slotMs }) => slotMs));
    return write();
  });
  deps.onUsage?.(written.usage);
  return written;
}

async function replaceMissed(
  deps: RecordDeps,
  db: Db,
  known: readonly KnownReport[],
): Promise<LateOutcome & { usage: MonthUsage[] }> {
  const gaps = await lockMissedGaps(
    db,
    known.map(({ report }) => report),
  );
  const replaced = replaceSlots(gaps, known);
  const rest = known.filter((each) => !replaced.known.includes(each)).map(({ report }) => report);
  let usage: MonthUsage[] = [];
  if (replaced.known.length > 0) {
    const reports = replaced.known.map(({ report }) => report);
    await deleteGaps(db, replaced.gaps);
    await insertGaps(db, replaced.left);
    await insertNewResults(db, replaced.known, await deps.connectionFacts.keysOf(reports));
    await deps.mergeLate(db, reports);
    usage = await countUsage(db, replaced.known);
  }
  const ended = new Set(rest.length > 0 ? await listStoredSlots(db, rest) : []);
  return {
    stored: replaced.known.map(({ report }) => report),
    waiting: rest.filter((report) => !ended.has(`${report.seriesKey}:${slotUsOf(report)}`)),
    usage,
  };
}

type Replaced = {
  known: KnownReport[];
  /** The gaps that contain their slots, and what is left of them. */
  gaps: SlotGapRow[];
  left: SlotGapRow[];
};

/** Takes the slots of results out of gaps. Leaves out a second result of a slot, and one that is beside the grid. */
export function replaceSlots(gaps: readonly SlotGapRow[], known: readonly KnownReport[]): Replaced {
  const result: Replaced = { known: [], gaps: [], left: [] };
  for (const gap of gaps) {
    let left = [gap];
    for (const each of known) {
      const { seriesKey, slotMs } = each.report;
      if (seriesKey !== gap.seriesKey || slotMs < gap.fromMs || slotMs > gap.toMs) continue;
      const less = openGaps(left, [{ series_key: seriesKey, from_ms: slotMs, to_ms: slotMs }]);
      if (countSlots(less) === countSlots(left)) continue;
      left = less;
      result.known.push(each);
    }
    if (left.length === 1 && left[0] === gap) continue;
    result.gaps.push(gap);
    result.left.push(...left);
  }
  return result;
}

function countSlots(gaps: readonly SlotGapRow[]): number {
  return gaps.reduce((sum, { slots }) => sum + slots, 0);
}
