import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { createSketch, type ResponseSketch } from "../../results/rollups/sketch.ts";

/**
 * The results of a target in the last minutes or hours, as a rule needs them: counts, and response times as a
 * sketch. Kept as buckets of a sixtieth of the window, so the cost per result is constant for any window and
 * number of results: a result is added to one bucket and to the sums, and is removed once, with its bucket.
 */
export type ResultWindow = {
  readonly total: number;
  readonly failed: number;
  /** Results with a response and therefore a response time. */
  readonly measured: number;
  add(result: WindowedResult): void;
  /** Adds results that the database has counted. */
  addBucket(bucket: Bucket): void;
  meanMs(): number | null;
  /** Null if the window keeps no response times or has none. */
  quantileMs(q: number): number | null;
  clone(): ResultWindow;
  readonly bucketCount: number;
};

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

export function createRuleWindow(shape: WindowShape): ResultWindow {
  return windowOf(shape, [], shape.hasTimes ? createSketch() : null);
}

function windowOf(shape: WindowShape, buckets: Bucket[], times: ResponseSketch | null): ResultWindow {
  const bucketMs = bucketMsOf(shape);
  const sums = { total: 0, failed: 0, measured: 0, responseUsSum: 0 };
  for (const bucket of buckets) count(bucket, 1);

  function count(bucket: Bucket, sign: 1 | -1): void {
    sums.total += sign * bucket.total;
    sums.failed += sign * bucket.failed;
    sums.measured += sign * bucket.measured;
    sums.responseUsSum += sign * bucket.responseUsSum;
  }

  /** The position of the bucket with this index, existing or not; null if it is older than the window. */
  function positionOf(index: number): { at: number; isThere: boolean } | null {
    const newest = buckets.at(-1)?.index ?? index;
    if (index <= newest - BUCKETS_MAX) return null;
    let at = buckets.length;
    while (at > 0 && (buckets[at - 1]?.index ?? 0) >= index) at -= 1;
    return { at, isThere: buckets[at]?.index === index };
  }

  function put(bucket: Bucket): void {
    const position = positionOf(bucket.index);
    if (position === null) return;
    const before = position.isThere ? buckets[position.at] : undefined;
    buckets.splice(position.at, position.isThere ? 1 : 0, before ? merged(before, bucket) : bucket);
    count(bucket, 1);
    if (bucket.times !== null) times?.mergeEncoded(bucket.times);
    expire();
  }

  function expire(): void {
    const newest = buckets.at(-1)?.index ?? 0;
    while ((buckets[0]?.index ?? newest) <= newest - BUCKETS_MAX) {
      const gone = buckets.shift();
      if (gone === undefined) return;
      count(gone, -1);
      if (gone.times !== null) times?.subtractEncoded(gone.times);
    }
  }

  return {
    get total() {
      return sums.total;
    },
    get failed() {
      return sums.failed;
    },
    get measured() {
      return sums.measured;
    },
    add: (result) => put(bucketOf(result, { bucketMs, hasTimes: times !== null })),
    addBucket: put,
    meanMs: () => (sums.measured === 0 ? null : sums.responseUsSum / sums.measured / 1_000),
    quantileMs: (q) => times?.quantile(q) ?? null,
    clone() {
      const copy = times && createSketch();
      if (times) copy?.merge(times);
      return windowOf(shape, [...buckets], copy);
    },
    get bucketCount() {
      return buckets.length;
    },
  };
}

function bucketOf(
  { slotMs, status, responseUs }: WindowedResult,
  { bucketMs, hasTimes }: { bucketMs: number; hasTimes: boolean },
): Bucket {
  return {
    index: Math.floor(slotMs / bucketMs),
    total: 1,
    failed: status === "down" ? 1 : 0,
    measured: responseUs === null ? 0 : 1,
    responseUsSum: responseUs ?? 0,
    times: hasTimes && responseUs !== null ? encodeTimes([responseUs]) : null,
  };
}

/** Encodes response times as buckets store them. */
export function encodeTimes(responsesUs: Iterable<number>): Uint8Array {
  const sketch = createSketch();
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
  const sketch = createSketch();
  sketch.mergeEncoded(one);
  sketch.mergeEncoded(other);
  return sketch.encode();
}
