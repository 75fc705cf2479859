import { useQuery } from "@tanstack/react-query";
import type { HeartbeatMetrics } from "@vedette/contract/heartbeats/pings.ts";
import { useMemo } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import type { TimeRange } from "../../../components/charts/time-series/series.ts";
import { SeriesChart } from "../../../components/charts/time-series/series-chart.tsx";
import type { TimeSeriesChartProps as SeriesChartProps } from "../../../components/charts/time-series/time-series-chart.tsx";
import { Notice } from "../../../components/notice.tsx";
import { zoomedTo } from "../../../features/history/charts/chart-time.ts";
import type { HistoryProps } from "../../../features/history/charts/history-props.ts";
import { useChartEvents } from "../../../features/history/events/use-chart-events.ts";
import { type ChartRange, instantsOf, withRange } from "../../../features/history/history-search.ts";
import { rangeOf } from "../../../features/history/read-range.ts";
import { numberText } from "../../../format.ts";
import { t } from "../../../language/t.ts";

type MetricChartsProps = Pick<HistoryProps, "id" | "name" | "search" | "onSearch">;

/** A chart of each metric that pings carry, of the time that is chosen for the durations. */
export function MetricCharts({ id, name, search, onSearch }: MetricChartsProps) {
  const api = useApi();
  const range = rangeOf(search);
  const times = useMemo(() => timesOf(rangeOf(search)), [search]);
  const { data, error } = useQuery({
    queryKey: keys.detail("heartbeats", id, "metrics", range),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: instantsOf(range) };
      return dataOf(api.GET("/api/v1/heartbeats/{id}/metrics", { params, signal }));
    },
  });
  const { spans, markers } = useChartEvents(id, range);
  if (error) return <Notice>{error.message}</Notice>;
  if (!data || data.metrics.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={t("Metrics")}>
      <h2>{t("Metrics")}</h2>
      {data.metrics.map((metric) => (
        <MetricChart
          key={metric.name}
          metric={metric}
          subject={name}
          times={times}
          spans={spans}
          markers={markers}
          onZoom={(next) => onSearch(withRange(search, zoomedTo(next)))}
        />
      ))}
    </section>
  );
}

type MetricChartProps = Pick<SeriesChartProps, "subject" | "spans" | "markers" | "onZoom"> & {
  metric: HeartbeatMetrics["metrics"][number];
  /** The selected time; null for a period, which ends with the values. */
  times: TimeRange | null;
};

function MetricChart({ metric: { name, points }, times, ...shared }: MetricChartProps) {
  const chart = useMemo(
    () => ({
      at: points.map(({ at }) => at),
      series: [{ label: name, color: "--accent" as const, values: points.map(({ value }) => value) }],
      range: times ?? {
        fromMs: Date.parse(points[0]?.at ?? "") - MARGIN_MS,
        toMs: Date.parse(points.at(-1)?.at ?? "") + MARGIN_MS,
      },
    }),
    [name, points, times],
  );
  return <SeriesChart label={name} title={name} height={160} {...shared} {...chart} text={metricText} />;
}

function timesOf(range: ChartRange): TimeRange | null {
  return "from" in range ? { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) } : null;
}

/** A single value is not at the edge of its chart. */
const MARGIN_MS = 60_000;

const metricText = (value: number | null): string => (value === null ? "–" : numberText(value));
