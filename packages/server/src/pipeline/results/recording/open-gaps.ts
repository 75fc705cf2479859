import type { AccountedRow, SlotGapRow } from "./queries.ts";

/**
 * What is left of gaps once the slots are taken out that are accounted for otherwise. Two schedulers never hold one
 * shard, but one that was cut off from the database may learn so late, and each then tells of slots that the other
 * has told of: the first to write is right.
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

/** The slots of a gap are evenly spaced, for an interval that changes begins another one. */
function slotsOf({ fromMs, toMs, slots }: SlotGapRow): number[] {
  const stepMs = slots > 1 ? (toMs - fromMs) / (slots - 1) : 0;
  return Array.from({ length: slots }, (_, index) => fromMs + index * stepMs);
}

function isIn(taken: readonly AccountedRow[], slotMs: number): boolean {
  return taken.some((row) => row.from_ms <= slotMs && slotMs <= row.to_ms);
}

/** Neighbouring slots as one range again. */
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
