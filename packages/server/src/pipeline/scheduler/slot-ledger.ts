/** Slots without a result, as a range: missed by us, or skipped because a check was still running. */
export type SlotGap = {
  seriesKey: number;
  fromMs: number;
  toMs: number;
  kind: "missed" | "skipped";
  reason: string;
  slots: number;
};

/**
 * Gathers neighbouring slots of one fate into ranges, so that an hour of trouble is a row and not
 * 3,600. The last row of a series always has to tell how far it is accounted for, whenever we are killed.
 * So a range is handed out before the result of a check that was started after it, and none is while
 * the check before it is still on the way; one with no such check waits until it is ten seconds old.
 */
export type SlotLedger = {
  add(gap: SlotGap, nowMs: number): void;
  /** Adds the slot of a check that went wrong, which lies before what was gathered during the check. */
  addEarlier(gap: SlotGap, nowMs: number): void;
  /** The ranges of this series have ended: a check was started, or no more will come. */
  close(seriesKey: number): void;
  /** The ranges of this series are somebody else's to tell. */
  discard(seriesKey: number): void;
  /** The ranges that have ended: to be written no later than anything that is reported from now on. */
  takeClosed(): SlotGap[];
  /** Besides, those that are old enough; with `isLast` all whose series has no check on the way. */
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
