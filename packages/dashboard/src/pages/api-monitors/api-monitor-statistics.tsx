import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiMonitorStats } from "@vedette/contract/targets/stats.ts";
import { lazy, Suspense, useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { SelectField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { observedText, percentText, responseText, spanText } from "../../format.ts";

const TimeSeriesChart = lazy(() =>
  import("../../components/charts/time-series-chart.tsx").then((module) => ({
    default: module.TimeSeriesChart,
  })),
);

type Stats = ApiMonitorStats;
type Period = NonNullable<Stats["period"]>;

const PERIODS: readonly { value: Period; label: string }[] = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
];

/** Figures, duration and step statistics for the selected period. */
export function ApiMonitorStatistics({ id }: { id: string }) {
  const api = useApi();
  const [period, setPeriod] = useState<Period>("24h");
  const { data, error } = useQuery({
    queryKey: keys.detail("api-monitors", id, "stats", period),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { period } };
      return dataOf(api.GET("/api/v1/api-monitors/{id}/stats", { params, signal }));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <section className="grid gap-4" aria-labelledby="stats-title">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="stats-title">Statistics</h2>
        <SelectField
          label="Period"
          error={null}
          value={period}
          options={PERIODS}
          onValue={(value) => setPeriod(value)}
        />
      </div>
      {error && <Notice>{error.message}</Notice>}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <>
          <Figures stats={data} />
          {data.total_checks > 0 && (
            <Suspense fallback={<Skeleton lines={5} />}>
              <TimeSeriesChart
                label="Run duration"
                at={data.series.map(({ at }) => at)}
                series={[
                  { label: "Average", color: "--accent", values: data.series.map(({ avg_ms }) => avg_ms) },
                  {
                    label: "95th percentile",
                    color: "--maintenance",
                    values: data.series.map(({ p95_ms }) => p95_ms),
                    isDashed: true,
                  },
                ]}
                text={responseText}
              />
            </Suspense>
          )}
          {data.steps.length > 0 && (
            <>
              <h3 className="font-semibold">Steps</h3>
              <Table
                caption="Step statistics"
                columns={COLUMNS}
                rows={data.steps}
                idOf={({ name }) => name}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

function outcomesText({ total_checks: total, failed_checks: failed, error_checks: errors }: Stats): string {
  const unjudged = errors > 0 ? `, ${errors} not evaluated` : "";
  return `${failed} of ${total} failed${unjudged}`;
}

function Figures({ stats }: { stats: Stats }) {
  const { pass_rate, flaky_rate, duration_ms, uptime_percentage, incidents, mttr_seconds } = stats;
  return (
    <StatFigures>
      <StatFigure label="Uptime" value={percentText(uptime_percentage)} note={observedText(stats)} />
      <StatFigure label="Pass rate" value={percentText(pass_rate)} note={outcomesText(stats)} />
      <StatFigure label="Passed after retry" value={percentText(flaky_rate)} />
      <StatFigure label="Median duration" value={responseText(duration_ms.p50)} />
      <StatFigure label="95th percentile" value={responseText(duration_ms.p95)} />
      <StatFigure
        label="Incidents"
        value={incidents}
        note={
          mttr_seconds === null ? undefined : `resolved after ${spanText(mttr_seconds * 1_000)} on average`
        }
      />
    </StatFigures>
  );
}

const COLUMNS: readonly Column<Stats["steps"][number]>[] = [
  { id: "name", title: "Step", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: "pass", title: "Passed", isNumber: true, cell: ({ pass_rate }) => percentText(pass_rate) },
  { id: "p95", title: "95th percentile", isNumber: true, cell: ({ p95_ms }) => responseText(p95_ms) },
];
