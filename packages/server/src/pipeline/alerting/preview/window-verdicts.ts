import type { RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { holdsAtQuantile, type WindowCounts } from "./counted-window.ts";
import type { HourFacts, HourTimes } from "./hour-facts.ts";
import { type HourView, NO_VERDICTS, ofTarget, type PossibleVerdicts } from "./hour-view.ts";
import type { WindowHours } from "./window-hours.ts";

/** Bounds on the verdicts of conditions with a window, as in `possible-verdicts.ts`. */

/** The hour, and how far its windows reach. */
export type Windowed = { view: HourView; span: WindowHours };

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
  if (total === 0 || total < minResults) return NO_VERDICTS;
  const worst = { bad: possible.bad, good: Math.max(certain.good, minResults - possible.bad) };
  // Without good results every window has only bad ones.
  const best = {
    bad: Math.max(certain.bad, minResults - possible.good, possible.good === 0 ? 1 : 0),
    good: possible.good,
  };
  return ofTarget({ canHold: possible.bad > 0 && holds(worst), canClear: !holds(best) });
}

export function ofErrorRate(params: RuleParams["error_rate"], windowed: Windowed): PossibleVerdicts {
  const bounds = boundsOf(windowed, {
    countsOf: ({ results, failed }) => exactly({ good: results - failed, bad: failed }),
    ofWindow: ({ total, failed }) => ({ good: total - failed, bad: failed }),
  });
  return verdictsWithin(bounds, {
    minResults: params.min_checks,
    holds: ({ good, bad }) => bad > 0 && (bad / (good + bad)) * 100 >= params.threshold,
  });
}

export function ofLatency(params: RuleParams["latency_threshold"], windowed: Windowed): PossibleVerdicts {
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
  if (sums.measured === 0 || sums.measured < params.min_checks) return NO_VERDICTS;
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
