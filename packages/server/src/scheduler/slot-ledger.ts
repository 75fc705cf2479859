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
 * 3,600. A range is handed out when it has ended or is ten seconds old, and never while the check
 * before it is still on the way: then the last row of a series always tells how far it is accounted for.
 */
export type SlotLedger = {
  add(gap: SlotGap, nowMs: number): void;
  /** Adds the slot of a check that went wrong, which lies before what was gathered during the check. */
  addEarlier(gap: SlotGap, nowMs: number): void;
  /** A check was started: what comes next is no neighbour of what was gathered so far. */
  seal(seriesKey: number): void;
  /** No more will come for this series. */
  close(seriesKey: number): void;
  take(nowMs: number, isBusy: (seriesKey: number) => boolean): SlotGap[];
};

const RANGE_MAX_AGE_MS = 10_000;

type Open = { gaps: SlotGap[]; sinceMs: number; isSealed: boolean };

export function createSlotLedger(): SlotLedger {
  const open = new Map<number, Open>();
  const closed: SlotGap[] = [];

  function of(seriesKey: number, nowMs: number): Open {
    const known = open.get(seriesKey);
    if (known) return known;
    const fresh: Open = { gaps: [], sinceMs: nowMs, isSealed: false };
    open.set(seriesKey, fresh);
    return fresh;
  }

  return {
    add(gap, nowMs) {
      const range = of(gap.seriesKey, nowMs);
      const last = range.isSealed ? undefined : range.gaps.at(-1);
      range.isSealed = false;
      if (last?.kind === gap.kind && last.reason === gap.reason) {
        last.toMs = gap.toMs;
        last.slots += gap.slots;
      } else range.gaps.push({ ...gap });
    },
    addEarlier(gap, nowMs) {
      of(gap.seriesKey, nowMs).gaps.unshift({ ...gap });
    },
    seal(seriesKey) {
      const range = open.get(seriesKey);
      if (range) range.isSealed = true;
    },
    close(seriesKey) {
      closed.push(...(open.get(seriesKey)?.gaps ?? []));
      open.delete(seriesKey);
    },
    take(nowMs, isBusy) {
      const taken = closed.splice(0);
      for (const [seriesKey, { gaps, sinceMs }] of open) {
        if (isBusy(seriesKey) || nowMs - sinceMs < RANGE_MAX_AGE_MS) continue;
        taken.push(...gaps);
        open.delete(seriesKey);
      }
      return taken;
    },
  };
}
