import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiMonitorStats, JourneyStats } from "@vedette/contract/targets/stats.ts";
import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { SeriesChart } from "../../components/charts/series-chart.tsx";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { observedText, percentText, responseText, spanText } from "../../format.ts";
import { PERIOD_LABELS, PeriodChoice } from "../targets/period-choice.tsx";
import type { RunNoun } from "./run-target.ts";

type Stats = ApiMonitorStats | JourneyStats;

/** Figures, duration and step statistics of a target with runs, for the selected period. */
export function RunStatistics({ noun, id }: { noun: RunNoun; id: string }) {
  const api = useApi();
  const [period, setPeriod] = useState<StatsPeriod>("24h");
  const { data, error } = useQuery({
    queryKey: keys.detail(noun, id, "stats", period),
    queryFn: ({ signal }): Promise<Stats> => {
      const request = { params: { path: { id }, query: { period } }, signal };
      return noun === "journeys"
        ? dataOf(api.GET("/api/v1/journeys/{id}/stats", request))
        : dataOf(api.GET("/api/v1/api-monitors/{id}/stats", request));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <section className="grid gap-4" aria-labelledby="stats-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="stats-title">Statistics</h2>
        <PeriodChoice period={period} onPeriod={setPeriod} />
      </div>
      <LoadState data={data} error={error} />
      {data && <Figures stats={data} />}
      {data && data.total_checks > 0 && (
        <SeriesChart
          label={`Run duration, last ${PERIOD_LABELS[period]}`}
          at={data.series.map(({ at }) => at)}
          series={[
            { label: "Average", color: "--accent", values: data.series.map(({ avg_ms }) => avg_ms) },
            {
              label: "95th percentile",
              color: "--degraded",
              values: data.series.map(({ p95_ms }) => p95_ms),
              isDashed: true,
            },
          ]}
          text={responseText}
        />
      )}
      {data && data.steps.length > 0 && data.total_checks > 0 && (
        <details open={data.steps.length <= STEPS_OPEN_MAX}>
          <summary className="mb-3 cursor-pointer font-semibold">Steps</summary>
          <Table
            caption="Step statistics"
            columns={STEP_COLUMNS}
            rows={data.steps}
            idOf={({ name }) => name}
          />
        </details>
      )}
    </section>
  );
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
        note={mttr_seconds !== null && `resolved after ${spanText(mttr_seconds * 1_000)} on average`}
      />
    </StatFigures>
  );
}

function outcomesText({ total_checks: total, failed_checks: failed, error_checks: errors }: Stats): string {
  const unevaluated = errors > 0 ? `, ${errors} not evaluated` : "";
  return `${failed.toLocaleString("en")} of ${total.toLocaleString("en")} failed${unevaluated}`;
}

/** More rows would hide the runs below. */
const STEPS_OPEN_MAX = 12;

const STEP_COLUMNS: readonly Column<Stats["steps"][number]>[] = [
  { id: "name", title: "Step", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: "pass",
    title: "Passed",
    isNumber: true,
    cell: ({ pass_rate }) => <Titled title="Passed">{percentText(pass_rate)}</Titled>,
  },
  {
    id: "p95",
    title: "95th percentile",
    isNumber: true,
    cell: ({ p95_ms }) => <Titled title="p95">{responseText(p95_ms)}</Titled>,
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
