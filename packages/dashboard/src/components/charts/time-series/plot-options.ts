import type uPlot from "uplot";
import { resolveColor } from "../resolve-color.ts";
import { timeTicks } from "../time-ticks.ts";
import { drawMarkers, drawSpans } from "./draw-spans.ts";
import type { ChartMarker, ChartSpan, Series, TimeRange } from "./series.ts";

/** The options of uPlot for a time series chart of the dashboard. */

export type PlotInput = {
  at: readonly string[];
  series: readonly Series[];
  text(value: number | null): string;
  height: number;
  spans?: readonly ChartSpan[];
  markers?: readonly ChartMarker[];
  /** The time that is shown; by default that of the values. */
  range?: TimeRange | undefined;
  /** The end of the value axis; by default the largest value. */
  yMax?: number | undefined;
  /** A time was selected by dragging. */
  onZoom?(range: TimeRange): void;
};

const POINTS_SHOWN_MAX = 48;
/** The width of a tick's text, in CSS pixels; a short chart has seconds in it. */
const TIME_SPACE = 72;
const SECONDS_SPACE = 100;
const SECONDS_SHOWN_BELOW = 1_200;

/** A shorter drag is a click. */
const DRAG_LEAST = 6;

/**
 * `latest` returns the input as it is when the chart is drawn: only other series, or another height, need a new plot.
 */
export function plotOptions(
  element: HTMLElement,
  latest: () => PlotInput,
  onHover: (index: number | null) => void,
): uPlot.Options {
  const { series, height, onZoom } = latest();
  const axis = {
    stroke: resolveColor(element, "var(--soft)"),
    grid: { stroke: resolveColor(element, "var(--line)"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: onZoom !== undefined, y: false, setScale: false, dist: DRAG_LEAST } },
    axes: [
      {
        ...axis,
        size: 44,
        space: (_, __, least, most) => (most - least < SECONDS_SHOWN_BELOW ? SECONDS_SPACE : TIME_SPACE),
        values: (_, ticks, __, ___, step) => timeTicks(ticks, step),
      },
      { ...axis, size: 74, values: (_, ticks) => ticks.map((tick) => latest().text(tick)) },
    ],
    scales: {
      x: { range: (_, least, most) => shownTime(least, most, latest().range) },
      y: {
        range: (_, least, most) => [
          Math.min(0, least ?? 0) * 1.08,
          Math.max(most ?? 0, latest().yMax ?? 0) * 1.08 || 1,
        ],
      },
    },
    series: [{}, ...series.map((one) => seriesOptions(element, one))],
    bands: [...stackBands(series), ...fillBands(element, series)],
    hooks: {
      drawClear: [(plot) => drawSpans(plot, element, latest().spans ?? [])],
      draw: [(plot) => drawMarkers(plot, element, latest().markers ?? [])],
      setCursor: [({ cursor }) => onHover(cursor.idx ?? null)],
      setSelect: [(plot) => zoomToSelection(plot, latest())],
    },
  };
}

function zoomToSelection(plot: uPlot, { onZoom }: PlotInput): void {
  const { left, width } = plot.select;
  if (width < DRAG_LEAST) return;
  const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom?.({ fromMs: Math.round(from * 1_000), toMs: Math.round(to * 1_000) });
}

/** Gives a single point a range of ten minutes instead of uPlot's default of years. */
function shownTime(least: number, most: number, range: TimeRange | undefined): [number, number] {
  if (range) return [range.fromMs / 1_000, range.toMs / 1_000];
  return least === most ? [least - 300, most + 300] : [least, most];
}

function seriesOptions(element: HTMLElement, { label, color, dash, isStacked }: Series): uPlot.Series {
  return {
    label,
    stroke: resolveColor(element, `var(${color})`),
    width: isStacked ? 1 : 1.5,
    // Opaque: overlapping translucent areas would mix their colors.
    ...(isStacked && {
      fill: resolveColor(element, `color-mix(in srgb, var(${color}) 45%, var(--surface))`),
    }),
    // Shows the points of short series: a line needs at least two.
    points: { show: ({ data }) => !isStacked && data[0].length <= POINTS_SHOWN_MAX },
    ...(dash && { dash: DASHES[dash] }),
  };
}

const DASHES = { dashed: [6, 4], dotted: [2, 3] };

/** Fills each area down to the area below it, and the lowest one down to zero. */
function stackBands(series: readonly Series[]): uPlot.Band[] {
  // The first series of uPlot is the time.
  const positions = series.flatMap(({ isStacked }, index) => (isStacked ? [index + 1] : []));
  return positions.slice(1).map((position, index) => ({ series: [position, positions[index] ?? 0] }));
}

function fillBands(element: HTMLElement, series: readonly Series[]): uPlot.Band[] {
  return series.flatMap(({ fillTo, color }, index) => {
    const lower = series.findIndex(({ label }) => label === fillTo);
    if (fillTo === undefined || lower === -1) return [];
    const fill = resolveColor(element, `color-mix(in srgb, var(${color}) 22%, transparent)`);
    return [{ series: [index + 1, lower + 1] as [number, number], fill }];
  });
}
