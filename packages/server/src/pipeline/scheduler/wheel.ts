/**
 * A hashed timer wheel: adding, removing and firing an entry cost the same however many there are.
 * Pure: time comes in, entries come out.
 */
export type WheelEntry = {
  dueMs: number;
  /** Set by the wheel; an entry is in at most one bucket. */
  bucket: number;
};

export type Wheel<T extends WheelEntry> = {
  /** Puts an entry at its `dueMs`, taking it from where it was. */
  add(entry: T): void;
  remove(entry: T): void;
  /** Hands out every entry that is due by `nowMs`, each once, taken from the wheel. */
  advance(nowMs: number, fire: (entry: T) => void): void;
  /** Starts to count from `nowMs`; for a clock that was set back. Entries stay. */
  rewind(nowMs: number): void;
  readonly size: number;
};

export const NO_BUCKET = -1;

/** 8,192 buckets of 10 ms make a turn of 82 s, so that minute schedules are touched once a firing. */
const BUCKETS = 8_192;

export function createWheel<T extends WheelEntry>({
  tickMs,
  startMs,
}: {
  tickMs: number;
  startMs: number;
}): Wheel<T> {
  const buckets = Array.from({ length: BUCKETS }, () => new Set<T>());
  let tick = Math.floor(startMs / tickMs);
  let size = 0;

  function remove(entry: T): void {
    if (entry.bucket === NO_BUCKET) return;
    if (buckets[entry.bucket]?.delete(entry)) size -= 1;
    entry.bucket = NO_BUCKET;
  }

  function sweep(index: number, nowMs: number, fire: (entry: T) => void): void {
    const due: T[] = [];
    for (const entry of buckets[index] ?? []) if (entry.dueMs <= nowMs) due.push(entry);
    for (const entry of due) remove(entry);
    for (const entry of due) fire(entry);
  }

  return {
    add(entry) {
      remove(entry);
      // What is overdue already goes to the bucket that is looked at next.
      const at = Math.max(Math.floor(entry.dueMs / tickMs), tick);
      entry.bucket = at % BUCKETS;
      buckets[entry.bucket]?.add(entry);
      size += 1;
    },
    remove,
    advance(nowMs, fire) {
      const target = Math.floor(nowMs / tickMs);
      if (target < tick) return;
      // After a stall longer than a turn each bucket is looked at once: no more can be due.
      const from = Math.max(tick, target - BUCKETS + 1);
      // The bucket of `target` stays current: its later entries are due before the next tick begins.
      tick = target;
      for (let at = from; at <= target; at += 1) sweep(at % BUCKETS, nowMs, fire);
    },
    rewind(nowMs) {
      tick = Math.floor(nowMs / tickMs);
    },
    get size() {
      return size;
    },
  };
}
