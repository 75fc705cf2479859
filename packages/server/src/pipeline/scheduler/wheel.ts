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
  readonly #buckets = Array.from({ length: BUCKETS }, () => new Set<T>());
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
    this.#buckets[entry.bucket]?.add(entry);
    this.#size += 1;
  }

  remove(entry: T): void {
    if (entry.bucket === NO_BUCKET) return;
    if (this.#buckets[entry.bucket]?.delete(entry)) this.#size -= 1;
    entry.bucket = NO_BUCKET;
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
    for (const entry of this.#buckets[index] ?? []) if (entry.fireMs <= nowMs) due.push(entry);
    for (const entry of due) this.remove(entry);
    for (const entry of due) fire(entry);
  }
}
