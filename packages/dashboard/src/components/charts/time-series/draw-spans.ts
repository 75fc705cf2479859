import type uPlot from "uplot";
import { resolveColor } from "../resolve-color.ts";
import { type ChartMarker, type ChartSpan, MARKER_STYLES, SPAN_STYLES } from "./series.ts";

/** Draws the shaded times of a chart and its markers on the canvas. */

const LEAST_WIDTH = 2;
const EDGE_HEIGHT = 3;
const HATCH_STEP = 7;
const MARKER_SIZE = 5;

/** Shades the spans behind the series: a bar at the top, and below it an area or, for some kinds, hatching. */
export function drawSpans(plot: uPlot, element: HTMLElement, spans: readonly ChartSpan[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { fromMs, toMs, kind } of spans) {
    const { color, isHatched } = SPAN_STYLES[kind];
    const left = plot.valToPos(fromMs / 1_000, "x", true);
    const width = Math.max(LEAST_WIDTH * scale, plot.valToPos(toMs / 1_000, "x", true) - left);
    ctx.fillStyle = resolveColor(element, `color-mix(in srgb, var(${color}) 14%, transparent)`);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    const solid = resolveColor(element, `var(${color})`);
    ctx.fillStyle = solid;
    ctx.fillRect(left, bbox.top, width, EDGE_HEIGHT * scale);
    if (isHatched) hatch(plot, { left, width, color: solid });
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

/** A line with a triangle at one end for each marker; that of an alert is dashed. */
export function drawMarkers(plot: uPlot, element: HTMLElement, markers: readonly ChartMarker[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.lineWidth = scale;
  for (const { atMs, kind } of markers) {
    const { color, isAtTop } = MARKER_STYLES[kind];
    const x = Math.round(plot.valToPos(atMs / 1_000, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = resolveColor(element, `var(${color})`);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.setLineDash(isAtTop ? [] : [3 * scale, 3 * scale]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bottom);
    ctx.stroke();
    ctx.beginPath();
    const end = isAtTop ? bbox.top : bottom;
    ctx.moveTo(x - MARKER_SIZE * scale, end);
    ctx.lineTo(x + MARKER_SIZE * scale, end);
    ctx.lineTo(x, end + (isAtTop ? 1.6 : -1.6) * MARKER_SIZE * scale);
    ctx.fill();
  }
  ctx.restore();
}
