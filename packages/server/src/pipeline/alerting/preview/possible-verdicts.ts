import type { RuleCondition, RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import { HOUR_MS } from "../../results/rollups/rollup.ts";
import { countChanges } from "../evaluation/status-changes.ts";
import { ANY_VERDICTS, type HourView, NO_VERDICTS, ofTarget, type PossibleVerdicts } from "./hour-view.ts";
import { spanOf } from "./window-hours.ts";
import { ofErrorRate, ofLatency } from "./window-verdicts.ts";

/**
 * Bounds on the verdicts of a rule in an hour, from the facts of this hour and the hours before it. Pure. An hour in
 * which no verdict can differ from the state of the condition need not be replayed.
 */

export function possibleVerdicts(condition: RuleCondition, view: HourView): PossibleVerdicts {
  if (view.facts.results === 0) return NO_VERDICTS;
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
    case "metric":
    case "burn_rate":
    case "change":
      // They are previewed without hours: silence/, metrics/, burn-rate/ and changes/.
      return NO_VERDICTS;
    case "expiry":
      // Replayed as a rule of the type `ssl_expiry`.
      return NO_VERDICTS;
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
  if (isChanged) return ANY_VERDICTS;
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
  if (view.facts.sparse === null) return ANY_VERDICTS;
  const ranges = rangesOf(view);
  if (ranges.length === 0) return NO_VERDICTS;
  const exceeds = (percent: number) => percent > params.threshold_percent;
  return ofTarget({
    canHold: ranges.some(({ max }) => exceeds(max)),
    canClear: !ranges.some(({ min, isCertain }) => isCertain && exceeds(min)),
  });
}

const DAY_MS = 86_400_000;

/** The certificate that expires first decides. */
function ofExpiry(params: RuleParams["ssl_expiry"], view: HourView): PossibleVerdicts {
  if (view.facts.sparse === null) return ANY_VERDICTS;
  const ranges = rangesOf(view);
  if (ranges.length === 0) return NO_VERDICTS;
  const isDue = (expiresAtMs: number, atMs: number) => expiresAtMs - atMs <= params.days * DAY_MS;
  return ofTarget({
    canHold: ranges.some(({ min }) => isDue(min, view.hourMs + HOUR_MS)),
    canClear: !ranges.some(({ max, isCertain }) => isCertain && isDue(max, view.hourMs)),
  });
}
