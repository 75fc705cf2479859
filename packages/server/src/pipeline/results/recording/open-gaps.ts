import type { AccountedRow, SlotGapRow } from "./queries.ts";

/**
 * Removes slots from gaps that are already accounted for. Two schedulers never hold the same shard, but one
 * that was cut off from the database may learn it late, and both then report the same slots: the first write
 * counts.
 */
export function openGaps(gaps: readonly SlotGapRow[], accounted: readonly AccountedRow[]): SlotGapRow[] {
  const bySeries = Map.groupBy(accounted, (row) => row.series_key);
  return gaps.flatMap((gap) => {
    const taken = bySeries.get(gap.seriesKey);
    return taken
      ? rangesOf(
          gap,
          slotsOf(gap).filter((slotMs) => !isIn(taken, slotMs)),
        )
      : [gap];
  });
}

/** The slots of a gap are evenly spaced, because a changed interval starts a new gap. */
function slotsOf({ fromMs, toMs, slots }: SlotGapRow): number[] {
  const stepMs = slots > 1 ? (toMs - fromMs) / (slots - 1) : 0;
  return Array.from({ length: slots }, (_, index) => fromMs + index * stepMs);
}

function isIn(taken: readonly AccountedRow[], slotMs: number): boolean {
  return taken.some((row) => row.from_ms <= slotMs && slotMs <= row.to_ms);
}

/** Merges neighboring slots into ranges again. */
function rangesOf(gap: SlotGapRow, left: readonly number[]): SlotGapRow[] {
  const stepMs = gap.slots > 1 ? (gap.toMs - gap.fromMs) / (gap.slots - 1) : 0;
  const ranges: SlotGapRow[] = [];
  for (const slotMs of left) {
    const last = ranges.at(-1);
    if (last && slotMs - last.toMs <= stepMs) {
      last.toMs = slotMs;
      last.slots += 1;
    } else ranges.push({ ...gap, fromMs: slotMs, toMs: slotMs, slots: 1 });
  }
  return ranges;
}
