import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { JourneyStats } from "@vedette/contract/targets/stats.ts";
import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { lazy, Suspense, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { observedText, percentText, responseText } from "../../format.ts";

type Stats = JourneyStats;

const TimeSeriesChart = lazy(() =>
  import("../../components/charts/time-series-chart.tsx").then((file) => ({ default: file.TimeSeriesChart })),
);

const PERIODS = ["1h", "24h", "7d", "30d", "90d"] as const satisfies readonly StatsPeriod[];
const PERIOD_WORDS: Record<StatsPeriod, string> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

/** Pass rate, flaky rate and durations. */
export function JourneyFigures({ id }: { id: string }) {
  const api = useApi();
  const [period, setPeriod] = useState<StatsPeriod>("24h");
  const { data: stats, error } = useQuery({
    queryKey: keys.detail("journeys", id, "stats", period),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/journeys/{id}/stats", { params: { path: { id }, query: { period } }, signal })),
  });
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Figures</h2>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Of the last</legend>
          {PERIODS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === period}
              className="min-h-9 rounded-lg px-3 text-soft hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-ink"
              onClick={() => setPeriod(one)}
            >
              {PERIOD_WORDS[one]}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Notice>{asApiError(error).message}</Notice>}
      {!stats && !error && <Skeleton lines={2} />}
      {stats && <Figures stats={stats} period={PERIOD_WORDS[period]} />}
    </section>
  );
}

function Figures({ stats, period }: { stats: Stats; period: string }) {
  const { series } = stats;
  return (
    <>
      <StatFigures>
        <StatFigure
          label="Pass rate"
          value={percentText(stats.pass_rate)}
          note={`of ${stats.total_checks.toLocaleString("en")} runs`}
        />
        <StatFigure label="Flaky rate" value={percentText(stats.flaky_rate)} note="only after a retry" />
        <StatFigure label="Uptime" value={percentText(stats.uptime_percentage)} note={observedText(stats)} />
        <StatFigure label="Median run" value={responseText(stats.duration_ms.p50)} />
        <StatFigure label="p95 of runs" value={responseText(stats.duration_ms.p95)} />
        <StatFigure label="Incidents" value={stats.incidents} />
      </StatFigures>
      {stats.total_checks > 0 && (
        <Suspense fallback={<Skeleton lines={5} />}>
          <TimeSeriesChart
            label={`Run duration, last ${period}`}
            at={series.map(({ at }) => at)}
            series={[
              { label: "Average", color: "--accent", values: series.map(({ avg_ms: ms }) => ms) },
              {
                label: "p95",
                color: "--degraded",
                values: series.map(({ p95_ms: ms }) => ms),
                isDashed: true,
              },
            ]}
            text={responseText}
          />
        </Suspense>
      )}
      {stats.steps.length > 0 && stats.total_checks > 0 && (
        <details className="grid gap-3" open={stats.steps.length <= STEPS_OPEN_MAX}>
          <summary className="mb-3 cursor-pointer font-semibold">Steps</summary>
          <Table
            caption="Steps's pass rate and p95"
            columns={STEP_COLUMNS}
            rows={stats.steps}
            idOf={({ name }) => name}
          />
        </details>
      )}
    </>
  );
}

/** More rows would hide the runs below. */
const STEPS_OPEN_MAX = 12;

const STEP_COLUMNS: readonly Column<Stats["steps"][number]>[] = [
  { id: "name", title: "Step", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: "pass",
    title: "Passed",
    isNumber: true,
    cell: ({ pass_rate: rate }) => <Titled title="Passed">{percentText(rate)}</Titled>,
  },
  {
    id: "p95",
    title: "p95",
    isNumber: true,
    cell: ({ p95_ms: ms }) => <Titled title="p95">{responseText(ms)}</Titled>,
  },
];

/** On phones the table has no header. */
function Titled({ title, children }: { title: string; children: string }) {
  return (
    <>
      <span className="text-soft md:hidden">{title} </span>
      {children}
    </>
  );
}
