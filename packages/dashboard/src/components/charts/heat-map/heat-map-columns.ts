import type { HeatMap } from "@vedette/contract/targets/history.ts";
import { groupMarkers, type MarkerGroup } from "../time-series/group-markers.ts";
import type { ChartMarker, TimeRange } from "../time-series/series.ts";

/** Times of the columns of a heat map. Pure. */

type Columns = Pick<HeatMap, "columns" | "to">;

/** The time of these columns, both included, in any order. */
export function columnsTime({ columns, to }: Columns, first: number, last: number): TimeRange {
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  return { fromMs: startMs(columns, low), toMs: Date.parse(columns[high + 1]?.at ?? to) };
}

const startMs = (columns: HeatMap["columns"], column: number): number =>
  Date.parse(columns[column]?.at ?? "");

export type PlacedMarkers = MarkerGroup & {
  /** 0 at the left edge to 1 at the right one. */
  share: number;
};

/** Narrower groups would cover the number of each other. */
const GROUPS_MAX = 20;

/** The markers within the time of the map, grouped. */
export function placeMarkers({ columns, to }: Columns, markers: readonly ChartMarker[]): PlacedMarkers[] {
  const fromMs = startMs(columns, 0);
  const lengthMs = Date.parse(to) - fromMs;
  if (!(lengthMs > 0)) return [];
  const inside = markers.filter(({ atMs }) => atMs >= fromMs && atMs <= fromMs + lengthMs);
  return groupMarkers(inside, lengthMs / GROUPS_MAX).map((group) => ({
    ...group,
    share: (group.fromMs - fromMs) / lengthMs,
  }));
}
