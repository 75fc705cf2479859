import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { ResponseSketch, type SketchThreshold } from "../../results/rollups/sketch.ts";
import { ENCODED_HOUR_BYTES } from "./queries.ts";

/** What is known of an hour of a target without its single results. Sums over all of its series. */
export type HourFacts = {
  /** Results with a verdict. */
  results: number;
  failed: number;
  /** Response times, including those of results without a verdict. */
  times: HourTimes;
  series: readonly SeriesHour[];
  /** Rule types that evaluate values that only some results have: the values of the hour; null if unknown. */
  sparse: readonly SparseHour[] | null;
};

export type HourTimes = {
  measured: number;
  sumUs: number;
  /** Null without measured results. */
  minUs: number | null;
  maxUs: number | null;
  /** How many are above the threshold of the rule; null if unknown. Always known if none can be. */
  above: number | null;
  /** Whether all measured results have a verdict. */
  isExact: boolean;
  sketches: readonly Uint8Array[];
};

export type SeriesHour = { seriesKey: number; results: number; failed: number };

/** The values of a series in an hour: their range and the newest one. */
export type SparseHour = { seriesKey: number; min: number; max: number; newest: number };

const NO_SPARSE: readonly SparseHour[] = [];
const NO_SKETCHES: readonly Uint8Array[] = [];
const NO_TIMES: HourTimes = {
  measured: 0,
  sumUs: 0,
  minUs: null,
  maxUs: null,
  above: 0,
  isExact: true,
  sketches: NO_SKETCHES,
};

export const NO_RESULTS: HourFacts = {
  results: 0,
  failed: 0,
  times: NO_TIMES,
  series: [],
  sparse: NO_SPARSE,
};

/** Counts the response times above the threshold of a rule, as its evaluation compares them. */
export type ThresholdCounter = Pick<SketchThreshold, "countAbove"> & {
  /** No response time up to this one is above the threshold. */
  neverAboveUs: number;
};

/** Sketches have a relative error of 1 %, and a bin is twice as wide. */
export const SKETCH_MARGIN = 1.03;

/** Null for conditions that do not evaluate quantiles of response times. */
function thresholdCounter({ type, params }: RuleCondition): ThresholdCounter | null {
  if (type !== "latency_threshold" || params.percentile === "avg") return null;
  const { countAbove } = ResponseSketch.threshold(params.threshold_ms);
  return { neverAboveUs: (params.threshold_ms * 1_000) / SKETCH_MARGIN, countAbove };
}

/** What of the hours a condition needs. */
export type FactsShape = { hasTimes: boolean; counter: ThresholdCounter | null };

export function factsShape(condition: RuleCondition): FactsShape {
  return { hasTimes: condition.type === "latency_threshold", counter: thresholdCounter(condition) };
}

/** Calls `take` with each hour of a series that `listEncodedRollups` or `countEncodedHours` returned. */
export function decodeHours(
  encoded: Buffer,
  seriesKey: number,
  { shape, take }: { shape: FactsShape; take: (hour: number, facts: HourFacts) => void },
): void {
  let at = 0;
  while (at < encoded.length) {
    const results = encoded.readInt32BE(at + 4) - encoded.readInt32BE(at + 12);
    const failed = encoded.readInt32BE(at + 8);
    const times = shape.hasTimes ? decodeTimes(encoded, at, shape) : NO_TIMES;
    const series = [{ seriesKey, results, failed }];
    take(encoded.readInt32BE(at), { results, failed, times, series, sparse: NO_SPARSE });
    at += ENCODED_HOUR_BYTES + encoded.readInt32BE(at + 36);
  }
}

function decodeTimes(encoded: Buffer, at: number, { counter }: FactsShape): HourTimes {
  const measured = encoded.readInt32BE(at + 16);
  if (measured === 0) return NO_TIMES;
  const maxUs = encoded.readInt32BE(at + 32);
  const sketchBytes = encoded.readInt32BE(at + 36);
  const sketchAt = at + ENCODED_HOUR_BYTES;
  const sketch = sketchBytes > 0 ? encoded.subarray(sketchAt, sketchAt + sketchBytes) : null;
  return {
    measured,
    // Two halves: less than 2 ** 53, and a bigint costs more than both.
    sumUs: encoded.readUInt32BE(at + 20) * 2 ** 32 + encoded.readUInt32BE(at + 24),
    minUs: encoded.readInt32BE(at + 28),
    maxUs,
    above: counter === null || maxUs <= counter.neverAboveUs ? 0 : sketch && counter.countAbove(sketch),
    isExact: encoded.readInt32BE(at + 12) === 0,
    sketches: sketch === null ? NO_SKETCHES : [sketch],
  };
}

/** The facts of one hour of two series of a target. */
export function mergeFacts(one: HourFacts, other: HourFacts): HourFacts {
  return {
    results: one.results + other.results,
    failed: one.failed + other.failed,
    times: mergeTimes(one.times, other.times),
    series: [...one.series, ...other.series],
    sparse: one.sparse && other.sparse && [...one.sparse, ...other.sparse],
  };
}

function mergeTimes(one: HourTimes, other: HourTimes): HourTimes {
  return {
    measured: one.measured + other.measured,
    sumUs: one.sumUs + other.sumUs,
    minUs: leastOf(one.minUs, other.minUs),
    maxUs:
      one.maxUs === null || other.maxUs === null
        ? (one.maxUs ?? other.maxUs)
        : Math.max(one.maxUs, other.maxUs),
    above: one.above === null || other.above === null ? null : one.above + other.above,
    isExact: one.isExact && other.isExact,
    sketches: [...one.sketches, ...other.sketches],
  };
}

function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
