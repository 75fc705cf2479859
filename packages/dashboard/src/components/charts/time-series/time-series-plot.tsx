import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { ChartTooltip, pointTexts } from "./chart-tooltip.tsx";
import { type PlotInput, plotOptions } from "./plot-options.ts";
import { MARKER_STYLES, SPAN_STYLES } from "./series.ts";
import { stackedTops } from "./stacked-tops.ts";

/** Import it only through time-series-chart.tsx, which is loaded on demand: uPlot is 50 kB. */

type TimeSeriesPlotProps = PlotInput & { label: string };

type Hovered = { index: number; left: number };

/**
 * The canvas of the chart. One tab stop: the arrow keys move between the points, and screen readers read the values of
 * the current one. Dragging selects a time.
 */
export function TimeSeriesPlot({ label, ...input }: TimeSeriesPlotProps) {
  const { at } = input;
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const plot = usePlot(container, input, setHovered);
  const index = hovered === null ? null : Math.min(hovered.index, at.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    const last = at.length - 1;
    const from = index ?? last + 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) moveTo(plot.current, at[Math.max(0, Math.min(last, to))]);
    else if (event.key === "Escape") setHovered(null);
    else return;
    event.preventDefault();
  }
  const texts = at.length > 0 ? pointTexts(input, index ?? at.length - 1) : [];
  return (
    <>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={`${label}: values`}
        aria-activedescendant={`${id}-point`}
        aria-orientation="horizontal"
        className="relative rounded-sm"
        onKeyDown={onKeyDown}
        onBlur={() => setHovered(null)}
      >
        <div ref={container} aria-hidden="true" className="min-w-0 overflow-hidden" />
        {/* biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option. */}
        <span id={`${id}-point`} role="option" aria-selected={index !== null} className="sr-only">
          {texts.length === 0 ? "No values" : texts.join(", ")}
        </span>
        {hovered !== null && index !== null && (
          <ChartTooltip texts={texts} left={hovered.left} width={container.current?.clientWidth ?? 0} />
        )}
      </div>
      <Legend {...input} />
    </>
  );
}

/**
 * Keeps a plot of the input in the container. New values are drawn into it, so that the pointer stays where it is; other
 * series or another theme need a new one.
 */
function usePlot(
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
      dataOf(latest.current),
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
    () => plot.current?.setData(dataOf(latest.current)),
    [at, series, spans, markers, fromMs, toMs, yMax],
  );
  return plot;
}

function dataOf({ at, series }: PlotInput): uPlot.AlignedData {
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

function moveTo(plot: uPlot | null, at: string | undefined): void {
  if (plot === null || at === undefined) return;
  plot.setCursor({ left: plot.valToPos(Date.parse(at) / 1_000, "x"), top: 1 });
}

/** The position of an instant in the container, in CSS pixels. */
function leftOf(plot: uPlot | null, at: string | undefined): number {
  if (plot === null || at === undefined) return 0;
  return plot.bbox.left / devicePixelRatio + plot.valToPos(Date.parse(at) / 1_000, "x");
}

/** The colors of the series, of the shaded times and of the markers. */
function Legend({ series, spans = [], markers = [] }: PlotInput) {
  const kinds = [...new Set(spans.map(({ kind }) => kind))];
  const marked = [...new Set(markers.map(({ kind }) => kind))];
  return (
    <ul className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
      {series.map(({ label, color, isDashed, isStacked }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            className={
              isStacked
                ? "size-2.5 rounded-sm forced-color-adjust-none"
                : `w-3.5 forced-color-adjust-none border-t-2 ${isDashed ? "border-dashed" : ""}`
            }
            style={isStacked ? { background: `var(${color})` } : { borderColor: `var(${color})` }}
          />
          {label}
        </li>
      ))}
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm forced-color-adjust-none ${SPAN_STYLES[kind].background}`} />
          {SPAN_STYLES[kind].label}
        </li>
      ))}
      {marked.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={MARKER_STYLES[kind].text}>
            {MARKER_STYLES[kind].symbol}
          </span>
          {MARKER_STYLES[kind].label}
        </li>
      ))}
    </ul>
  );
}
