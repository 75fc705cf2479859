import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { ResponseSketch } from "../../results/rollups/sketch.ts";

export type WindowedResult = { slotMs: number; status: CheckStatus; responseUs: number | null };

/** Immutable, so clones share buckets. */
export type Bucket = {
  index: number;
  total: number;
  failed: number;
  measured: number;
  responseUsSum: number;
  /** Response times as an encoded sketch, or null if not kept. */
  times: Uint8Array | null;
};

export type WindowShape = { windowMs: number; hasTimes: boolean };

/** A window covers its length minus at most one bucket: nothing older than the window is ever in it. */
export const BUCKETS_MAX = 60;

export const bucketMsOf = ({ windowMs }: WindowShape): number => windowMs / BUCKETS_MAX;

/**
 * The results of a target in the last minutes or hours, as a rule needs them: counts, and response times as a
 * sketch. Kept as buckets of a sixtieth of the window, so the cost per result is constant for any window and
 * number of results: a result is added to one bucket and to the sums, and is removed once, with its bucket.
 */
export class ResultWindow {
  readonly #shape: WindowShape;
  readonly #buckets: Bucket[];
  readonly #times: ResponseSketch | null;
  #total = 0;
  #failed = 0;
  #measured = 0;
  #responseUsSum = 0;

  constructor(shape: WindowShape, buckets: readonly Bucket[] = []) {
    this.#shape = shape;
    this.#buckets = [...buckets];
    this.#times = shape.hasTimes ? new ResponseSketch() : null;
    for (const bucket of buckets) this.#count(bucket, 1);
  }

  get total(): number {
    return this.#total;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Results with a response and therefore a response time. */
  get measured(): number {
    return this.#measured;
  }

  get bucketCount(): number {
    return this.#buckets.length;
  }

  add(result: WindowedResult): void {
    this.addBucket(bucketOf(result, this.#shape));
  }

  /** Adds results that the database has counted. */
  addBucket(bucket: Bucket): void {
    const buckets = this.#buckets;
    const newest = buckets.at(-1)?.index ?? bucket.index;
    if (bucket.index <= newest - BUCKETS_MAX) return;
    let at = buckets.length;
    while (at > 0 && (buckets[at - 1]?.index ?? 0) >= bucket.index) at -= 1;
    const before = buckets[at]?.index === bucket.index ? buckets[at] : undefined;
    buckets.splice(at, before ? 1 : 0, before ? merged(before, bucket) : bucket);
    this.#count(bucket, 1);
    if (bucket.times !== null) this.#times?.mergeEncoded(bucket.times);
    this.#expire();
  }

  meanMs(): number | null {
    return this.#measured === 0 ? null : this.#responseUsSum / this.#measured / 1_000;
  }

  /** Null if the window keeps no response times or has none. */
  quantileMs(q: number): number | null {
    return this.#times?.quantile(q) ?? null;
  }

  clone(): ResultWindow {
    const copy = new ResultWindow(this.#shape, this.#buckets);
    if (this.#times) copy.#times?.merge(this.#times);
    return copy;
  }

  #expire(): void {
    const newest = this.#buckets.at(-1)?.index ?? 0;
    while ((this.#buckets[0]?.index ?? newest) <= newest - BUCKETS_MAX) {
      const expired = this.#buckets.shift();
      if (expired === undefined) return;
      this.#count(expired, -1);
      if (expired.times !== null) this.#times?.subtractEncoded(expired.times);
    }
  }

  #count(bucket: Bucket, sign: 1 | -1): void {
    this.#total += sign * bucket.total;
    this.#failed += sign * bucket.failed;
    this.#measured += sign * bucket.measured;
    this.#responseUsSum += sign * bucket.responseUsSum;
  }
}

function bucketOf({ slotMs, status, responseUs }: WindowedResult, shape: WindowShape): Bucket {
  return {
    index: Math.floor(slotMs / bucketMsOf(shape)),
    total: 1,
    failed: status === "down" ? 1 : 0,
    measured: responseUs === null ? 0 : 1,
    responseUsSum: responseUs ?? 0,
    times: shape.hasTimes && responseUs !== null ? encodeTimes([responseUs]) : null,
  };
}

/** Encodes response times as buckets store them. */
export function encodeTimes(responsesUs: Iterable<number>): Uint8Array {
  const sketch = new ResponseSketch();
  for (const responseUs of responsesUs) sketch.add(responseUs / 1_000);
  return sketch.encode();
}

function merged(one: Bucket, other: Bucket): Bucket {
  return {
    index: one.index,
    total: one.total + other.total,
    failed: one.failed + other.failed,
    measured: one.measured + other.measured,
    responseUsSum: one.responseUsSum + other.responseUsSum,
    times: mergedTimes(one.times, other.times),
  };
}

function mergedTimes(one: Uint8Array | null, other: Uint8Array | null): Uint8Array | null {
  if (one === null || other === null) return one ?? other;
  const sketch = new ResponseSketch();
  sketch.mergeEncoded(one);
  sketch.mergeEncoded(other);
  return sketch.encode();
}
