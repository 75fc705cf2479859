import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { type Box, chartImage, themeColor, themeFont } from "../download/chart-image.ts";
import { fitText } from "../download/image-layout.ts";
import { axisTicks, placeParts, totalMs, type WaterfallLegend, type WaterfallRow } from "./waterfall-rows.ts";

const ROW_HEIGHT = 28;
const BAR_HEIGHT = 16;
const LABEL_WIDTH = 260;
const VALUE_WIDTH = 90;
const AXIS_HEIGHT = 24;
const TICKS_MAX = 8;

type ImageInput = {
  title: string;
  subtitle: string;
  rows: readonly WaterfallRow[];
  legend: readonly WaterfallLegend[];
};

export function waterfallImage({ title, subtitle, rows, legend }: ImageInput): Promise<Blob> {
  const endMs = totalMs(rows);
  return chartImage({
    title,
    subtitle,
    legend: legend.map(({ label, color }) => ({ label, color, look: "area" })),
    height: AXIS_HEIGHT + rows.length * ROW_HEIGHT,
    paint: (ctx, { left, top, width, height }) => {
      const plot = { left: left + LABEL_WIDTH, top, width: width - LABEL_WIDTH - VALUE_WIDTH, height };
      paintAxis(ctx, plot, endMs);
      rows.forEach((row, index) => {
        const y = top + AXIS_HEIGHT + index * ROW_HEIGHT;
        paintRow(ctx, row, { plot, y, left, right: left + width, endMs });
      });
    },
  });
}

function paintAxis(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box, endMs: number): void {
  ctx.font = themeFont(12);
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  for (const tick of axisTicks(endMs, TICKS_MAX)) {
    const x = left + (tick / endMs) * width;
    ctx.fillStyle = themeColor("--soft");
    ctx.fillText(responseText(tick), x, top);
    ctx.fillStyle = themeColor("--line");
    ctx.fillRect(x, top + AXIS_HEIGHT - 4, 1, height - AXIS_HEIGHT + 4);
  }
}

type RowPlace = { plot: Box; y: number; left: number; right: number; endMs: number };

function paintRow(
  ctx: CanvasRenderingContext2D,
  row: WaterfallRow,
  { plot, y, left, right, endMs }: RowPlace,
): void {
  const middle = y + ROW_HEIGHT / 2;
  const widthOf = (ms: number) => (ms / endMs) * plot.width;
  ctx.font = themeFont(13);
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.fillStyle = themeColor("--ink");
  ctx.fillText(
    fitText(row.label, LABEL_WIDTH - 12, (text) => ctx.measureText(text).width),
    left,
    middle,
  );
  ctx.textAlign = "right";
  ctx.fillStyle = themeColor("--soft");
  ctx.fillText(row.startMs === null ? t("not run") : responseText(row.durationMs), right, middle);
  if (row.startMs === null) return;
  const bar = (startMs: number, ms: number, color: `--${string}`) => {
    ctx.fillStyle = themeColor(color);
    const x = plot.left + widthOf(startMs);
    ctx.fillRect(x, middle - BAR_HEIGHT / 2, Math.max(1, widthOf(ms)), BAR_HEIGHT);
  };
  bar(row.startMs, row.durationMs ?? 0, "--line-strong");
  for (const part of placeParts(row)) bar(part.startMs, part.ms, part.color);
}
