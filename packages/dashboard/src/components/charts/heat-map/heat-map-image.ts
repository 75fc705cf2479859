import type { HeatMap } from "@vedette/contract/targets/history.ts";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { type Box, chartImage, themeColor, themeFont } from "../download/chart-image.ts";
import { rangeText } from "../time-series/range-text.ts";
import { type ChartMarker, MARKER_STYLES } from "../time-series/series.ts";
import { timeTicks } from "../time-ticks.ts";
import { placeMarkers } from "./heat-map-columns.ts";
import { cellStrength } from "./heat-map-table.ts";

const HEIGHT = 420;
const AXIS_WIDTH = 80;
const TIME_HEIGHT = 40;
const BOUNDS_SHOWN = 8;
const TIMES_SHOWN = 10;
/** Ticks that are a day apart have the time too: a column rarely starts at midnight. */
const DAY_SECONDS_BELOW = 86_399;

type ImageTexts = { title: string; markers: readonly ChartMarker[] };

export function heatMapImage(data: HeatMap, { title, markers }: ImageTexts): Promise<Blob> {
  const { bounds_ms: bounds, columns } = data;
  const most = columns.reduce((max, { counts }) => Math.max(max, ...counts), 0);
  const groups = placeMarkers(data, markers);
  const kinds = [...new Set(groups.map(({ kind }) => kind))];
  return chartImage({
    title,
    subtitle: rangeText({ fromMs: Date.parse(data.from), toMs: Date.parse(data.to) }),
    legend: [
      {
        label: t("Responses: the darker, the more, up to {most}", { most }),
        color: "--accent",
        look: "area",
      },
      ...kinds.map((kind) => ({
        label: MARKER_STYLES[kind].label,
        color: MARKER_STYLES[kind].color,
        look: { symbol: MARKER_STYLES[kind].symbol },
      })),
    ],
    height: HEIGHT,
    paint: (ctx, { left, top, width, height }) => {
      const plot = { left: left + AXIS_WIDTH, top, width: width - AXIS_WIDTH, height: height - TIME_HEIGHT };
      paintCells(ctx, data, plot);
      paintBounds(ctx, bounds, plot);
      paintTimes(ctx, data, plot);
      for (const { kind, share } of groups) {
        ctx.fillStyle = themeColor(MARKER_STYLES[kind].color);
        ctx.fillRect(plot.left + share * plot.width, top, 1.5, plot.height);
      }
    },
  });
}

function paintCells(ctx: CanvasRenderingContext2D, { bounds_ms: bounds, columns }: HeatMap, plot: Box): void {
  const most = columns.reduce((max, { counts }) => Math.max(max, ...counts), 0);
  const cell = { width: plot.width / columns.length, height: plot.height / (bounds.length - 1) };
  ctx.fillStyle = themeColor("--raised");
  ctx.fillRect(plot.left, plot.top, plot.width, plot.height);
  ctx.fillStyle = themeColor("--accent");
  columns.forEach(({ counts }, column) => {
    counts.forEach((count, row) => {
      if (count === 0) return;
      ctx.globalAlpha = cellStrength(count, most);
      const y = plot.top + plot.height - (row + 1) * cell.height;
      ctx.fillRect(plot.left + column * cell.width, y, cell.width, cell.height);
    });
  });
  ctx.globalAlpha = 1;
}

function paintBounds(ctx: CanvasRenderingContext2D, bounds: readonly number[], plot: Box): void {
  ctx.font = themeFont(12);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.fillStyle = themeColor("--soft");
  const step = Math.ceil(bounds.length / BOUNDS_SHOWN);
  const rowHeight = plot.height / (bounds.length - 1);
  bounds.forEach((bound, index) => {
    if (index % step !== 0) return;
    ctx.fillText(responseText(bound), plot.left - 8, plot.top + plot.height - index * rowHeight);
  });
}

function paintTimes(ctx: CanvasRenderingContext2D, { columns }: HeatMap, plot: Box): void {
  const step = Math.ceil(columns.length / TIMES_SHOWN);
  const shown = columns.flatMap(({ at }, column) =>
    column % step === 0 ? [{ column, seconds: Date.parse(at) / 1_000 }] : [],
  );
  const [first, second] = shown;
  const stepSeconds = first && second ? second.seconds - first.seconds : 60;
  const texts = timeTicks(
    shown.map(({ seconds }) => seconds),
    Math.min(stepSeconds, DAY_SECONDS_BELOW),
  );
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  shown.forEach(({ column }, index) => {
    const x = plot.left + (column / columns.length) * plot.width;
    const top = plot.top + plot.height;
    ctx.fillRect(x, top, 1, 5);
    (texts[index] ?? "").split("\n").forEach((line, nr) => {
      ctx.fillText(line, x + 4, top + 4 + nr * 16);
    });
  });
}
