import type { RuleCondition } from "@vedette/contract/alerts/alert-rules.ts";
import type { TunableType } from "@vedette/contract/alerts/rule-tuning.ts";

/** Which settings of a rule are compared. Pure. */

export type TunableCondition = Extract<RuleCondition, { type: TunableType }>;

/** One setting of the rule. */
export type Combination = { condition: TunableCondition; recoveryThreshold: number };

const FAILURES = [1, 2, 3, 4, 5];
const LOCATIONS_MAX = 3;
const PERCENTS = [5, 10, 25, 50, 80];
/** Multiples of the threshold of the rule. */
const LATENCY_FACTORS = [0.5, 0.75, 1, 1.5, 2];
const THRESHOLD_MS_MAX = 1_800_000;
const WINDOWS_SECONDS = [60, 300, 900, 3_600];
/** Good results in a row until an alert resolves; a rule with a window has one dimension more. */
const RECOVERIES = { failures: [1, 2, 3, 5], window: [1, 2, 5] };

/**
 * The combinations of a rule, at most 60, with its own among them: on each axis its own value takes the place of the
 * nearest one. `locations` is the largest number of locations of a target.
 */
export function gridOf(rule: Combination, locations: number): Combination[] {
  const { condition, recoveryThreshold } = rule;
  const recoveries = condition.type === "consecutive_failures" ? RECOVERIES.failures : RECOVERIES.window;
  return conditionsOf(condition, locations).flatMap((each) =>
    withOwn(recoveries, recoveryThreshold).map((recovery) => {
      return { condition: each, recoveryThreshold: recovery };
    }),
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
  }
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
export function outageCondition(rule: TunableCondition, locations: number): TunableCondition {
  if (rule.type === "latency_threshold") {
    const params = { ...rule.params, window_seconds: 60, percentile: "avg", min_checks: 1 } as const;
    return { type: "latency_threshold", params };
  }
  const min_locations = Math.max(1, Math.ceil(locations / 2));
  return { type: "consecutive_failures", params: { threshold: 1, min_locations } };
}
