import { lazy, Suspense } from "react";
import { Skeleton } from "../../skeleton.tsx";
import type { TimeSeriesChartProps } from "./time-series-chart.tsx";

/** Loaded when it is first shown: uPlot is 50 kB. */
const TimeSeriesChart = lazy(() =>
  import("./time-series-chart.tsx").then((module) => ({ default: module.TimeSeriesChart })),
);

/** Same height as the chart, so that nothing below it moves. */
export const CHART_LINES = 7;

/** A time series chart with a placeholder until its code is loaded. */
export function SeriesChart(props: TimeSeriesChartProps) {
  return (
    <Suspense fallback={<Skeleton lines={CHART_LINES} />}>
      <TimeSeriesChart {...props} />
    </Suspense>
  );
}
