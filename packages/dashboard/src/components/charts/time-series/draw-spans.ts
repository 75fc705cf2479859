import type uPlot from "uplot";
import { resolveColor } from "../resolve-color.ts";
import { groupMarkers, type MarkerGroup } from "./group-markers.ts";
import { type ChartMarker, type ChartSpan, MARKER_STYLES, SPAN_STYLES } from "./series.ts";

/** Draws the shaded times of a chart and its markers on the canvas. */

const LEAST_WIDTH = 2;
const EDGE_HEIGHT = 3;
const BAR_HEIGHT = 5;
const HATCH_STEP = 7;
const MARKER_SIZE = 5;
/** Groups closer than that would cover the number of each other. */
const MARKER_GAP = 34;
/** Many lines leave the values readable. */
const LINE_OPACITY = 0.6;

/** Shades the spans behind the series: an area with a bar at its top, hatched for some kinds, or only a bar at the bottom. */
export function drawSpans(plot: uPlot, element: HTMLElement, spans: readonly ChartSpan[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { fromMs, toMs, kind } of spans) {
    const { color, look } = SPAN_STYLES[kind];
    const left = plot.valToPos(fromMs / 1_000, "x", true);
    const width = Math.max(LEAST_WIDTH * scale, plot.valToPos(toMs / 1_000, "x", true) - left);
    const solid = resolveColor(element, `var(${color})`);
    if (look === "bar") {
      ctx.fillStyle = solid;
      ctx.fillRect(left, bbox.top + bbox.height - BAR_HEIGHT * scale, width, BAR_HEIGHT * scale);
      continue;
    }
    ctx.fillStyle = resolveColor(element, `color-mix(in srgb, var(${color}) 14%, transparent)`);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.fillStyle = solid;
    ctx.fillRect(left, bbox.top, width, EDGE_HEIGHT * scale);
    if (look === "hatched") hatch(plot, { left, width, color: solid });
  }
  ctx.restore();
}

function hatch(
  { ctx, bbox }: uPlot,
  { left, width, color }: { left: number; width: number; color: string },
): void {
  const step = HATCH_STEP * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, width, bbox.height);
  ctx.clip();
  ctx.beginPath();
  for (let x = left - bbox.height; x < left + width; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.globalAlpha = 0.3;
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.restore();
}

/**
 * A line with a triangle at one end for each marker; that of an alert is dashed. Markers that would cover each other share a
 * line with their number.
 */
export function drawMarkers(plot: uPlot, element: HTMLElement, markers: readonly ChartMarker[]): void {
  const { bbox } = plot;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const spanMs = ((max ?? 0) - (min ?? 0)) * 1_000;
  const gapMs = (spanMs * MARKER_GAP * devicePixelRatio) / Math.max(1, bbox.width);
  for (const group of groupMarkers(markers, gapMs)) {
    const x = Math.round(plot.valToPos(group.fromMs / 1_000, "x", true));
    if (x >= bbox.left && x <= bbox.left + bbox.width) drawMarkerGroup(plot, element, { ...group, x });
  }
}

type PlacedCount = Pick<MarkerGroup, "kind" | "count"> & { x: number };

function drawMarkerGroup(plot: uPlot, element: HTMLElement, { kind, count, x }: PlacedCount): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const { color, isAtTop } = MARKER_STYLES[kind];
  const end = isAtTop ? bbox.top : bbox.top + bbox.height;
  ctx.save();
  ctx.lineWidth = scale;
  ctx.strokeStyle = resolveColor(element, `var(${color})`);
  ctx.fillStyle = ctx.strokeStyle;
  ctx.setLineDash(isAtTop ? [] : [3 * scale, 3 * scale]);
  ctx.globalAlpha = LINE_OPACITY;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.globalAlpha = 1;
  ctx.beginPath();
  ctx.moveTo(x - MARKER_SIZE * scale, end);
  ctx.lineTo(x + MARKER_SIZE * scale, end);
  ctx.lineTo(x, end + (isAtTop ? 1.6 : -1.6) * MARKER_SIZE * scale);
  ctx.fill();
  if (count > 1) drawCount(plot, element, { kind, count, x });
  ctx.restore();
}

/** The number of a group beside its line, with an outline, so that it is readable above values. */
function drawCount({ ctx, bbox }: uPlot, element: HTMLElement, { kind, count, x }: PlacedCount): void {
  const scale = devicePixelRatio;
  const { isAtTop } = MARKER_STYLES[kind];
  ctx.font = `600 ${11 * scale}px ${getComputedStyle(element).fontFamily}`;
  ctx.textBaseline = isAtTop ? "top" : "bottom";
  // Left of the line at the right edge, where the text would be cut off.
  const isAtEdge = x + MARKER_GAP * scale > bbox.left + bbox.width;
  ctx.textAlign = isAtEdge ? "right" : "left";
  const left = x + (isAtEdge ? -1 : 1) * (MARKER_SIZE + 2) * scale;
  const top = isAtTop ? bbox.top : bbox.top + bbox.height;
  ctx.setLineDash([]);
  ctx.strokeStyle = resolveColor(element, "var(--surface)");
  ctx.lineWidth = 3 * scale;
  ctx.strokeText(String(count), left, top);
  ctx.fillText(String(count), left, top);
}
