import type { MetricComparison, RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";

/** Evaluates rules about a metric that pings carry. Pure. */

/** How many values in a row met the condition, up to the newest one. Immutable. */
export type MetricStreak = { met: number; atMs: number };

export const NO_STREAK: MetricStreak = { met: 0, atMs: Number.NEGATIVE_INFINITY };

export type Measured = { atMs: number; metrics: Readonly<Record<string, number>> | null };
type MetricParams = RuleParams["metric"];

export function withMetric(streak: MetricStreak, params: MetricParams, measured: Measured): MetricStreak {
  const value = metricOf(params, measured);
  // A value that was read with the history is not counted again.
  if (value === null || measured.atMs <= streak.atMs) return streak;
  const met = COMPARE[params.comparison](value, params.value) ? streak.met + 1 : 0;
  return { met, atMs: measured.atMs };
}

/** No verdict at a result without the metric, so that the state stays as it is. */
export function evaluateMetric(params: MetricParams, { met }: MetricStreak, measured: Measured) {
  const { name, comparison, occurrences, value: threshold } = params;
  const value = metricOf(params, measured);
  const figures = { threshold, value: value ?? 0, metric: name, comparison, occurrences: met };
  return { holds: value === null ? null : met >= occurrences, figures };
}

function metricOf({ name }: MetricParams, { metrics }: Measured): number | null {
  return metrics && Object.hasOwn(metrics, name) ? (metrics[name] ?? null) : null;
}

const COMPARE: Record<MetricComparison, (value: number, other: number) => boolean> = {
  gt: (value, other) => value > other,
  gte: (value, other) => value >= other,
  lt: (value, other) => value < other,
  lte: (value, other) => value <= other,
  eq: (value, other) => value === other,
  ne: (value, other) => value !== other,
};
