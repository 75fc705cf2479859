import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { HOUR_MS } from "../../results/rollups/rollup.ts";
import { type Evaluated, evaluateCondition, windowShape } from "../evaluation/evaluate.ts";
import { NO_STREAK } from "../evaluation/metrics.ts";
import type { Figures, RuleVerdict } from "../evaluation/rule-verdict.ts";
import { encodeTimes, ResultWindow, type WindowShape } from "../evaluation/windows.ts";
import { holdsWith } from "./counted-window.ts";
import type { HourFacts } from "./hour-facts.ts";
import type { HourView } from "./hour-view.ts";

/** The figures take long to compute and are needed only if an alert opens. */
export type HourVerdict = Omit<RuleVerdict, "figures"> & { figures(): Figures };

/**
 * Evaluates a condition on the facts of an hour in place of its results. Failures of an hour count as if they followed
 * each other, and a window is as long as the hours that it is nearest to. `at` is the start of the hour.
 */
export function evaluateHour(
  condition: RuleCondition,
  { view, at }: { view: HourView; at: Evaluated },
): HourVerdict {
  const shape = windowShape(condition);
  if (shape !== null) return evaluateWindow(condition, { shape, view, at });
  const newest = new Map(view.newest);
  for (const { seriesKey, max, newest: last } of view.facts.sparse ?? [])
    newest.set(seriesKey, condition.type === "ssl_expiry" ? last : max);
  const series = at.series.map((each) => {
    const hour = view.facts.series.find(({ seriesKey }) => seriesKey === each.seriesKey);
    if (!hour) return each;
    const before = hour.failed === hour.results ? each.consecutiveFailures : 0;
    return { ...each, consecutiveFailures: before + hour.failed };
  });
  const { figures, ...verdict } = evaluateCondition(
    condition,
    { window: null, newest, changes: new Map(), metric: NO_STREAK },
    { ...at, series },
  );
  return { ...verdict, figures: () => figures };
}

function evaluateWindow(
  condition: RuleCondition,
  { shape, view, at }: { shape: WindowShape; view: HourView; at: Evaluated },
): HourVerdict {
  const hours = Math.max(1, Math.round(shape.windowMs / HOUR_MS));
  const facts = Array.from({ length: hours }, (_, index) => (index === 0 ? view.facts : view.before(index)));
  const figures = () => {
    const window = windowOf(facts.toReversed(), shape);
    return evaluateCondition(
      condition,
      { window, newest: new Map(), changes: new Map(), metric: NO_STREAK },
      at,
    ).figures;
  };
  const counts = sumOf(facts);
  // A window shorter than an hour has a share of its results.
  const share = Math.min(1, shape.windowMs / HOUR_MS);
  const { params, type } = condition;
  const counted = type === "latency_threshold" ? counts.measured : counts.total;
  const isEnough = !("min_checks" in params) || counted * share >= params.min_checks;
  return { holds: isEnough && !counts.isUnknown ? holdsWith(condition, counts) : null, figures };
}

function sumOf(facts: readonly HourFacts[]) {
  const sum = { total: 0, failed: 0, measured: 0, above: 0, sumUs: 0, isUnknown: false };
  for (const { results, failed, times } of facts) {
    sum.total += results;
    sum.failed += failed;
    sum.measured += times.measured;
    sum.above += times.above ?? 0;
    sum.sumUs += times.sumUs;
    sum.isUnknown ||= times.above === null;
  }
  return sum;
}

/** An hour without a sketch has no time above the threshold: a quantile above it is the same with any such times. */
function windowOf(facts: readonly HourFacts[], shape: WindowShape): ResultWindow {
  const window = new ResultWindow(shape);
  for (const [index, { results, failed, times }] of facts.entries()) {
    const { measured, sumUs, maxUs, sketches } = times;
    window.addBucket({ index, total: results, failed, measured, responseUsSum: sumUs, times: null });
    if (!shape.hasTimes || maxUs === null) continue;
    const known = sketches.length > 0 ? sketches : [encodeTimes(new Array<number>(measured).fill(maxUs))];
    for (const sketch of known) {
      window.addBucket({ index, total: 0, failed: 0, measured: 0, responseUsSum: 0, times: sketch });
    }
  }
  return window;
}
