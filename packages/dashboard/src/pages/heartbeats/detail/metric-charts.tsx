import { useQuery } from "@tanstack/react-query";
import type { HeartbeatMetrics } from "@vedette/contract/heartbeats/pings.ts";
import { useMemo } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { SeriesChart } from "../../../components/charts/time-series/series-chart.tsx";
import { Notice } from "../../../components/notice.tsx";
import { type HistorySearch, instantsOf, rangeOf } from "../../../features/history/history-search.ts";
import { numberText } from "../../../format.ts";

type MetricChartsProps = { id: string; search: HistorySearch };

/** A chart of each metric that pings carry, of the time that is chosen for the durations. */
export function MetricCharts({ id, search }: MetricChartsProps) {
  const api = useApi();
  const range = rangeOf(search);
  const { data, error } = useQuery({
    queryKey: keys.detail("heartbeats", id, "metrics", range),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: instantsOf(range) };
      return dataOf(api.GET("/api/v1/heartbeats/{id}/metrics", { params, signal }));
    },
  });
  if (error) return <Notice>{error.message}</Notice>;
  if (!data || data.metrics.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label="Metrics">
      <h2>Metrics</h2>
      {data.metrics.map((metric) => (
        <MetricChart key={metric.name} metric={metric} />
      ))}
    </section>
  );
}

function MetricChart({ metric: { name, points } }: { metric: HeartbeatMetrics["metrics"][number] }) {
  const chart = useMemo(
    () => ({
      at: points.map(({ at }) => at),
      series: [{ label: name, color: "--accent" as const, values: points.map(({ value }) => value) }],
      range: {
        fromMs: Date.parse(points[0]?.at ?? "") - MARGIN_MS,
        toMs: Date.parse(points.at(-1)?.at ?? "") + MARGIN_MS,
      },
    }),
    [name, points],
  );
  return <SeriesChart label={name} height={160} {...chart} text={metricText} />;
}

/** A single value is not at the edge of its chart. */
const MARGIN_MS = 60_000;

const metricText = (value: number | null): string => (value === null ? "–" : numberText(value));
