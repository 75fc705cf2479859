import { t } from "../../../language/t.ts";
import type { ChartMarker, MarkerKind } from "./series.ts";

/** Groups the markers of a chart that would cover each other. Pure. */

export type MarkerGroup = {
  kind: MarkerKind;
  /** Of the first and the last marker. */
  fromMs: number;
  toMs: number;
  count: number;
};

/**
 * Markers of one kind that are less than `gapMs` after the first of their group are one group. A group is therefore never
 * wider than the gap, and two groups of a kind never overlap.
 */
export function groupMarkers(markers: readonly ChartMarker[], gapMs: number): MarkerGroup[] {
  const groups: MarkerGroup[] = [];
  const open = new Map<MarkerKind, MarkerGroup>();
  for (const { kind, atMs } of markers.toSorted((a, b) => a.atMs - b.atMs)) {
    const group = open.get(kind);
    if (group && atMs - group.fromMs < gapMs) {
      group.toMs = atMs;
      group.count += 1;
      continue;
    }
    const started = { kind, fromMs: atMs, toMs: atMs, count: 1 };
    open.set(kind, started);
    groups.push(started);
  }
  return groups;
}

/** More of them would cover the chart. */
const LABELS_MAX = 5;

/** The labels of markers at one position of a chart, with the number of those that are left out. */
export function markerTexts(markers: readonly ChartMarker[]): string[] {
  const left = markers.length - LABELS_MAX;
  const shown = markers.slice(0, LABELS_MAX).map(({ label }) => label);
  return left > 0 ? [...shown, t("and {left} more in the list below", { left })] : shown;
}
