import { resolveColor } from "../resolve-color.ts";
import { fitText, layoutLegend } from "./image-layout.ts";

/**
 * A chart as a PNG with its title, its time and its legend, in the colors of the theme and on its background, so that it is
 * readable wherever it is pasted. Loaded when an image is downloaded.
 */

export type ImageLegend = {
  label: string;
  /** A color of the theme. */
  color: `--${string}`;
  look: "line" | "dashed" | "dotted" | "area" | "hatched" | { symbol: string };
};

export type Box = { left: number; top: number; width: number; height: number };

export type ChartImage = {
  title: string;
  subtitle: string;
  legend: readonly ImageLegend[];
  /** Height of the chart alone, in CSS pixels. */
  height: number;
  /** Paints the chart into the box, in CSS pixels. */
  paint(ctx: CanvasRenderingContext2D, box: Box): void;
};

export const IMAGE_WIDTH = 1_200;
export const IMAGE_PADDING = 24;
/** Browsers draw nothing on a larger canvas. */
const IMAGE_HEIGHT_MAX = 16_000;
const TITLE_HEIGHT = 30;
const SUBTITLE_HEIGHT = 30;
const LEGEND_LINE = 24;
const MARK_WIDTH = 16;
const GAP = 20;

/** Rejects if the browser cannot make an image of this size. */
export async function chartImage(image: ChartImage): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d");
  if (ctx === null) throw new Error("The browser has no canvas.");
  const inner = IMAGE_WIDTH - 2 * IMAGE_PADDING;
  ctx.font = themeFont(14);
  const widths = image.legend.map(({ label }) => MARK_WIDTH + 8 + ctx.measureText(label).width);
  const positions = layoutLegend(widths, { width: inner, gap: GAP });
  const lines = (positions.at(-1)?.line ?? -1) + 1;
  const chartTop = IMAGE_PADDING + TITLE_HEIGHT + SUBTITLE_HEIGHT;
  const legendTop = chartTop + image.height + 12;
  const height = legendTop + lines * LEGEND_LINE + IMAGE_PADDING;
  const scale = Math.min(devicePixelRatio, IMAGE_HEIGHT_MAX / height);
  [canvas.width, canvas.height] = [Math.round(IMAGE_WIDTH * scale), Math.round(height * scale)];
  ctx.scale(scale, scale);
  ctx.fillStyle = themeColor("--surface");
  ctx.fillRect(0, 0, IMAGE_WIDTH, height);
  paintTitles(ctx, image, inner);
  ctx.save();
  image.paint(ctx, { left: IMAGE_PADDING, top: chartTop, width: inner, height: image.height });
  ctx.restore();
  ctx.font = themeFont(14);
  image.legend.forEach((item, index) => {
    const { left, line } = positions[index] ?? { left: 0, line: 0 };
    paintLegend(ctx, item, {
      left: IMAGE_PADDING + left,
      top: legendTop + line * LEGEND_LINE,
      width: inner - left,
      height: LEGEND_LINE,
    });
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The image is too large."))),
      "image/png",
    );
  });
}

export const themeColor = (name: `--${string}`): string => resolveColor(document.body, `var(${name})`);

export const themeFont = (size: number, weight = 400): string =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;

function paintTitles(ctx: CanvasRenderingContext2D, { title, subtitle }: ChartImage, width: number): void {
  ctx.textBaseline = "top";
  const measure = (text: string) => ctx.measureText(text).width;
  ctx.font = themeFont(20, 650);
  ctx.fillStyle = themeColor("--ink");
  ctx.fillText(fitText(title, width, measure), IMAGE_PADDING, IMAGE_PADDING);
  ctx.font = themeFont(14);
  ctx.fillStyle = themeColor("--soft");
  ctx.fillText(fitText(subtitle, width, measure), IMAGE_PADDING, IMAGE_PADDING + TITLE_HEIGHT);
}

function paintLegend(
  ctx: CanvasRenderingContext2D,
  { label, color, look }: ImageLegend,
  { left, top, width, height }: Box,
): void {
  const middle = top + height / 2;
  ctx.fillStyle = themeColor(color);
  ctx.strokeStyle = ctx.fillStyle;
  ctx.textBaseline = "middle";
  if (typeof look === "object") ctx.fillText(look.symbol, left, middle);
  else if (look === "area" || look === "hatched") ctx.fillRect(left, middle - 6, 12, 12);
  else {
    ctx.save();
    ctx.lineWidth = 2;
    ctx.setLineDash(look === "dashed" ? [5, 3] : look === "dotted" ? [2, 2] : []);
    ctx.beginPath();
    ctx.moveTo(left, middle);
    ctx.lineTo(left + MARK_WIDTH, middle);
    ctx.stroke();
    ctx.restore();
  }
  ctx.fillStyle = themeColor("--ink");
  const room = width - MARK_WIDTH - 8;
  const text = fitText(label, room, (one) => ctx.measureText(one).width);
  ctx.fillText(text, left + MARK_WIDTH + 8, middle);
}
