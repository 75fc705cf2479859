/** A range of slots without a result: missed by this system, or skipped because a check was still running. */
export type SlotGap = {
  seriesKey: number;
  fromMs: number;
  toMs: number;
  kind: "missed" | "skipped";
  reason: string;
  slots: number;
};

/**
 * Merges neighboring slots with the same outcome into ranges, so that an hour of problems is one row instead
 * of 3,600. The last row of a series must always show its newest accounted slot, even after a kill. A range
 * is therefore written before the result of any check that started after it, and never while the check before
 * it is still in flight. A range without such a check waits until it is ten seconds old.
 */
export type SlotLedger = {
  add(gap: SlotGap, nowMs: number): void;
  /** Adds the slot of a failed check, which precedes the slots collected during the check. */
  addEarlier(gap: SlotGap, nowMs: number): void;
  /** Closes the ranges of this series: a check started, or no more slots will come. */
  close(seriesKey: number): void;
  /** Drops the ranges of this series: another scheduler accounts for them. */
  discard(seriesKey: number): void;
  /** The closed ranges: they must be written no later than anything reported from now on. */
  takeClosed(): SlotGap[];
  /** Also takes the ranges that are old enough; with `isLast` all whose series has no check in flight. */
  take(nowMs: number, options: { isBusy: (seriesKey: number) => boolean; isLast: boolean }): SlotGap[];
};

const RANGE_MAX_AGE_MS = 10_000;

type Open = { gaps: SlotGap[]; sinceMs: number };

export function createSlotLedger(): SlotLedger {
  const open = new Map<number, Open>();
  let closed: SlotGap[] = [];

  function of(seriesKey: number, nowMs: number): Open {
    const known = open.get(seriesKey);
    if (known) return known;
    const fresh: Open = { gaps: [], sinceMs: nowMs };
    open.set(seriesKey, fresh);
    return fresh;
  }

  function takeClosed(): SlotGap[] {
    const taken = closed;
    closed = [];
    return taken;
  }

  return {
    add(gap, nowMs) {
      const { gaps } = of(gap.seriesKey, nowMs);
      const last = gaps.at(-1);
      if (last?.kind === gap.kind && last.reason === gap.reason) {
        last.toMs = gap.toMs;
        last.slots += gap.slots;
      } else gaps.push({ ...gap });
    },
    addEarlier(gap, nowMs) {
      of(gap.seriesKey, nowMs).gaps.unshift({ ...gap });
    },
    close(seriesKey) {
      const range = open.get(seriesKey);
      if (!range) return;
      closed.push(...range.gaps);
      open.delete(seriesKey);
    },
    discard(seriesKey) {
      open.delete(seriesKey);
    },
    takeClosed,
    take(nowMs, { isBusy, isLast }) {
      const taken = takeClosed();
      for (const [seriesKey, { gaps, sinceMs }] of open) {
        const isYoung = !isLast && nowMs - sinceMs < RANGE_MAX_AGE_MS;
        if (isYoung || isBusy(seriesKey)) continue;
        taken.push(...gaps);
        open.delete(seriesKey);
      }
      return taken;
    },
  };
}
