import type { RuleCondition, RuleParams } from "@vedette/contract/alerts/alert-rules.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import { HOUR_MS } from "../../results/rollups/rollup.ts";
import { windowShape } from "../evaluation/evaluate.ts";
import { countChanges, type SeriesChanges } from "../evaluation/status-changes.ts";
import { BUCKETS_MAX } from "../evaluation/windows.ts";
import { holdsAtQuantile, type WindowCounts } from "./counted-window.ts";
import type { ReplayedSeries } from "./failure-counts.ts";
import type { HourFacts, HourTimes } from "./hour-facts.ts";

/**
 * Bounds on the verdicts of a rule in an hour, from the facts of this hour and the hours before it. Pure. An hour in
 * which no verdict can differ from the state of the condition need not be replayed.
 */

export type PossibleVerdicts = {
  /** Any result of the hour can have a verdict that holds, or one that does not hold. */
  canHold: boolean;
  canClear: boolean;
  /** Any result can be a good one of a series that fails. */
  canRecover: boolean;
};

const NONE: PossibleVerdicts = { canHold: false, canClear: false, canRecover: false };
const ANY: PossibleVerdicts = { canHold: true, canClear: true, canRecover: true };

/** For conditions of the whole target. */
function ofTarget(verdicts: Omit<PossibleVerdicts, "canRecover">): PossibleVerdicts {
  return { ...verdicts, canRecover: verdicts.canClear };
}

/** The hour, and what is known when it starts. */
export type HourView = {
  hourMs: number;
  facts: HourFacts;
  /** The facts of the hour that starts `hours` earlier. */
  before(hours: number): HourFacts;
  series: readonly ReplayedSeries[];
  /** Of the window that ends with the last result before the hour; null if its results are not read. */
  window: WindowCounts | null;
  /** By series, the newest value that only some results have, and the changes between up and down. */
  newest: ReadonlyMap<number, number>;
  changes: ReadonlyMap<number, SeriesChanges>;
};

export function possibleVerdicts(condition: RuleCondition, view: HourView): PossibleVerdicts {
  if (view.facts.results === 0) return NONE;
  switch (condition.type) {
    case "consecutive_failures":
      return ofFailures(condition.params, view);
    case "error_rate":
      return ofErrorRate(condition.params, { view, span: spanOf(condition) });
    case "latency_threshold":
      return ofLatency(condition.params, { view, span: spanOf(condition) });
    case "visual_diff_threshold":
      return ofDiffs(condition.params, view);
    case "ssl_expiry":
      return ofExpiry(condition.params, view);
    case "flapping":
      return ofFlapping(condition.params, view);
    case "missed":
    case "no_data":
      // No result triggers them.
      return NONE;
    default:
      return assertNever(condition);
  }
}

function ofFailures(
  params: RuleParams["consecutive_failures"],
  { facts, series }: HourView,
): PossibleVerdicts {
  const active = series
    .filter((each) => each.active)
    .map(({ seriesKey, consecutiveFailures, unknown }) => {
      const { results, failed } = facts.series.find((each) => each.seriesKey === seriesKey) ?? NO_SERIES_HOUR;
      const most = (unknown?.failuresMax ?? consecutiveFailures) + failed;
      const isDown = unknown === null && consecutiveFailures >= params.threshold && failed === results;
      return { canFail: most >= params.threshold, isDown, isSilent: results === 0 };
    });
  const needed = Math.max(1, Math.min(params.min_locations, active.length));
  return {
    canHold: active.filter(({ canFail }) => canFail).length >= needed,
    canClear: active.filter(({ isDown }) => isDown).length < needed,
    canRecover: active.some(({ isDown, isSilent }) => !isDown && !isSilent),
  };
}

const NO_SERIES_HOUR = { results: 0, failed: 0 };

/** Only an hour without changes can be passed: all changes must be known. */
function ofFlapping(
  params: RuleParams["flapping"],
  { facts, series, changes, hourMs }: HourView,
): PossibleVerdicts {
  const isChanged = facts.series.some(({ seriesKey, results, failed }) => {
    const isDown = changes.get(seriesKey)?.isDown;
    return results > 0 && (isDown === undefined || failed !== (isDown ? results : 0));
  });
  if (isChanged) return ANY;
  const windowMs = params.window_seconds * 1_000;
  const flapsAfter = (atMs: number) =>
    series.some(({ active, seriesKey }) => {
      const known = active ? changes.get(seriesKey) : undefined;
      return known !== undefined && countChanges(known, atMs) >= params.changes;
    });
  return ofTarget({
    canHold: flapsAfter(hourMs - windowMs),
    canClear: !flapsAfter(hourMs + HOUR_MS - windowMs),
  });
}

/** How many earlier hours the window of a result can reach into, and how many of the newest it contains completely. */
export type WindowHours = { reached: number; covered: number };

export function spanOf(condition: RuleCondition): WindowHours {
  const windowMs = windowShape(condition)?.windowMs ?? 0;
  // A window is up to one bucket shorter than its length.
  const covered = Math.floor((windowMs - windowMs / BUCKETS_MAX) / HOUR_MS) - 1;
  return { reached: Math.ceil(windowMs / HOUR_MS), covered: Math.max(0, covered) };
}

type Windowed = { view: HourView; span: WindowHours };

/** Results that every window of the hour contains, and those that a window can contain. */
type Bounds = { certain: Counts; possible: Counts };
type Counts = { good: number; bad: number };

/**
 * A window with the most bad results and the fewest good ones holds if any does. `holds` gets the counts of a window
 * with at least `minResults`.
 */
function verdictsWithin(
  { certain, possible }: Bounds,
  { minResults, holds }: { minResults: number; holds(counts: Counts): boolean },
): PossibleVerdicts {
  const total = possible.good + possible.bad;
  if (total === 0 || total < minResults) return NONE;
  const worst = { bad: possible.bad, good: Math.max(certain.good, minResults - possible.bad) };
  // Without good results every window has only bad ones.
  const best = {
    bad: Math.max(certain.bad, minResults - possible.good, possible.good === 0 ? 1 : 0),
    good: possible.good,
  };
  return ofTarget({ canHold: possible.bad > 0 && holds(worst), canClear: !holds(best) });
}

function ofErrorRate(params: RuleParams["error_rate"], windowed: Windowed): PossibleVerdicts {
  const bounds = boundsOf(windowed, {
    countsOf: ({ results, failed }) => exactly({ good: results - failed, bad: failed }),
    ofWindow: ({ total, failed }) => ({ good: total - failed, bad: failed }),
  });
  return verdictsWithin(bounds, {
    minResults: params.min_checks,
    holds: ({ good, bad }) => bad > 0 && (bad / (good + bad)) * 100 >= params.threshold,
  });
}

function ofLatency(params: RuleParams["latency_threshold"], windowed: Windowed): PossibleVerdicts {
  const { percentile } = params;
  if (percentile === "avg") return ofMean(params, windowed);
  const bounds = boundsOf(windowed, {
    countsOf: ({ times }) => countsOfTimes(times),
    ofWindow: ({ measured, above }) => ({ good: measured - above, bad: above }),
  });
  return verdictsWithin(bounds, {
    minResults: params.min_checks,
    holds: (counts) => holdsAtQuantile(counts, percentile / 100),
  });
}

function exactly(counts: Counts): Bounds {
  return { certain: counts, possible: counts };
}

function countsOfTimes({ measured, above, isExact }: HourTimes): Bounds {
  if (above === null) {
    return { certain: { good: 0, bad: 0 }, possible: { good: measured, bad: measured } };
  }
  const counts = { good: measured - above, bad: above };
  return isExact ? exactly(counts) : { certain: { good: 0, bad: 0 }, possible: counts };
}

/** Sums the counts of the hours that windows reach, and of those that every window of the hour contains. */
function boundsOf(
  { view, span }: Windowed,
  count: { countsOf(facts: HourFacts): Bounds; ofWindow(window: WindowCounts): Counts },
): Bounds {
  const certain = { good: 0, bad: 0 };
  const earlier = { good: 0, bad: 0 };
  for (let hours = 1; hours <= span.reached; hours++) {
    const counts = count.countsOf(view.before(hours));
    add(earlier, counts.possible);
    if (hours <= span.covered) add(certain, counts.certain);
  }
  const possible = view.window ? count.ofWindow(view.window) : earlier;
  return { certain, possible: add(possible, count.countsOf(view.facts).possible) };
}

function add(sum: Counts, { good, bad }: Counts): Counts {
  sum.good += good;
  sum.bad += bad;
  return sum;
}

/** Whether the sum of all differences to the threshold can be positive, or can be zero or less. */
function ofMean(params: RuleParams["latency_threshold"], { view, span }: Windowed): PossibleVerdicts {
  const thresholdUs = params.threshold_ms * 1_000;
  const sums = { max: 0, min: 0, measured: 0 };
  addPossible(sums, view.facts.times, thresholdUs);
  if (view.window) {
    sums.measured += view.window.measured;
    sums.max += view.window.excessUs;
    sums.min += view.window.shortfallUs;
  }
  for (let hours = 1; hours <= span.reached && !view.window; hours++) {
    const { times } = view.before(hours);
    if (hours <= span.covered && times.isExact) addCertain(sums, times, thresholdUs);
    else addPossible(sums, times, thresholdUs);
  }
  if (sums.measured === 0 || sums.measured < params.min_checks) return NONE;
  // One microsecond of tolerance for rounding.
  return ofTarget({ canHold: sums.max > -1, canClear: sums.min < 1 });
}

type Differences = { max: number; min: number; measured: number };

function addCertain(sums: Differences, { measured, sumUs }: HourTimes, thresholdUs: number): void {
  sums.measured += measured;
  sums.max += sumUs - thresholdUs * measured;
  sums.min += sumUs - thresholdUs * measured;
}

/** Any part of the results of the hour can be in the window. */
function addPossible(sums: Differences, { measured, minUs, maxUs }: HourTimes, thresholdUs: number): void {
  if (minUs === null || maxUs === null) return;
  sums.measured += measured;
  sums.max += measured * Math.max(0, maxUs - thresholdUs);
  sums.min += measured * Math.min(0, minUs - thresholdUs);
}

/** The range of the value that a series has in the hour; null if it has none. */
function rangeOf(
  seriesKey: number,
  { facts, newest }: HourView,
): { min: number; max: number; isCertain: boolean } | null {
  const before = newest.get(seriesKey);
  const hour = facts.sparse?.find((each) => each.seriesKey === seriesKey);
  if (!hour) return before === undefined ? null : { min: before, max: before, isCertain: true };
  return {
    min: Math.min(hour.min, before ?? hour.min),
    max: Math.max(hour.max, before ?? hour.max),
    isCertain: before !== undefined,
  };
}

function rangesOf(view: HourView): { min: number; max: number; isCertain: boolean }[] {
  return view.series.flatMap((each) => (each.active ? (rangeOf(each.seriesKey, view) ?? []) : []));
}

/** The worst series decides. */
function ofDiffs(params: RuleParams["visual_diff_threshold"], view: HourView): PossibleVerdicts {
  if (view.facts.sparse === null) return ANY;
  const ranges = rangesOf(view);
  if (ranges.length === 0) return NONE;
  const exceeds = (percent: number) => percent > params.threshold_percent;
  return ofTarget({
    canHold: ranges.some(({ max }) => exceeds(max)),
    canClear: !ranges.some(({ min, isCertain }) => isCertain && exceeds(min)),
  });
}

const DAY_MS = 86_400_000;

/** The certificate that expires first decides. */
function ofExpiry(params: RuleParams["ssl_expiry"], view: HourView): PossibleVerdicts {
  if (view.facts.sparse === null) return ANY;
  const ranges = rangesOf(view);
  if (ranges.length === 0) return NONE;
  const isDue = (expiresAtMs: number, atMs: number) => expiresAtMs - atMs <= params.days * DAY_MS;
  return ofTarget({
    canHold: ranges.some(({ min }) => isDue(min, view.hourMs + HOUR_MS)),
    canClear: !ranges.some(({ max, isCertain }) => isCertain && isDue(max, view.hourMs)),
  });
}
