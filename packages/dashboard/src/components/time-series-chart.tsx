import { useEffect, useId, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { Button } from "./button.tsx";
import { absoluteTime } from "./time-ago.tsx";

/** Import it lazily: `lazy(() => import("…/time-series-chart.tsx").then(…))`; uPlot is 50 kB. */

export type Series = {
  label: string;
  /** A name of the theme: "--accent", "--up". */
  colour: `--${string}`;
  /** One for each instant; null for none. */
  values: readonly (number | null)[];
  isDashed?: boolean;
};

type TimeSeriesChartProps = {
  /** What is shown, in words: "Response time of the last 24 hours". */
  label: string;
  /** ISO instants, rising. */
  at: readonly string[];
  series: readonly Series[];
  /** A value with its unit: "120 ms". */
  text(value: number | null): string;
  height?: number;
};

/** Lines over time, and the same as a table for who does not see them. */
export function TimeSeriesChart({ label, at, series, text, height = 240 }: TimeSeriesChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className="card grid gap-2 p-4" aria-labelledby={id}>
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <Button variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          As a table
        </Button>
      </figcaption>
      {isTable ? (
        <ValueTable label={label} at={at} series={series} text={text} />
      ) : (
        <Plot at={at} series={series} text={text} height={height} />
      )}
    </figure>
  );
}

const POINTS_SHOWN_MAX = 48;

function Plot({ at, series, text, height }: Required<Omit<TimeSeriesChartProps, "label">>) {
  const place = useRef<HTMLDivElement>(null);
  const [looks, setLooks] = useState(0);
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
    const axis = {
      stroke: colourOf(element, "--soft"),
      grid: { stroke: colourOf(element, "--line"), width: 1 },
    };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      cursor: { drag: { x: false, y: false } },
      axes: [axis, { ...axis, size: 70, values: (_, ticks) => ticks.map((tick) => text(tick)) }],
      series: [
        {},
        ...series.map(({ label, colour, isDashed }) => ({
          label,
          stroke: colourOf(element, colour),
          width: 1.5,
          // A line needs two; few of them are seen as points too.
          points: { show: at.length <= POINTS_SHOWN_MAX },
          ...(isDashed && { dash: [6, 4] }),
          value: (_: uPlot, value: number | null) => text(value),
        })),
      ],
    };
    const times = at.map((instant) => Date.parse(instant) / 1_000);
    const plot = new uPlot(options, [times, ...series.map(({ values }) => [...values])], element);
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [at, series, text, height, looks]);
  return <div ref={place} aria-hidden="true" className="min-w-0 overflow-hidden" />;
}

/** A canvas knows no custom properties: the browser reckons the colour out for an element. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function ValueTable({ label, at, series, text }: Omit<TimeSeriesChartProps, "height">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section tabIndex={0} aria-label={label} className="max-h-80 overflow-auto">
      <table className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <th key={one.label} scope="col" className="text-right">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {at.map((instant, index) => (
            <tr key={instant} className="border-t border-line">
              <th scope="row" className="font-normal">
                {absoluteTime(instant)}
              </th>
              {series.map((one) => (
                <td key={one.label} className="text-right">
                  {text(one.values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
