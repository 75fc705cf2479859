import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import { useMemo } from "react";
import { CHART_LINES, SeriesChart } from "../../../components/charts/series-chart.tsx";
import { ChoiceFilter } from "../../../components/list-filter.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { PERIOD_LABELS, PeriodChoice } from "../../../features/targets/period-choice.tsx";
import { withParam } from "../../../features/targets/target-search.ts";
import { responseText } from "../../../format.ts";
import { uptimeText } from "../list/beats.ts";
import type { MonitorSearch } from "../list/monitor-search.ts";
import { responseSeries } from "./response-series.ts";
import { useMonitorStats } from "./use-monitor-stats.ts";

type ResponseSectionProps = {
  monitor: Monitor;
  search: MonitorSearch;
  onSearch(search: MonitorSearch): void;
};

/** Response times for a period and location, and for each location. */
export function ResponseSection({ monitor, search, onSearch }: ResponseSectionProps) {
  const { id, degraded_after_ms: limitMs } = monitor;
  const { period = "24h", location = "" } = search;
  const { data: stats, error } = useMonitorStats(id, { period, location });
  const chart = useMemo(() => stats && chartOf(stats, limitMs), [stats, limitMs]);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Response time</h2>
        <div className="flex flex-wrap items-center gap-2">
          {(monitor.locations.length > 1 || location !== "") && (
            <ChoiceFilter<string>
              label="Location"
              all="All locations"
              options={monitor.locations.map((value) => ({ value, label: value }))}
              chosen={location || null}
              onChoose={(chosen) => onSearch(withParam(search, "location", chosen))}
            />
          )}
          <PeriodChoice
            period={period}
            onPeriod={(next) => onSearch(withParam(search, "period", next === "24h" ? null : next))}
          />
        </div>
      </div>
      {error && <Notice>{error.message}</Notice>}
      {chart ? (
        <SeriesChart
          label={`${timeText(stats, period)}${location && ` from ${location}`}`}
          at={chart.at}
          series={chart.series}
          text={responseText}
        />
      ) : (
        !error && <Skeleton lines={CHART_LINES} />
      )}
      {stats && stats.by_location.length > 1 && (
        <Table
          caption="Response time by location"
          columns={BY_LOCATION}
          rows={stats.by_location}
          idOf={(row) => row.location}
        />
      )}
    </section>
  );
}

/** For a monitor younger than the period, the start of its monitored time. */
function timeText(stats: MonitorStats | undefined, period: keyof typeof PERIOD_LABELS): string {
  const fromMs = Date.parse(stats?.from ?? "");
  const askedMs = Date.parse(stats?.to ?? "") - PERIOD_MS[stats?.period ?? period];
  // The start of a longer period is aligned to a whole hour or day; only a later start is meaningful.
  return fromMs > askedMs
    ? `Since the first check on ${new Date(fromMs).toLocaleString()}`
    : `The last ${PERIOD_LABELS[period]}`;
}

function chartOf({ series }: MonitorStats, degradedAfterMs: number | null) {
  return { at: series.map((point) => point.at), series: responseSeries(series, degradedAfterMs) };
}

type PlaceStats = MonitorStats["by_location"][number];

const BY_LOCATION: readonly Column<PlaceStats>[] = [
  { id: "location", title: "Location", cell: ({ location }) => location },
  {
    id: "success",
    title: "Succeeded",
    isNumber: true,
    cell: ({ success_percentage: percentage }) => uptimeText(percentage),
  },
  { id: "p50", title: "p50", isNumber: true, cell: (row) => responseText(row.response_time_ms.p50) },
  { id: "p95", title: "p95", isNumber: true, cell: (row) => responseText(row.response_time_ms.p95) },
  { id: "checks", title: "Checks", isNumber: true, isWideOnly: true, cell: (row) => row.total_checks },
];
