import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { absoluteTime } from "../time-ago.tsx";
import type { Series } from "./series.ts";
import { stackedTops } from "./stacked-tops.ts";

/** Import it only through time-series-chart.tsx, which is loaded on demand: uPlot is 50 kB. */

type TimeSeriesPlotProps = {
  at: readonly string[];
  series: readonly Series[];
  text(value: number | null): string;
  height: number;
};

/** The canvas of the chart. It is hidden from screen readers, which use the table. */
export function TimeSeriesPlot({ at, series, text, height }: TimeSeriesPlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const [themeChanges, setThemeChanges] = useState(0);
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    const redraw = () => setThemeChanges((count) => count + 1);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const themeAttribute = new MutationObserver(redraw);
    scheme.addEventListener("change", redraw);
    themeAttribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", redraw);
      themeAttribute.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colors it was drawn with, so a theme change must redraw it.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const reportHovered = ({ cursor }: uPlot) => setHovered(cursor.idx ?? null);
    const plot = new uPlot(
      { ...optionsOf(element, { at, series, text, height }), hooks: { setCursor: [reportHovered] } },
      [at.map((instant) => Date.parse(instant) / 1_000), ...stackedTops(series).map((tops) => [...tops])],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [at, series, text, height, themeChanges]);
  return (
    <>
      <div ref={container} aria-hidden="true" className="min-w-0 overflow-hidden" />
      <Legend at={at} series={series} text={text} hovered={hovered} />
    </>
  );
}

type LegendProps = Omit<TimeSeriesPlotProps, "height"> & { hovered: number | null };

/** The color of each series, with its value at the hovered time. */
function Legend({ at, series, text, hovered }: LegendProps) {
  const instant = hovered === null ? undefined : at[hovered];
  return (
    <ul className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft tabular-nums">
      {series.map(({ label, color, isDashed, isStacked, values }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            className={
              isStacked ? "size-2.5 rounded-sm" : `w-3.5 border-t-2 ${isDashed ? "border-dashed" : ""}`
            }
            style={isStacked ? { background: `var(${color})` } : { borderColor: `var(${color})` }}
          />
          {label}
          {hovered !== null && <span className="text-ink">{text(values[hovered] ?? null)}</span>}
        </li>
      ))}
      {instant !== undefined && <li className="ml-auto max-sm:ml-0">{absoluteTime(instant)}</li>}
    </ul>
  );
}

const POINTS_SHOWN_MAX = 48;

function optionsOf(element: HTMLElement, { at, series, text, height }: TimeSeriesPlotProps): uPlot.Options {
  const axis = {
    stroke: resolveColor(element, "var(--soft)"),
    grid: { stroke: resolveColor(element, "var(--line)"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    axes: [axis, { ...axis, size: 70, values: (_, ticks) => ticks.map((tick) => text(tick)) }],
    scales: {
      // Gives a single point a range of ten minutes instead of uPlot's default of years.
      x: { range: (_, least, most) => (least === most ? [least - 300, most + 300] : [least, most]) },
      y: { range: (_, __, most) => [0, most === null || most <= 0 ? 1 : most * 1.08] },
    },
    series: [
      {},
      ...series.map(({ label, color, isDashed, isStacked }) => ({
        label,
        stroke: resolveColor(element, `var(${color})`),
        width: isStacked ? 1 : 1.5,
        // Opaque: overlapping translucent areas would mix their colors.
        ...(isStacked && {
          fill: resolveColor(element, `color-mix(in srgb, var(${color}) 45%, var(--surface))`),
        }),
        // Shows the points of short series: a line needs at least two.
        points: { show: !isStacked && at.length <= POINTS_SHOWN_MAX },
        ...(isDashed && { dash: [6, 4] }),
      })),
    ],
    bands: bandsOf(series),
  };
}

/** Fills each area down to the area below it, and the lowest one down to zero. */
function bandsOf(series: readonly Series[]): uPlot.Band[] {
  // The first series of uPlot is the time.
  const positions = series.flatMap(({ isStacked }, index) => (isStacked ? [index + 1] : []));
  return positions.slice(1).map((position, index) => ({ series: [position, positions[index] ?? 0] }));
}

/** Resolves a CSS color with custom properties, which a canvas does not support, through a probe element. */
function resolveColor(element: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}
