/** A range of slots without a result: missed by this system, or skipped because a check was still running. */
export type SlotGap = {
  seriesKey: number;
  fromMs: number;
  toMs: number;
  kind: "missed" | "skipped";
  reason: string;
  slots: number;
};

const RANGE_MAX_AGE_MS = 10_000;

type Open = { gaps: SlotGap[]; sinceMs: number };

/**
 * Merges neighboring slots with the same outcome into ranges, so that an hour of problems is one row instead
 * of 3,600. The last row of a series must always show its newest accounted slot, even after a kill. A range
 * is therefore written before the result of any check that started after it, and never while the check before
 * it is still in flight. A range without such a check waits until it is ten seconds old.
 */
export class SlotLedger {
  readonly #open = new Map<number, Open>();
  #closed: SlotGap[] = [];

  add(gap: SlotGap, nowMs: number): void {
    const { gaps } = this.#openOf(gap.seriesKey, nowMs);
    const last = gaps.at(-1);
    if (last?.kind === gap.kind && last.reason === gap.reason) {
      last.toMs = gap.toMs;
      last.slots += gap.slots;
    } else gaps.push({ ...gap });
  }

  /** Adds the slot of a failed check, which precedes the slots collected during the check. */
  addEarlier(gap: SlotGap, nowMs: number): void {
    this.#openOf(gap.seriesKey, nowMs).gaps.unshift({ ...gap });
  }

  /** Closes the ranges of this series: a check started, or no more slots will come. */
  close(seriesKey: number): void {
    const range = this.#open.get(seriesKey);
    if (!range) return;
    this.#closed.push(...range.gaps);
    this.#open.delete(seriesKey);
  }

  /** Drops the ranges of this series: another scheduler accounts for them. */
  discard(seriesKey: number): void {
    this.#open.delete(seriesKey);
  }

  /** Takes the ranges of a series that is handed over while a check of it is in flight. */
  takeOpen(seriesKey: number): SlotGap[] {
    const gaps = this.#open.get(seriesKey)?.gaps ?? [];
    this.#open.delete(seriesKey);
    return gaps;
  }

  /** The closed ranges: they must be written no later than anything reported from now on. */
  takeClosed(): SlotGap[] {
    const taken = this.#closed;
    this.#closed = [];
    return taken;
  }

  /** Also takes the ranges that are old enough and whose series has no check in flight. */
  take(nowMs: number, isBusy: (seriesKey: number) => boolean): SlotGap[] {
    const taken = this.takeClosed();
    for (const [seriesKey, { gaps, sinceMs }] of this.#open) {
      if (nowMs - sinceMs < RANGE_MAX_AGE_MS || isBusy(seriesKey)) continue;
      taken.push(...gaps);
      this.#open.delete(seriesKey);
    }
    return taken;
  }

  #openOf(seriesKey: number, nowMs: number): Open {
    const known = this.#open.get(seriesKey);
    if (known) return known;
    const fresh: Open = { gaps: [], sinceMs: nowMs };
    this.#open.set(seriesKey, fresh);
    return fresh;
  }
}
