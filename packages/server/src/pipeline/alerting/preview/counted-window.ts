import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { ResponseSketch } from "../../results/rollups/sketch.ts";
import { windowShape } from "../evaluation/evaluate.ts";
import {
  BUCKETS_MAX,
  bucketMsOf,
  encodeTimes,
  ResultWindow,
  type WindowShape,
} from "../evaluation/windows.ts";
import { SKETCH_MARGIN } from "./hour-facts.ts";
import type { HistoricResult } from "./read-history.ts";

/** Counts of results, as far as the verdict of a rule needs them. */
export type WindowCounts = {
  total: number;
  failed: number;
  /** Results with a response time, and how many of them are above the threshold. */
  measured: number;
  above: number;
  sumUs: number;
  /** The sums of the positive and of the negative differences to the threshold. */
  excessUs: number;
  shortfallUs: number;
};

type CountedBucket = { index: number; counts: WindowCounts; timesUs: number[] };

/**
 * The same results as in a `ResultWindow`, which a preview needs for evidence only. A verdict follows from counts: a
 * window of sketches takes twenty times as long.
 */
export class CountedWindow {
  readonly #condition: RuleCondition;
  readonly #shape: WindowShape;
  readonly #bucketMs: number;
  readonly #isAbove: (responseMs: number) => boolean;
  readonly #thresholdUs: number;
  readonly #buckets: CountedBucket[] = [];
  readonly counts = noCounts();

  /** Returns null for conditions without a window. Single times are needed only for evidence. */
  static of(condition: RuleCondition, { keepsTimes }: { keepsTimes: boolean }): CountedWindow | null {
    const shape = windowShape(condition);
    return shape && new CountedWindow(condition, { ...shape, hasTimes: shape.hasTimes && keepsTimes });
  }

  private constructor(condition: RuleCondition, shape: WindowShape) {
    this.#condition = condition;
    this.#shape = shape;
    this.#bucketMs = bucketMsOf(shape);
    const thresholdMs = condition.type === "latency_threshold" ? condition.params.threshold_ms : 1;
    this.#thresholdUs = thresholdMs * 1_000;
    this.#isAbove = ResponseSketch.threshold(thresholdMs).isAbove;
  }

  /** Adds a result that is not older than those before it. */
  add(result: HistoricResult): void {
    const index = Math.floor(result.slotMs / this.#bucketMs);
    const newest = this.#buckets.at(-1);
    const bucket = newest?.index === index ? newest : { index, counts: noCounts(), timesUs: [] };
    if (bucket !== newest) {
      this.#buckets.push(bucket);
      this.#expire(index - BUCKETS_MAX);
    }
    const isAbove = result.responseUs !== null && this.#exceeds(result.responseUs);
    this.#count(bucket.counts, { result, isAbove });
    this.#count(this.counts, { result, isAbove });
    if (this.#shape.hasTimes && result.responseUs !== null) bucket.timesUs.push(result.responseUs);
  }

  holds(): boolean | null {
    return holdsWith(this.#condition, this.counts);
  }

  /** One bucket has all results: as long as none is added, the figures are the same. */
  toResultWindow(): ResultWindow {
    const { total, failed, measured, sumUs } = this.counts;
    const times = this.#shape.hasTimes ? encodeTimes(this.#buckets.flatMap(({ timesUs }) => timesUs)) : null;
    const index = this.#buckets.at(-1)?.index ?? 0;
    const window = new ResultWindow(this.#shape);
    window.addBucket({ index, total, failed, measured, responseUsSum: sumUs, times });
    return window;
  }

  /** Only near the threshold the bins of sketches matter, which take a logarithm. */
  #exceeds(responseUs: number): boolean {
    if (responseUs * SKETCH_MARGIN <= this.#thresholdUs) return false;
    return responseUs >= this.#thresholdUs * SKETCH_MARGIN || this.#isAbove(responseUs / 1_000);
  }

  #expire(index: number): void {
    while ((this.#buckets[0]?.index ?? Number.POSITIVE_INFINITY) <= index) {
      const expired = this.#buckets.shift();
      if (expired) subtractCounts(this.counts, expired.counts);
    }
  }

  #count(counts: WindowCounts, { result, isAbove }: { result: HistoricResult; isAbove: boolean }): void {
    const { status, responseUs } = result;
    counts.total += 1;
    if (status === "down") counts.failed += 1;
    if (responseUs === null) return;
    counts.measured += 1;
    counts.sumUs += responseUs;
    if (isAbove) counts.above += 1;
    const difference = responseUs - this.#thresholdUs;
    if (difference > 0) counts.excessUs += difference;
    else counts.shortfallUs += difference;
  }
}

/** Whether the condition holds, as `evaluateCondition` decides with the results that were counted. */
export function holdsWith(
  { type, params }: RuleCondition,
  counts: Omit<WindowCounts, "excessUs" | "shortfallUs">,
): boolean | null {
  const { total, failed, measured, above, sumUs } = counts;
  if (type === "error_rate") {
    return total < params.min_checks ? null : failed > 0 && (failed / total) * 100 >= params.threshold;
  }
  if (type !== "latency_threshold" || measured === 0 || measured < params.min_checks) return null;
  if (params.percentile === "avg") return sumUs / measured / 1_000 > params.threshold_ms;
  return holdsAtQuantile({ good: measured - above, bad: above }, params.percentile / 100);
}

/** Whether the quantile is above the threshold: by nearest rank, like `ResponseSketch.quantile`. */
export function holdsAtQuantile({ good, bad }: { good: number; bad: number }, q: number): boolean {
  return good <= Math.max(0, Math.ceil(q * (good + bad)) - 1);
}

function noCounts(): WindowCounts {
  return { total: 0, failed: 0, measured: 0, above: 0, sumUs: 0, excessUs: 0, shortfallUs: 0 };
}

function subtractCounts(sum: WindowCounts, counts: WindowCounts): void {
  sum.total -= counts.total;
  sum.failed -= counts.failed;
  sum.measured -= counts.measured;
  sum.above -= counts.above;
  sum.sumUs -= counts.sumUs;
  sum.excessUs -= counts.excessUs;
  sum.shortfallUs -= counts.shortfallUs;
}
