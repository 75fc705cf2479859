import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import { divideByMissed, type Interval } from "../../results/observed/missed-time.ts";
import type { StatusSpan } from "../../results/stats/uptime.ts";
import { type ComponentState, componentState, type MeasuredState } from "./component-state.ts";

/** The history of a component from those of its targets. Pure. */

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

/** No check is expected then, so that nothing is missed. */
const NOT_CHECKED: ReadonlySet<MeasuredState> = new Set(["paused", "pending", "maintenance"]);

/** A status is only known while checks take place: missed time replaces it. */
function statesOf({ spans, missed }: TargetHistory): TargetSpan[] {
  return divideByMissed(spans, missed).map(({ fromMs, toMs, status, isMissed }) => {
    const state: MeasuredState = isMissed && !NOT_CHECKED.has(status) ? "missed" : status;
    return { fromMs, toMs, state };
  });
}
