import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { StatusSpan } from "../../results/stats/uptime.ts";
import { type ComponentState, componentState, type MeasuredState } from "./component-state.ts";

/** The history of a component from those of its targets. Pure. */

export type Interval = { fromMs: number; toMs: number };

export type TargetHistory = {
  /** In order, without overlaps. */
  spans: readonly StatusSpan[];
  /** When its checks did not take place at any location; in order, without overlaps. */
  missed: readonly Interval[];
};

/** A time range in which a component had one state. */
export type ComponentSpan = Interval & { state: ComponentState };

type Edge = { atMs: number; state: MeasuredState; change: 1 | -1 };

/** Returns the spans of a component within a time, in order; adjacent ones have different states. */
export function componentSpans(
  rollup: GroupRollup,
  targets: readonly TargetHistory[],
  { fromMs, toMs }: Interval,
): ComponentSpan[] {
  const edges = targets
    .flatMap((target) => statesOf(target))
    .flatMap(({ state, ...span }) => {
      const from = Math.max(span.fromMs, fromMs);
      const to = Math.min(span.toMs, toMs);
      return to > from ? edgesOf(state, { fromMs: from, toMs: to }) : [];
    })
    .sort((one, other) => one.atMs - other.atMs);
  const spans: ComponentSpan[] = [];
  const counts = new Map<MeasuredState, number>();
  for (const [index, { atMs, state, change }] of edges.entries()) {
    counts.set(state, (counts.get(state) ?? 0) + change);
    const nextMs = edges[index + 1]?.atMs ?? atMs;
    if (nextMs === atMs) continue;
    const last = spans.at(-1);
    const now = componentState(rollup, counts);
    if (last?.state === now && last.toMs === atMs) last.toMs = nextMs;
    else spans.push({ fromMs: atMs, toMs: nextMs, state: now });
  }
  return spans;
}

function edgesOf(state: MeasuredState, { fromMs, toMs }: Interval): Edge[] {
  return [
    { atMs: fromMs, state, change: 1 },
    { atMs: toMs, state, change: -1 },
  ];
}

type TargetSpan = Interval & { state: MeasuredState };

/**
 * A status is only known while checks take place: missed time replaces it. While a target is paused, pending or in
 * maintenance no check is expected, so that nothing was missed.
 */
function statesOf({ spans, missed }: TargetHistory): TargetSpan[] {
  let first = 0;
  return spans.flatMap(({ fromMs, toMs, status }) => {
    if (status === "paused" || status === "pending" || status === "maintenance")
      return [{ fromMs, toMs, state: status }];
    while ((missed[first]?.toMs ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    return withGaps({ fromMs, toMs, state: status }, missed.slice(first));
  });
}

/** Divides a span by the gaps in it. */
function withGaps({ fromMs, toMs, state }: TargetSpan, gaps: readonly Interval[]): TargetSpan[] {
  const result: TargetSpan[] = [];
  let atMs = fromMs;
  for (const gap of gaps) {
    if (gap.fromMs >= toMs) break;
    const gapFrom = Math.max(gap.fromMs, atMs);
    const gapTo = Math.min(gap.toMs, toMs);
    if (gapFrom > atMs) result.push({ fromMs: atMs, toMs: gapFrom, state });
    if (gapTo > gapFrom) result.push({ fromMs: gapFrom, toMs: gapTo, state: "missed" });
    atMs = Math.max(atMs, gapTo);
  }
  if (atMs < toMs) result.push({ fromMs: atMs, toMs, state });
  return result;
}

/**
 * Returns when all locations of a target missed its checks. `gaps` are those of each location; with fewer of them than
 * `locations` at an instant, another location observed the target.
 */
export function missedEverywhere(gaps: readonly (readonly Interval[])[], locations: number): Interval[] {
  const edges = gaps
    .flatMap(merged)
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, change: 1 },
      { atMs: toMs, change: -1 },
    ])
    .sort((one, other) => one.atMs - other.atMs || one.change - other.change);
  const missed: Interval[] = [];
  let open = 0;
  let sinceMs = 0;
  for (const { atMs, change } of edges) {
    const wasMissed = open >= locations;
    open += change;
    const isMissed = open >= locations;
    if (isMissed && !wasMissed) sinceMs = atMs;
    if (wasMissed && !isMissed && atMs > sinceMs) missed.push({ fromMs: sinceMs, toMs: atMs });
  }
  return merged(missed);
}

/** Joins intervals that overlap or touch. */
function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { fromMs, toMs } of intervals.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = result.at(-1);
    if (last && last.toMs >= fromMs) last.toMs = Math.max(last.toMs, toMs);
    else if (toMs > fromMs) result.push({ fromMs, toMs });
  }
  return result;
}
