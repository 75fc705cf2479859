import { backoffMs } from "../backoff.ts";
import { type BatchWriterOptions, DEFAULTS } from "./batch-writer-options.ts";

type Entry<Item> = { item: Item; atMs: number; failures: number; call: { open: number; end: () => void } };

/** The items of a key. */
type Lane<Item> = {
  key: string;
  queue: Entry<Item>[];
  /** The batch that is being written, without the items that are already written. */
  inFlight: Entry<Item>[];
  isWriting: boolean;
  isUrgent: boolean;
};

const DRAIN_POLL_MS = 10;

/**
 * Collects items and writes them in batches: those of a key one batch at a time and in order of arrival, those
 * of different keys concurrently. Each item ends exactly once: committed, refused because it fails alone, or
 * dropped beyond a limit. After an outage the writes are retried with backoff. It keeps a few hundred bytes
 * for each key ever used.
 */
export class BatchWriter<Item> {
  readonly #options: Required<BatchWriterOptions<Item>>;
  readonly #lanes = new Map<string, Lane<Item>>();
  readonly #apart = new Map<Entry<Item>, NodeJS.Timeout>();
  #size = 0;
  #weight = 0;
  #failuresInRow = 0;
  /** No write starts before it; 0 without an outage. */
  #retryAtMs = 0;
  /** Changes if failures of earlier writes no longer count. */
  #epoch = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(options: BatchWriterOptions<Item>) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Number of items that have not ended. */
  get size(): number {
    return this.#size;
  }

  /** False during an outage. */
  get isAvailable(): boolean {
    return this.#failuresInRow === 0;
  }

  /** All items that have not ended. */
  pending(): Item[] {
    return Array.from(this.#entries(), ({ item }) => item);
  }

  /** Resolves when all items have ended. Never rejects. Urgent items do not wait for others. */
  add(items: readonly Item[], { key = "", isUrgent = false } = {}): Promise<void> {
    if (items.length === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = { open: items.length, end: resolve };
    const { clock, weigh, weightMax } = this.#options;
    const atMs = clock.monotonic();
    const lane = this.#lanes.get(key) ?? { key, queue: [], inFlight: [], isWriting: false, isUrgent: false };
    this.#lanes.set(key, lane);
    for (const item of items) {
      lane.queue.push({ item, atMs, failures: 0, call });
      this.#weight += weigh(item);
    }
    this.#size += items.length;
    lane.isUrgent ||= isUrgent;
    if (this.#weight > weightMax) this.#dropOldest();
    this.#scheduleLane(lane);
    return promise;
  }

  /** Ends an outage early: writes everything now. */
  retryNow(): void {
    this.#epoch += 1;
    this.#failuresInRow = 0;
    this.#retryAtMs = 0;
    this.#schedule(0);
  }

  /**
   * Waits until everything added so far has ended or `deadlineMs` (monotonic) has passed. Returns whether it
   * has ended.
   */
  async drain(deadlineMs: number): Promise<boolean> {
    const { clock } = this.#options;
    const untilMs = clock.monotonic();
    while (this.#entries().some(({ atMs }) => atMs <= untilMs)) {
      if (this.#isStopped || clock.monotonic() >= deadlineMs) return false;
      this.#schedule(this.#retryAtMs);
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    }
    return true;
  }

  /** Starts no more writes. Items stay pending. */
  stop(): void {
    this.#isStopped = true;
    this.#epoch += 1;
    clearTimeout(this.#timer);
    for (const timer of this.#apart.values()) clearTimeout(timer);
  }

  *#entries(): Generator<Entry<Item>, void> {
    yield* this.#apart.keys();
    for (const { inFlight, queue } of this.#lanes.values()) {
      yield* inFlight;
      yield* queue;
    }
  }

  #dueAtMs({ queue, isUrgent }: Lane<Item>): number {
    const [oldest] = queue;
    if (!oldest || this.#isStopped) return Number.POSITIVE_INFINITY;
    const isDue = isUrgent || queue.length >= this.#options.batchMax;
    return Math.max(isDue ? 0 : oldest.atMs + this.#options.gatherMs, this.#retryAtMs);
  }

  #scheduleLane(lane: Lane<Item>): void {
    if (!lane.isWriting) this.#schedule(this.#dueAtMs(lane));
  }

  /** Writes at this time (monotonic) or earlier. */
  #schedule(atMs: number): void {
    if (this.#isStopped || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    const delayMs = atMs - this.#options.clock.monotonic();
    if (delayMs <= 0) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), delayMs);
  }

  #flush(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#retryAtMs = 0;
    this.#dropOldest();
    for (const lane of this.#lanes.values())
      if (!lane.isWriting && lane.queue.length > 0) void this.#writeLane(lane);
  }

  async #writeLane(lane: Lane<Item>): Promise<void> {
    lane.isWriting = true;
    const epoch = this.#epoch;
    try {
      do {
        lane.inFlight = this.#takeBatch(lane);
        await this.#writeApart(lane);
        this.#failuresInRow = 0;
      } while (this.#dueAtMs(lane) <= this.#options.clock.monotonic());
    } catch (error) {
      const items = lane.inFlight.length;
      lane.queue.unshift(...lane.inFlight.splice(0));
      // Another key may have failed already in this attempt.
      if (this.#retryAtMs === 0 && epoch === this.#epoch) this.#recordOutage(error, items);
    }
    lane.isWriting = false;
    this.#scheduleLane(lane);
  }

  #takeBatch(lane: Lane<Item>): Entry<Item>[] {
    const { weigh, batchMax, batchWeightMax } = this.#options;
    let count = 0;
    let weight = 0;
    for (const { item } of lane.queue) {
      weight += weigh(item);
      if (count === batchMax || (count > 0 && weight > batchWeightMax)) break;
      count += 1;
    }
    const batch = lane.queue.splice(0, count);
    if (lane.queue.length === 0) lane.isUrgent = false;
    return batch;
  }

  /** Writes a batch, and its halves if it fails. Throws on an outage. */
  async #writeApart(lane: Lane<Item>): Promise<void> {
    const parts = [[...lane.inFlight]];
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await this.#options.write(
          part.map(({ item }) => item),
          lane.key,
        );
        lane.inFlight.splice(0, part.length);
        this.#end(part);
      } catch (error) {
        if (this.#options.outageDelayMs(error) !== null) throw error;
        const middle = Math.ceil(part.length / 2);
        const [alone] = part;
        if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
        else if (alone && this.#failAlone(lane, alone, error)) parts.push(part);
      }
    }
  }

  /** Returns whether to write the item again immediately. */
  #failAlone(lane: Lane<Item>, entry: Entry<Item>, error: unknown): boolean {
    const { failuresMax, isSetApart, onFailedAlone, retry } = this.#options;
    entry.failures += 1;
    const isRefused = entry.failures >= failuresMax;
    onFailedAlone(entry.item, { error, failures: entry.failures, isRefused });
    if (!isRefused && !isSetApart) return true;
    lane.inFlight.shift();
    if (isRefused) this.#end([entry]);
    else
      this.#apart.set(
        entry,
        setTimeout(() => this.#rejoin(lane, entry), backoffMs(entry.failures, retry)),
      );
    return false;
  }

  #rejoin(lane: Lane<Item>, entry: Entry<Item>): void {
    this.#apart.delete(entry);
    lane.queue.unshift(entry);
    this.#scheduleLane(lane);
  }

  #recordOutage(error: unknown, items: number): void {
    const { clock, outageDelayMs, onOutage, retry } = this.#options;
    this.#failuresInRow += 1;
    const delayMs = Math.max(outageDelayMs(error) ?? 0, backoffMs(this.#failuresInRow, retry));
    this.#retryAtMs = clock.monotonic() + delayMs;
    clearTimeout(this.#timer);
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#schedule(this.#retryAtMs);
    onOutage(error, { failuresInRow: this.#failuresInRow, items });
  }

  #dropOldest(): void {
    const { clock, weightMax, ageMaxMs, onDropped } = this.#options;
    const expiredMs = clock.monotonic() - ageMaxMs;
    let dropped = 0;
    for (;;) {
      let queue: Entry<Item>[] = [];
      for (const { queue: next } of this.#lanes.values())
        if (next[0] && (!queue[0] || next[0].atMs < queue[0].atMs)) queue = next;
      const [oldest] = queue;
      if (!oldest || (this.#weight <= weightMax && oldest.atMs >= expiredMs)) break;
      queue.shift();
      this.#end([oldest]);
      dropped += 1;
    }
    if (dropped > 0) onDropped(dropped);
  }

  #end(entries: readonly Entry<Item>[]): void {
    this.#size -= entries.length;
    for (const { item, call } of entries) {
      this.#weight -= this.#options.weigh(item);
      call.open -= 1;
      if (call.open === 0) call.end();
    }
  }
}
