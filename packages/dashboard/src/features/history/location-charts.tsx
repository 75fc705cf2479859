import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import type { Series } from "../../components/charts/time-series/series.ts";
import { CHART_LINES, SeriesChart } from "../../components/charts/time-series/series-chart.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { responseText } from "../../format.ts";
import type { TargetNoun } from "../targets/target-noun.ts";
import { ImportedNote } from "../uptime/imported-note.tsx";
import { withoutEmptyPoints } from "./chart-series.ts";
import type { ChartRange } from "./history-search.ts";
import { type AnyStats, readStats } from "./target-stats.ts";
import { useChartEvents } from "./use-chart-events.ts";

/** Each location is a request, and a small chart. */
const LOCATIONS_MAX = 12;

type LocationChartsProps = {
  noun: TargetNoun;
  id: string;
  locations: readonly string[];
  intervalSeconds: number | null;
  range: ChartRange;
};

/** A small chart for each location, all with the same time and the same scale. */
export function LocationCharts({ noun, id, locations, intervalSeconds, range }: LocationChartsProps) {
  const api = useApi();
  const shown = locations.slice(0, LOCATIONS_MAX);
  const { spans } = useChartEvents(id, range);
  const results = useQueries({
    queries: shown.map((location) => ({
      queryKey: keys.detail(noun, id, "stats", range, location),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<AnyStats> =>
        readStats(api, { noun, id, range, location }, signal),
    })),
    combine: (all) => ({
      stats: all.map(({ data }) => data),
      error: all.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
  const charts = useMemo(
    () => chartsOf(shown, results.stats, intervalSeconds),
    [shown, results.stats, intervalSeconds],
  );
  if (results.error) return <Notice>{results.error.message}</Notice>;
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        {shown.map((location, index) => {
          const chart = charts[index];
          return chart ? (
            <SeriesChart
              key={location}
              label={location}
              {...chart}
              spans={spans}
              text={responseText}
              height={160}
            />
          ) : (
            <Skeleton key={location} lines={CHART_LINES - 2} />
          );
        })}
      </div>
      <ImportedNote imported={results.stats[0]?.imported ?? null} />
      {locations.length > LOCATIONS_MAX && (
        <p className="text-soft">Only the first {LOCATIONS_MAX} locations are shown. Select others above.</p>
      )}
    </>
  );
}

type LocationChart = {
  at: readonly string[];
  series: readonly Series[];
  range: { fromMs: number; toMs: number };
  yMax: number;
};

function chartsOf(
  locations: readonly string[],
  stats: readonly (AnyStats | undefined)[],
  intervalSeconds: number | null,
): (LocationChart | undefined)[] {
  const loaded = stats.filter((one) => one !== undefined);
  const yMax = Math.max(0, ...loaded.flatMap(({ series }) => series.map(({ p95_ms: ms }) => ms ?? 0)));
  const range = {
    fromMs: Math.min(...loaded.map(({ from, series }) => Date.parse(series[0]?.at ?? from))),
    toMs: Math.max(...loaded.map(({ to }) => Date.parse(to))),
  };
  return locations.map((_, index) => {
    const of = stats[index];
    if (of === undefined) return undefined;
    const points = withoutEmptyPoints(of.series, intervalSeconds);
    const series: Series[] = [
      { label: "p95", color: "--chart-p95", values: points.map(({ p95_ms: ms }) => ms) },
      { label: "Average", color: "--accent", values: points.map(({ avg_ms: ms }) => ms) },
    ];
    return { at: points.map(({ at }) => at), series, range, yMax };
  });
}
