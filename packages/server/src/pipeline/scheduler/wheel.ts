/** An entry of a wheel. */
export type WheelEntry = {
  /** When the entry fires. */
  fireMs: number;
  /** Set by the wheel; an entry is in at most one bucket. */
  bucket: number;
};

export const NO_BUCKET = -1;

/**
 * 8,192 buckets of 10 ms make a turn of 82 s, so entries with a one-minute interval are visited once per
 * firing.
 */
const BUCKETS = 8_192;

/**
 * A hashed timer wheel: adding, removing and firing an entry has a constant cost. Pure: takes the time,
 * returns entries.
 */
export class Wheel<T extends WheelEntry> {
  /** A bucket exists while it has entries: 8,192 empty sets take more than a megabyte. */
  readonly #buckets = new Map<number, Set<T>>();
  readonly #tickMs: number;
  #tick: number;
  #size = 0;

  constructor({ tickMs, startMs }: { tickMs: number; startMs: number }) {
    this.#tickMs = tickMs;
    this.#tick = Math.floor(startMs / tickMs);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an entry at its `fireMs`, or moves it there. */
  add(entry: T): void {
    this.remove(entry);
    // An overdue entry goes to the next visited bucket.
    const at = Math.max(Math.floor(entry.fireMs / this.#tickMs), this.#tick);
    entry.bucket = at % BUCKETS;
    const bucket = this.#buckets.get(entry.bucket);
    if (bucket) bucket.add(entry);
    else this.#buckets.set(entry.bucket, new Set([entry]));
    this.#size += 1;
  }

  remove(entry: T): void {
    if (entry.bucket === NO_BUCKET) return;
    const bucket = this.#buckets.get(entry.bucket);
    if (bucket?.delete(entry)) this.#size -= 1;
    if (bucket?.size === 0) this.#buckets.delete(entry.bucket);
    entry.bucket = NO_BUCKET;
  }

  /**
   * Returns the end of the first bucket with entries within this time from the last `advance`, or null if there is none.
   * All entries that are due by then can be fired at once; they may also belong to a later turn.
   */
  nextEndMs(withinMs: number): number | null {
    for (let at = this.#tick; at < this.#tick + withinMs / this.#tickMs; at += 1)
      if (this.#buckets.has(at % BUCKETS)) return (at + 1) * this.#tickMs;
    return null;
  }

  /** Removes every entry that is due by `nowMs` and passes each to `fire` once. */
  advance(nowMs: number, fire: (entry: T) => void): void {
    const target = Math.floor(nowMs / this.#tickMs);
    if (target < this.#tick) return;
    // After a stall longer than a turn, each bucket is visited once: no more can be due.
    const from = Math.max(this.#tick, target - BUCKETS + 1);
    // The bucket of `target` stays current: its later entries are due before the next tick starts.
    this.#tick = target;
    for (let at = from; at <= target; at += 1) this.#sweep(at % BUCKETS, nowMs, fire);
  }

  /** Restarts counting from `nowMs`, after the clock was set back. Entries stay. */
  rewind(nowMs: number): void {
    this.#tick = Math.floor(nowMs / this.#tickMs);
  }

  #sweep(index: number, nowMs: number, fire: (entry: T) => void): void {
    const due: T[] = [];
    for (const entry of this.#buckets.get(index) ?? []) if (entry.fireMs <= nowMs) due.push(entry);
    for (const entry of due) this.remove(entry);
    for (const entry of due) fire(entry);
  }
}
