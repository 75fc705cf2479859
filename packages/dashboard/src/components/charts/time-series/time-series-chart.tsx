import { type ReactNode, useId, useState } from "react";
import { t } from "../../../language/t.ts";
import { Button } from "../../button.tsx";
import { DownloadMenu } from "../download/download-menu.tsx";
import type { PlotInput } from "./plot-options.ts";
import type { TimeRange } from "./series.ts";
import { TimeSeriesPlot } from "./time-series-plot.tsx";
import { timeSeriesTable } from "./time-series-table.ts";
import { ValueTable } from "./value-table.tsx";

export type TimeSeriesChartProps = Omit<PlotInput, "height"> & {
  /** The title: "Response time of the last 24 hours". */
  label: string;
  /** What the chart is about, such as the name of the target, and what it shows, for names of files. */
  subject: string;
  title: string;
  /** Of the values: "ms". */
  unit?: string;
  height?: number;
  /** Shown beside the title, such as a button that resets the zoom. */
  actions?: ReactNode;
};

/** A time series chart with an accessible table of the same values, and downloads. */
export function TimeSeriesChart({
  label,
  subject,
  title,
  unit = "",
  height = 240,
  actions,
  ...input
}: TimeSeriesChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const range = shownRange(input);
  return (
    <figure className="card grid min-w-0 gap-2 p-4" aria-labelledby={id}>
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className="flex flex-wrap gap-2">
          {actions}
          {input.at.length > 0 && (
            <DownloadMenu
              label={label}
              download={{
                file: () => ({ subject, title, range }),
                table: () => timeSeriesTable(input, unit),
                image: async () => {
                  const { timeSeriesImage } = await import("./time-series-image.ts");
                  return timeSeriesImage({ ...input, height }, { title: `${subject}: ${title}`, range });
                },
              }}
            />
          )}
          <Button onClick={() => setTable(!isTable)}>{isTable ? t("As a chart") : t("As a table")}</Button>
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

function shownRange({ at, range }: Pick<PlotInput, "at" | "range">): TimeRange {
  return range ?? { fromMs: Date.parse(at[0] ?? ""), toMs: Date.parse(at.at(-1) ?? "") };
}
