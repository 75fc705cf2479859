import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { absoluteTime } from "../time-ago.tsx";
import type { Series } from "./series.ts";
import { stackedTops } from "./stacked-tops.ts";

/** Import it by time-series-chart.tsx, which is loaded when it is needed: uPlot is 50 kB. */

type TimeSeriesPlotProps = {
  at: readonly string[];
  series: readonly Series[];
  text(value: number | null): string;
  height: number;
};

/** The drawing, for who sees it; the table beside it says the same. */
export function TimeSeriesPlot({ at, series, text, height }: TimeSeriesPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const [looks, setLooks] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    const again = () => setLooks((count) => count + 1);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const chosen = new MutationObserver(again);
    scheme.addEventListener("change", again);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", again);
      chosen.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colours that it was drawn with, so another theme draws anew.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const tellPointed = ({ cursor }: uPlot) => setPointed(cursor.idx ?? null);
    const plot = new uPlot(
      { ...optionsOf(element, { at, series, text, height }), hooks: { setCursor: [tellPointed] } },
      [at.map((instant) => Date.parse(instant) / 1_000), ...stackedTops(series).map((tops) => [...tops])],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [at, series, text, height, looks]);
  return (
    <>
      <div ref={place} aria-hidden="true" className="min-w-0 overflow-hidden" />
      <Legend at={at} series={series} text={text} pointed={pointed} />
    </>
  );
}

type LegendProps = Omit<TimeSeriesPlotProps, "height"> & { pointed: number | null };

/** Which colour is what; with the values of the time that is pointed at. */
function Legend({ at, series, text, pointed }: LegendProps) {
  const instant = pointed === null ? undefined : at[pointed];
  return (
    <ul className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft tabular-nums">
      {series.map(({ label, colour, isDashed, isStacked, values }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            className={
              isStacked ? "size-2.5 rounded-sm" : `w-3.5 border-t-2 ${isDashed ? "border-dashed" : ""}`
            }
            style={isStacked ? { background: `var(${colour})` } : { borderColor: `var(${colour})` }}
          />
          {label}
          {pointed !== null && <span className="text-ink">{text(values[pointed] ?? null)}</span>}
        </li>
      ))}
      {instant !== undefined && <li className="ml-auto max-sm:ml-0">{absoluteTime(instant)}</li>}
    </ul>
  );
}

const POINTS_SHOWN_MAX = 48;

function optionsOf(element: HTMLElement, { at, series, text, height }: TimeSeriesPlotProps): uPlot.Options {
  const axis = {
    stroke: colourOf(element, "var(--soft)"),
    grid: { stroke: colourOf(element, "var(--line)"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    axes: [axis, { ...axis, size: 70, values: (_, ticks) => ticks.map((tick) => text(tick)) }],
    scales: {
      // A single point alone would be drawn in the middle of years.
      x: { range: (_, least, most) => (least === most ? [least - 300, most + 300] : [least, most]) },
      y: { range: (_, __, most) => [0, most === null || most <= 0 ? 1 : most * 1.08] },
    },
    series: [
      {},
      ...series.map(({ label, colour, isDashed, isStacked }) => ({
        label,
        stroke: colourOf(element, `var(${colour})`),
        width: isStacked ? 1 : 1.5,
        // Mixed and not see-through: areas lie on one another, and so would their colours.
        ...(isStacked && {
          fill: colourOf(element, `color-mix(in srgb, var(${colour}) 45%, var(--surface))`),
        }),
        // A line needs two; few of them are seen as points too.
        points: { show: !isStacked && at.length <= POINTS_SHOWN_MAX },
        ...(isDashed && { dash: [6, 4] }),
      })),
    ],
    bands: bandsOf(series),
  };
}

/** Each area is filled down to the one that it stands on; the lowest one down to nothing. */
function bandsOf(series: readonly Series[]): uPlot.Band[] {
  // The first of uPlot's series is the time.
  const places = series.flatMap(({ isStacked }, index) => (isStacked ? [index + 1] : []));
  return places.slice(1).map((place, nr) => ({ series: [place, places[nr] ?? 0] }));
}

/** A canvas knows no custom properties: the browser reckons the colour out for an element. */
function colourOf(element: HTMLElement, colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
