import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { TunableType } from "@vedette/contract/alerts/rule-tuning.ts";
import { BURN_PAIRS, type BurnPair } from "@vedette/contract/slos/burn-rates.ts";
import { assertNever } from "../../../../platform/kernel/errors.ts";

/** Which settings of a rule are compared. Pure. */

export type TunableCondition = Extract<RuleCondition, { type: TunableType }>;
/** Those about outages. */
export type OutageCondition = Extract<
  RuleCondition,
  { type: "consecutive_failures" | "error_rate" | "latency_threshold" }
>;

/** One setting of the rule. */
export type Combination = { condition: TunableCondition; recoveryThreshold: number };

const FAILURES = [1, 2, 3, 4, 5];
const LOCATIONS_MAX = 3;
const PERCENTS = [5, 10, 25, 50, 80];
/** Multiples of the threshold of the rule. */
const LATENCY_FACTORS = [0.5, 0.75, 1, 1.5, 2];
const THRESHOLD_MS_MAX = 1_800_000;
const WINDOWS_SECONDS = [60, 300, 900, 3_600];
/** Multiples of the largest difference of a screenshot. */
const DIFFERENCE_FACTORS = [0.25, 0.5, 1, 2, 4];
const CHANGES = [2, 3, 4, 6, 10];
const OVERDUE_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120];
const OCCURRENCES = [1, 2, 3, 5];
const CHANGE_MINUTES = [5, 15, 30, 60, 240];
/** Good results in a row until an alert resolves; a rule with two settings has fewer. */
const FEW_RECOVERIES = [1, 2, 5];
const RECOVERIES: Partial<Record<TunableType, readonly number[]>> = {
  consecutive_failures: [1, 2, 3, 5],
  error_rate: FEW_RECOVERIES,
  latency_threshold: FEW_RECOVERIES,
  visual_diff_threshold: FEW_RECOVERIES,
  flapping: FEW_RECOVERIES,
  missed: FEW_RECOVERIES,
  no_data: FEW_RECOVERIES,
  metric: FEW_RECOVERIES,
};

/**
 * The combinations of a rule, at most 60, with its own among them: on each axis its own value takes the place of the
 * nearest one. `locations` is the largest number of locations of a target.
 */
export function gridOf(rule: Combination, locations: number): Combination[] {
  const { condition, recoveryThreshold } = rule;
  const recoveries = RECOVERIES[condition.type];
  const all = recoveries === undefined ? [recoveryThreshold] : withOwn(recoveries, recoveryThreshold);
  return conditionsOf(condition, locations).flatMap((each) =>
    all.map((recovery) => ({ condition: each, recoveryThreshold: recovery })),
  );
}

function conditionsOf(condition: TunableCondition, locations: number): TunableCondition[] {
  switch (condition.type) {
    case "consecutive_failures": {
      const { type, params } = condition;
      const counts = Array.from(
        { length: Math.max(1, Math.min(LOCATIONS_MAX, locations)) },
        (_, nr) => nr + 1,
      );
      return product(
        withOwn(FAILURES, params.threshold),
        withOwn(counts, params.min_locations),
        (threshold, min_locations) => ({ type, params: { threshold, min_locations } }),
      );
    }
    case "error_rate": {
      const { type, params } = condition;
      return product(
        withOwn(PERCENTS, params.threshold),
        withOwn(WINDOWS_SECONDS, params.window_seconds),
        (threshold, window_seconds) => ({ type, params: { ...params, threshold, window_seconds } }),
      );
    }
    case "latency_threshold": {
      const { type, params } = condition;
      const thresholds = LATENCY_FACTORS.map((factor) => {
        return factor === 1 ? params.threshold_ms : roundedMs(params.threshold_ms * factor);
      });
      return product(
        [...new Set(thresholds)],
        withOwn(WINDOWS_SECONDS, params.window_seconds),
        (threshold_ms, window_seconds) => ({ type, params: { ...params, threshold_ms, window_seconds } }),
      );
    }
    case "flapping": {
      const { type, params } = condition;
      return product(
        withOwn(CHANGES, params.changes),
        withOwn(WINDOWS_SECONDS, params.window_seconds),
        (changes, window_seconds) => ({ type, params: { changes, window_seconds } }),
      );
    }
    default:
      return otherConditionsOf(condition);
  }
}

/** Of types with one setting, and of metrics. */
function otherConditionsOf(
  condition: Exclude<
    TunableCondition,
    { type: "consecutive_failures" | "error_rate" | "latency_threshold" | "flapping" }
  >,
): TunableCondition[] {
  switch (condition.type) {
    case "visual_diff_threshold": {
      const { type, params } = condition;
      const percents = multiplesOf(params.threshold_percent, DIFFERENCE_FACTORS).filter(
        (each) => each <= 100,
      );
      return percents.map((threshold_percent) => ({ type, params: { threshold_percent } }));
    }
    case "missed":
    case "no_data": {
      const { type, params } = condition;
      return withOwn(OVERDUE_MINUTES, params.minutes).map((minutes) => ({ type, params: { minutes } }));
    }
    case "metric": {
      const { type, params } = condition;
      const isOrdered = params.comparison !== "eq" && params.comparison !== "ne";
      return product(
        isOrdered ? multiplesOf(params.value, LATENCY_FACTORS) : [params.value],
        withOwn(OCCURRENCES, params.occurrences),
        (value, occurrences) => ({ type, params: { ...params, value, occurrences } }),
      );
    }
    case "change": {
      const { type, params } = condition;
      return withOwn(CHANGE_MINUTES, params.minutes).map((minutes) => ({
        type,
        params: { ...params, minutes },
      }));
    }
    case "burn_rate":
      return pairsOf().map((pairs) => ({ type: condition.type, params: { pairs } }));
    default:
      return assertNever(condition);
  }
}

/** All sets of pairs of windows but the empty one. */
function pairsOf(): BurnPair[][] {
  return Array.from({ length: 2 ** BURN_PAIRS.length - 1 }, (_, nr) =>
    BURN_PAIRS.filter((__, bit) => ((nr + 1) >> bit) % 2 === 1),
  );
}

/** In ascending order, with the own value as it is. */
function multiplesOf(own: number, factors: readonly number[]): number[] {
  const values = factors.map((factor) => (factor === 1 ? own : Number((own * factor).toPrecision(6))));
  return [...new Set(values)].sort((a, b) => a - b);
}

function product<T>(
  thresholds: readonly number[],
  others: readonly number[],
  condition: (threshold: number, other: number) => T,
): T[] {
  return thresholds.flatMap((threshold) => others.map((other) => condition(threshold, other)));
}

function roundedMs(ms: number): number {
  return Math.min(THRESHOLD_MS_MAX, Math.max(1, Math.round(ms)));
}

/** Puts the own value in the place of the nearest one; of two equally near ones, the larger. */
function withOwn(values: readonly number[], own: number): number[] {
  const distances = values.map((value) => Math.abs(Math.log((value + 1) / (own + 1))));
  const nearest = distances.lastIndexOf(Math.min(...distances));
  return values.map((value, nr) => (nr === nearest ? own : value)).sort((a, b) => a - b);
}

/**
 * The condition that is true while a target is down, to find the outages that combinations miss. `locations` is the
 * number of its active locations: it is down while at least half of them are. A rule about latency is about slow times:
 * while the mean of each minute is above the threshold of the rule.
 */
export function outageCondition(rule: OutageCondition, locations: number): OutageCondition {
  if (rule.type === "latency_threshold") {
    const params = { ...rule.params, window_seconds: 60, percentile: "avg", min_checks: 1 } as const;
    return { type: "latency_threshold", params };
  }
  const min_locations = Math.max(1, Math.ceil(locations / 2));
  return { type: "consecutive_failures", params: { threshold: 1, min_locations } };
}
