import { type RefObject, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { type PlotInput, plotOptions } from "./plot-options.ts";
import type { TimeRange } from "./series.ts";
import { stackedTops } from "./stacked-tops.ts";

export type Hovered = { index: number; left: number };

/**
 * Keeps a plot of the input in the container. New values are drawn into it, so that the pointer stays where it is; other
 * series or another theme need a new one.
 */
export function usePlot(
  container: RefObject<HTMLDivElement | null>,
  input: PlotInput,
  onHovered: (hovered: Hovered | null) => void,
): RefObject<uPlot | null> {
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(input);
  latest.current = input;
  const themeChanges = useThemeChanges();
  const { at, series, height, spans, markers, range, yMax, onZoom } = input;
  const looks = JSON.stringify(series.map(({ values: _, ...look }) => look));
  const canZoom = onZoom !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colors it was drawn with, so a theme change must redraw it.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const onHover = (index: number | null) =>
      onHovered(index === null ? null : { index, left: leftOf(plot.current, latest.current.at[index]) });
    const made = new uPlot(
      plotOptions(element, () => latest.current, onHover),
      plotData(latest.current),
      element,
    );
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [looks, height, canZoom, themeChanges]);
  const [fromMs, toMs] = [range?.fromMs, range?.toMs];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plot reads the latest input when it is drawn.
  useEffect(
    () => plot.current?.setData(plotData(latest.current)),
    [at, series, spans, markers, fromMs, toMs, yMax],
  );
  return plot;
}

export function plotData({ at, series }: Pick<PlotInput, "at" | "series">): uPlot.AlignedData {
  return [at.map((instant) => Date.parse(instant) / 1_000), ...stackedTops(series).map((tops) => [...tops])];
}

function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const redraw = () => setChanges((count) => count + 1);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const themeAttribute = new MutationObserver(redraw);
    scheme.addEventListener("change", redraw);
    themeAttribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", redraw);
      themeAttribute.disconnect();
    };
  }, []);
  return changes;
}

export function moveCursor(plot: uPlot | null, at: string | undefined): void {
  if (plot === null || at === undefined) return;
  plot.setCursor({ left: plot.valToPos(Date.parse(at) / 1_000, "x"), top: 1 });
}

/** Shows a time as selected, as dragging does; null for none. */
export function showSelection(plot: uPlot | null, range: TimeRange | null): void {
  if (plot === null) return;
  const [left, right] = range
    ? [plot.valToPos(range.fromMs / 1_000, "x"), plot.valToPos(range.toMs / 1_000, "x")]
    : [0, 0];
  const height = range ? plot.bbox.height / devicePixelRatio : 0;
  plot.setSelect({ left, top: 0, width: right - left, height }, false);
}

/** The position of an instant in the container, in CSS pixels. */
function leftOf(plot: uPlot | null, at: string | undefined): number {
  if (plot === null || at === undefined) return 0;
  return plot.bbox.left / devicePixelRatio + plot.valToPos(Date.parse(at) / 1_000, "x");
}
