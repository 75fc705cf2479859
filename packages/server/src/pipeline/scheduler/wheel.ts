/**
 * A hashed timer wheel: adding, removing and firing an entry has a constant cost. Pure: takes the time,
 * returns entries.
 */
export type WheelEntry = {
  dueMs: number;
  /** Set by the wheel; an entry is in at most one bucket. */
  bucket: number;
};

export type Wheel<T extends WheelEntry> = {
  /** Adds an entry at its `dueMs`, or moves it there. */
  add(entry: T): void;
  remove(entry: T): void;
  /** Removes every entry that is due by `nowMs` and passes each to `fire` once. */
  advance(nowMs: number, fire: (entry: T) => void): void;
  /** Restarts counting from `nowMs`, after the clock was set back. Entries stay. */
  rewind(nowMs: number): void;
  readonly size: number;
};

export const NO_BUCKET = -1;

/**
 * 8,192 buckets of 10 ms make a turn of 82 s, so entries with a one-minute interval are visited once per
 * firing.
 */
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
      // An overdue entry goes to the next visited bucket.
      const at = Math.max(Math.floor(entry.dueMs / tickMs), tick);
      entry.bucket = at % BUCKETS;
      buckets[entry.bucket]?.add(entry);
      size += 1;
    },
    remove,
    advance(nowMs, fire) {
      const target = Math.floor(nowMs / tickMs);
      if (target < tick) return;
      // After a stall longer than a turn, each bucket is visited once: no more can be due.
      const from = Math.max(tick, target - BUCKETS + 1);
      // The bucket of `target` stays current: its later entries are due before the next tick starts.
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
