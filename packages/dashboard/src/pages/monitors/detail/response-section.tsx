import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import { lazy, Suspense, useMemo } from "react";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { responseText } from "../../../format.ts";
import { uptimeText } from "../list/beats.ts";
import { type MonitorSearch, PERIOD_LABELS, PERIODS } from "../list/monitor-search.ts";
import { responseSeries } from "./response-series.ts";
import { useMonitorStats } from "./use-monitor-stats.ts";

const TimeSeriesChart = lazy(() =>
  import("../../../components/charts/time-series-chart.tsx").then((module) => ({
    default: module.TimeSeriesChart,
  })),
);

/** Same height as the chart, so that nothing below it moves. */
const CHART_LINES = 7;

type ResponseSectionProps = {
  monitor: Monitor;
  search: MonitorSearch;
  onSearch(search: MonitorSearch): void;
};

/** Response times for a period and location, and for each location. */
export function ResponseSection({ monitor, search, onSearch }: ResponseSectionProps) {
  const { id, degraded_after_ms: limitMs } = monitor;
  const { period = "24h", location = "" } = search;
  const { period: _period, ...unlimited } = search;
  const { location: _location, ...anywhere } = search;
  const { data: stats, error } = useMonitorStats(id, { period, location });
  const chart = useMemo(() => stats && chartOf(stats, limitMs), [stats, limitMs]);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Response time</h2>
        <div className="flex flex-wrap items-center gap-2">
          <LocationChoice
            locations={monitor.locations}
            chosen={location}
            onChosen={(chosen) => onSearch({ ...anywhere, ...(chosen && { location: chosen }) })}
          />
          <fieldset className="flex overflow-hidden rounded-lg border border-line">
            <legend className="sr-only">Period</legend>
            {PERIODS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === period}
                title={PERIOD_LABELS[one]}
                className="min-h-9 min-w-11 bg-surface px-2.5 text-sm hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-accent"
                onClick={() => onSearch({ ...unlimited, ...(one !== "24h" && { period: one }) })}
              >
                {one}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
      {error && <Notice>{error.message}</Notice>}
      {chart ? (
        <Suspense fallback={<Skeleton lines={CHART_LINES} />}>
          <TimeSeriesChart
            label={`${timeText(stats, period)}${location && ` from ${location}`}`}
            at={chart.at}
            series={chart.series}
            text={responseText}
          />
        </Suspense>
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

type LocationChoiceProps = { locations: readonly string[]; chosen: string; onChosen(location: string): void };

/** Renders nothing if there is only one location. */
function LocationChoice({ locations, chosen, onChosen }: LocationChoiceProps) {
  if (locations.length < 2 && chosen === "") return null;
  return (
    <select
      className="min-h-9 rounded-lg border border-line-strong bg-surface px-3"
      aria-label="Location"
      value={chosen}
      onChange={(event) => onChosen(event.target.value)}
    >
      <option value="">All locations</option>
      {[...new Set([...locations, ...(chosen ? [chosen] : [])])].map((location) => (
        <option key={location}>{location}</option>
      ))}
    </select>
  );
}
