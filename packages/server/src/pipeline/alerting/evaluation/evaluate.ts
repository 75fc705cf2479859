import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import { evaluateChange, matchingChanges } from "./changes/evaluate-change.ts";
import { type Expiry, expiryStepVerdict, expiryVerdict } from "./expiry-verdict.ts";
import { evaluateMetric, type MetricStreak, NO_STREAK, withMetric } from "./metrics.ts";
import type { RuleVerdict } from "./rule-verdict.ts";
import { countChanges, type SeriesChanges, withResult } from "./status-changes.ts";
import { ResultWindow, type WindowShape } from "./windows.ts";

/**
 * Decides whether a rule's condition holds. Pure: takes a result and the remembered earlier ones, returns a
 * verdict. It never knows where results come from, who is notified or what is stored.
 */

/** The fields of a result that rules use. */
export type Evaluated = Pick<
  RecordedResult,
  | "location"
  | "seriesKey"
  | "status"
  | "atMs"
  | "slotMs"
  | "responseUs"
  | "tlsExpiresAtMs"
  | "visualDiffPercent"
  | "metrics"
  | "changes"
  | "series"
>;

/** What evaluation remembers of a target's earlier results. */
export type RuleMemory = {
  /** For rule types with a time window. */
  window: ResultWindow | null;
  /**
   * By series, the newest value that only some results have: the certificate's expiry, the visual difference, or when
   * something changed.
   */
  newest: Map<number, number>;
  /** By series, for rules about flapping. */
  changes: Map<number, SeriesChanges>;
  /** For rules about a metric. */
  metric: MetricStreak;
};

export function createMemory(condition: RuleCondition): RuleMemory {
  const shape = windowShape(condition);
  return {
    window: shape && new ResultWindow(shape),
    newest: new Map(),
    changes: new Map(),
    metric: NO_STREAK,
  };
}

export function cloneMemory({ window, newest, changes, metric }: RuleMemory): RuleMemory {
  return { window: window?.clone() ?? null, newest: new Map(newest), changes: new Map(changes), metric };
}

/** Returns null for rule types without a time window. */
export function windowShape({ type, params }: RuleCondition): WindowShape | null {
  switch (type) {
    case "error_rate":
      return { windowMs: params.window_seconds * 1_000, hasTimes: false };
    case "latency_threshold":
      return { windowMs: params.window_seconds * 1_000, hasTimes: params.percentile !== "avg" };
    default:
      return null;
  }
}

/** The length of the past that an evaluation depends on, or null if it depends only on the newest results. */
export function historyMs(condition: RuleCondition): number | null {
  if (condition.type === "flapping") return condition.params.window_seconds * 1_000;
  return windowShape(condition)?.windowMs ?? null;
}

/** Remembers a result. Results of one series arrive in slot order, or nearly so. */
export function remember(condition: RuleCondition, memory: RuleMemory, result: Evaluated): void {
  memory.window?.add(result);
  const sparse = sparseValueOf(condition, result);
  if (sparse !== null) memory.newest.set(result.seriesKey, sparse);
  if (condition.type === "metric") memory.metric = withMetric(memory.metric, condition.params, result);
  if (condition.type !== "flapping") return;
  memory.changes.set(result.seriesKey, withResult(memory.changes.get(result.seriesKey), result));
}

function sparseValueOf({ type, params }: RuleCondition, result: Evaluated): number | null {
  if (type === "change") return matchingChanges(params, result.changes).length === 0 ? null : result.atMs;
  if (type === "ssl_expiry" || type === "expiry") return result.tlsExpiresAtMs;
  return type === "visual_diff_threshold" ? result.visualDiffPercent : null;
}

/** Evaluates a condition at a result that is already remembered. */
export function evaluateCondition(
  condition: RuleCondition,
  memory: RuleMemory,
  result: Evaluated,
): RuleVerdict {
  const { type, params } = condition;
  switch (type) {
    case "consecutive_failures":
      return evaluateFailures(params, result);
    case "error_rate":
      return evaluateErrorRate(params, memory.window ?? emptyWindow(condition));
    case "latency_threshold":
      return evaluateLatency(params, memory.window ?? emptyWindow(condition));
    case "visual_diff_threshold": {
      const worst = findExtreme(memory, result, (a, b) => a > b);
      const figures = { threshold: params.threshold_percent, value: worst?.value ?? 0 };
      return { holds: worst && worst.value > params.threshold_percent, figures };
    }
    case "ssl_expiry":
      return expiryVerdict([params.days], findFirstExpiry(memory, result), result.atMs);
    case "expiry":
      if (params.subject === "certificate")
        return expiryStepVerdict(params.days, findFirstExpiry(memory, result), result.atMs);
      // No result triggers it: expiry/ evaluates it.
      return { holds: null, figures: { threshold: 0, value: 0 } };
    case "flapping":
      return evaluateFlapping(params, memory, result);
    case "missed":
    case "no_data":
      // No result triggers them: silence/ evaluates them.
      return { holds: null, figures: { threshold: params.minutes, value: 0 } };
    case "metric":
      return evaluateMetric(params, memory.metric, result);
    case "burn_rate":
      // No result triggers it: burn-rate/ evaluates it.
      return { holds: null, figures: { threshold: 0, value: 0 } };
    case "change":
      return evaluateChange(params, { changedAtMs: [...memory.newest.values()], result });
    default:
      return assertNever(type);
  }
}

type ParamsOf<T extends RuleCondition["type"]> = Extract<RuleCondition, { type: T }>["params"];

/**
 * If a target has fewer locations than required, all of them must fail; otherwise its rule could never hold.
 */
function evaluateFailures(params: ParamsOf<"consecutive_failures">, { series }: Evaluated): RuleVerdict {
  const active = series.filter((each) => each.active);
  const failing = active.filter((each) => each.consecutiveFailures >= params.threshold);
  const needed = Math.min(params.min_locations, active.length);
  const figures = {
    threshold: params.threshold,
    value: Math.max(0, ...active.map((each) => each.consecutiveFailures)),
    locations: failing.map((each) => each.location),
  };
  const bySeries = { failing: failing.map(keyOf), active: active.map(keyOf), needed };
  return { holds: failing.length > 0 && failing.length >= needed, figures, bySeries };
}

const keyOf = ({ seriesKey }: { seriesKey: number }): number => seriesKey;

/** At 0 % any failure is too many; at 100 % all checks must fail. Both ends of the range are meaningful. */
function evaluateErrorRate(params: ParamsOf<"error_rate">, window: ResultWindow): RuleVerdict {
  const { total, failed } = window;
  const percent = total === 0 ? 0 : (failed / total) * 100;
  const figures = {
    threshold: params.threshold,
    value: round(percent),
    total_checks: total,
    failed_checks: failed,
    window_seconds: params.window_seconds,
  };
  if (total < params.min_checks) return { holds: null, figures };
  return { holds: failed > 0 && percent >= params.threshold, figures };
}

function evaluateLatency(params: ParamsOf<"latency_threshold">, window: ResultWindow): RuleVerdict {
  const { percentile } = params;
  const ms = percentile === "avg" ? window.meanMs() : window.quantileMs(percentile / 100);
  const figures = {
    threshold: params.threshold_ms,
    value: round(ms ?? 0),
    percentile,
    total_checks: window.measured,
    window_seconds: params.window_seconds,
  };
  if (ms === null || window.measured < params.min_checks) return { holds: null, figures };
  return { holds: ms > params.threshold_ms, figures };
}

function findFirstExpiry(memory: RuleMemory, result: Evaluated): Expiry | null {
  const first = findExtreme(memory, result, (a, b) => a < b);
  return first && { atMs: first.value, facts: { locations: [first.location] } };
}

/** Counted for each location on its own: an outage that several locations see is one change of each. */
function evaluateFlapping(
  params: ParamsOf<"flapping">,
  { changes }: RuleMemory,
  { series, slotMs }: Evaluated,
): RuleVerdict {
  const afterMs = slotMs - params.window_seconds * 1_000;
  const counts = series.flatMap(({ active, seriesKey, location }) => {
    const known = active ? changes.get(seriesKey) : undefined;
    return known === undefined ? [] : [{ location, count: countChanges(known, afterMs) }];
  });
  const flapping = counts.filter(({ count }) => count >= params.changes);
  const figures = {
    threshold: params.changes,
    value: Math.max(0, ...counts.map(({ count }) => count)),
    locations: flapping.map(({ location }) => location),
    window_seconds: params.window_seconds,
  };
  return { holds: flapping.length > 0, figures };
}

/** The worst newest value among the active locations, or null if none has a value. */
function findExtreme(
  { newest }: RuleMemory,
  { series }: Evaluated,
  isWorse: (one: number, other: number) => boolean,
): { value: number; location: string } | null {
  let worst: { value: number; location: string } | null = null;
  for (const { active, seriesKey, location } of series) {
    const value = active ? newest.get(seriesKey) : undefined;
    if (value !== undefined && (worst === null || isWorse(value, worst.value))) worst = { value, location };
  }
  return worst;
}

function emptyWindow(condition: RuleCondition): ResultWindow {
  throw new Error(`a rule of type ${condition.type} has no window`);
}

/** Messages show two decimals. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
