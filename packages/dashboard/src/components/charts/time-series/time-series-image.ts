import uPlot from "uplot";
import { chartImage, IMAGE_PADDING, IMAGE_WIDTH, type ImageLegend } from "../download/chart-image.ts";
import { type PlotInput, plotOptions } from "./plot-options.ts";
import { rangeText } from "./range-text.ts";
import { MARKER_STYLES, SPAN_STYLES, type TimeRange } from "./series.ts";
import { plotData } from "./use-plot.ts";

/** The image of a time series chart. Loaded when it is downloaded. */

type ImageTexts = { title: string; range: TimeRange };

const HEIGHT = 420;

/** Draws the chart again at the size of the image. */
export async function timeSeriesImage(input: PlotInput, { title, range }: ImageTexts): Promise<Blob> {
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = `position:fixed;left:-10000px;top:0;width:${IMAGE_WIDTH - 2 * IMAGE_PADDING}px`;
  document.body.append(host);
  try {
    const plot = await drawnPlot({ ...input, height: HEIGHT }, host);
    const image = await chartImage({
      title,
      subtitle: rangeText(range),
      legend: legendOf(input),
      height: HEIGHT,
      paint: (ctx, { left, top, width, height }) => ctx.drawImage(plot.ctx.canvas, left, top, width, height),
    });
    plot.destroy();
    return image;
  } finally {
    host.remove();
  }
}

function drawnPlot(input: PlotInput, host: HTMLElement): Promise<uPlot> {
  return new Promise((resolve) => {
    const { onZoom: _, ...shown } = input;
    const options = plotOptions(
      host,
      () => shown,
      () => {},
    );
    const { draw = [] } = options.hooks ?? {};
    new uPlot({ ...options, hooks: { ...options.hooks, draw: [...draw, resolve] } }, plotData(shown), host);
  });
}

function legendOf({ series, spans = [], markers = [] }: PlotInput): ImageLegend[] {
  return [
    ...series.map(({ label, color, dash, isStacked }): ImageLegend => {
      return { label, color, look: isStacked ? "area" : (dash ?? "line") };
    }),
    ...[...new Set(spans.map(({ kind }) => kind))].map((kind): ImageLegend => {
      return { ...SPAN_STYLES[kind], look: "area" };
    }),
    ...[...new Set(markers.map(({ kind }) => kind))].map((kind): ImageLegend => {
      const { label, color, symbol } = MARKER_STYLES[kind];
      return { label, color, look: { symbol } };
    }),
  ];
}
