import type { Db } from "../../../../platform/storage/database.ts";
import { lockClosedDaysShared } from "../../closed/closed-queries.ts";
import { isOpenSince } from "../../closed/stored-results.ts";
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

export type LateDeps = RecordDeps & {
  /** Whether a slot is on the grid of its series. One beside it, such as the first, is never recorded as missed. */
  isOnGrid: (slot: { seriesKey: number; slotMs: number }) => boolean;
};

/**
 * Stores results of slots that were recorded as missed meanwhile, in place of the gaps. They count in lists, statistics
 * and usage; the status of their targets and alerts follow only what is current. Results of slots that ended in another
 * way are dropped, so a slot still has exactly one record.
 */
export async function recordLate(deps: LateDeps, reports: readonly FinishedReport[]): Promise<LateOutcome> {
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
  deps: LateDeps,
  db: Db,
  known: readonly KnownReport[],
): Promise<LateOutcome & { usage: MonthUsage[] }> {
  const slots = known.map(({ report }) => report);
  const isOpen = isOpenSince(Math.min(...slots.map(({ slotMs }) => slotMs)), deps.clock.now());
  if (!isOpen) await lockClosedDaysShared(db);
  const gaps = await lockMissedGaps(db, slots);
  const replaced = replaceSlots(gaps, known);
  const rest = known.filter((each) => !replaced.known.includes(each));
  const open = rest.length === 0 ? [] : await withoutEnded(db, rest);
  const [waiting, beside] = [open.filter(deps.isOnGrid), open.filter((report) => !deps.isOnGrid(report))];
  const stored = [...replaced.known, ...rest.filter(({ report }) => beside.includes(report))];
  if (stored.length === 0) return { stored: [], waiting, usage: [] };
  await deleteGaps(db, replaced.gaps);
  await insertGaps(db, replaced.left);
  const reports = stored.map(({ report }) => report);
  await insertNewResults(db, stored, await deps.connectionFacts.keysOf(reports));
  await deps.mergeLate(db, reports);
  return { stored: reports, waiting, usage: await countUsage(db, stored) };
}

/** Leaves out reports of slots with a record, and repeated ones. */
async function withoutEnded(db: Db, known: readonly KnownReport[]): Promise<FinishedReport[]> {
  const reports = known.map(({ report }) => report);
  const ended = new Set(await listStoredSlots(db, reports));
  return reports.filter((report) => {
    const slot = `${report.seriesKey}:${slotUsOf(report)}`;
    const isOpen = !ended.has(slot);
    ended.add(slot);
    return isOpen;
  });
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
