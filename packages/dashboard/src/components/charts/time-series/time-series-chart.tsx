import { type ReactNode, useId, useState } from "react";
import { Button } from "../../button.tsx";
import type { PlotInput } from "./plot-options.ts";
import { TimeSeriesPlot } from "./time-series-plot.tsx";
import { ValueTable } from "./value-table.tsx";

export type TimeSeriesChartProps = Omit<PlotInput, "height"> & {
  /** The title: "Response time of the last 24 hours". */
  label: string;
  height?: number;
  /** Shown beside the title, such as a button that resets the zoom. */
  actions?: ReactNode;
};

/** A time series chart with an accessible table of the same values. */
export function TimeSeriesChart({ label, height = 240, actions, ...input }: TimeSeriesChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className="card grid gap-2 p-4" aria-labelledby={id}>
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="flex flex-wrap gap-2">
          {actions}
          <Button onClick={() => setTable(!isTable)}>{isTable ? "As a chart" : "As a table"}</Button>
        </span>
      </figcaption>
      {isTable ? (
        <ValueTable label={label} {...input} />
      ) : (
        <TimeSeriesPlot label={label} height={height} {...input} />
      )}
    </figure>
  );
}
