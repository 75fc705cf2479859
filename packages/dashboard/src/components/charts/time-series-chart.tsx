import { useId, useState } from "react";
import { Button } from "../button.tsx";
import { absoluteTime } from "../time-ago.tsx";
import type { Series } from "./series.ts";
import { TimeSeriesPlot } from "./time-series-plot.tsx";

export type TimeSeriesChartProps = {
  /** The title: "Response time of the last 24 hours". */
  label: string;
  /** ISO timestamps in ascending order. */
  at: readonly string[];
  series: readonly Series[];
  /** Formats a value with its unit: "120 ms". */
  text(value: number | null): string;
  height?: number;
};

/** A time series chart with an accessible table of the same values. */
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
        <TimeSeriesPlot at={at} series={series} text={text} height={height} />
      )}
    </figure>
  );
}

function ValueTable({ label, at, series, text }: Omit<TimeSeriesChartProps, "height">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
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
