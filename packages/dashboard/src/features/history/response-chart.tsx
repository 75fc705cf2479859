import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { HeatMap } from "../../components/charts/heat-map.tsx";
import type { TimeRange } from "../../components/charts/time-series/series.ts";
import { CHART_LINES, SeriesChart } from "../../components/charts/time-series/series-chart.tsx";
import { ChoiceFilter } from "../../components/list-filter.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { PERIOD_LABELS } from "../targets/period-choice.tsx";
import type { TargetNoun } from "../targets/target-noun.ts";
import { withParam } from "../targets/with-param.ts";
import { ImportedNote } from "../uptime/imported-note.tsx";
import { ChartRangeChoice } from "./chart-range.tsx";
import { phaseSeries, timeSeries, withoutEmptyPoints } from "./chart-series.ts";
import { DeployList } from "./deploy-list.tsx";
import {
  type ChartRange,
  type ChartView,
  type HistorySearch,
  instantsOf,
  rangeOf,
  withRange,
} from "./history-search.ts";
import { LocationCharts } from "./location-charts.tsx";
import { type AnyStats, useTargetStats } from "./target-stats.ts";
import { useChartEvents } from "./use-chart-events.ts";

export type HistoryProps = {
  noun: TargetNoun;
  id: string;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
};

type ResponseChartProps = HistoryProps & {
  title: string;
  locations: readonly string[];
  /** Null for a target that runs on demand. */
  intervalSeconds: number | null;
  degradedAfterMs?: number | null;
};

/** Response times, or durations of runs, as lines, phases, by location or as a heat map. */
export function ResponseChart(props: ResponseChartProps) {
  const { noun, title, locations, search, onSearch } = props;
  const { location = "", view = "times" } = search;
  const range = rangeOf(search);
  const views = VIEWS.filter(
    ({ value }) =>
      value === view ||
      ((value !== "phases" || noun === "monitors") && (value !== "locations" || locations.length > 1)),
  );
  return (
    <section className="grid gap-3" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{title}</h2>
        <div className="flex flex-wrap items-center gap-2">
          {(locations.length > 1 || location !== "") && (
            <ChoiceFilter<string>
              label="Location"
              all="All locations"
              options={locations.map((value) => ({ value, label: value }))}
              chosen={location || null}
              onChoose={(chosen) => onSearch(withParam(search, "location", chosen))}
            />
          )}
          <ViewChoice
            views={views}
            view={view}
            onView={(next) => onSearch(withParam(search, "view", next === "times" ? null : next))}
          />
        </div>
      </div>
      <ChartRangeChoice range={range} onRange={(next) => onSearch(withRange(search, next))} />
      {view === "heat" && <HeatMapChart {...props} range={range} />}
      {view === "locations" && <LocationCharts {...props} range={range} />}
      {(view === "times" || view === "phases") && <LineChart {...props} range={range} view={view} />}
    </section>
  );
}

const VIEWS: readonly { value: ChartView; label: string }[] = [
  { value: "times", label: "Lines" },
  { value: "phases", label: "Phases" },
  { value: "locations", label: "By location" },
  { value: "heat", label: "Heat map" },
];

type ViewChoiceProps = { views: typeof VIEWS; view: ChartView; onView(view: ChartView): void };

function ViewChoice({ views, view, onView }: ViewChoiceProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-lg border border-line">
      <legend className="sr-only">Chart</legend>
      {views.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          className="min-h-9 bg-surface px-2.5 text-sm hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-accent"
          onClick={() => onView(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

type RangedProps = ResponseChartProps & { range: ChartRange };

function LineChart({ view, ...props }: RangedProps & { view: "times" | "phases" }) {
  const { noun, id, title, search, onSearch, range, intervalSeconds, degradedAfterMs = null } = props;
  const { location = "" } = search;
  const { data: stats, error } = useTargetStats({ noun, id, range, location });
  const { spans, markers, deploys } = useChartEvents(id, range);
  const chart = useMemo(() => {
    if (!stats) return null;
    const make = view === "phases" ? phaseSeries : timeSeries;
    const points = withoutEmptyPoints(stats.series, intervalSeconds);
    return {
      at: points.map(({ at }) => at),
      series: make(points, degradedAfterMs),
      range: shownRange(stats),
    };
  }, [stats, view, intervalSeconds, degradedAfterMs]);
  if (error) return <Notice>{error.message}</Notice>;
  if (!stats || !chart) return <Skeleton lines={CHART_LINES} />;
  return (
    <>
      <SeriesChart
        label={`${title}: ${timeText(stats, range)}${location && ` from ${location}`}`}
        {...chart}
        spans={spans}
        markers={markers}
        text={responseText}
        onZoom={(next) => onSearch(withRange(search, zoomedTo(next)))}
      />
      <p className="text-[0.8125rem] text-soft">
        Drag across the chart to zoom. The arrow keys move between its values.
      </p>
      <ImportedNote imported={stats.imported} />
      <DeployList markers={deploys} />
    </>
  );
}

const REFETCH_MS = 60_000;

function HeatMapChart({ id, title, search, range }: RangedProps) {
  const api = useApi();
  const { location = "" } = search;
  const { data, error } = useQuery({
    queryKey: keys.detail("uptime", id, "heat-map", range, location),
    queryFn: ({ signal }) => {
      const query = { ...range, ...(location && { location }) };
      return dataOf(api.GET("/api/v1/targets/{id}/heat-map", { params: { path: { id }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  return (
    <figure className="card grid gap-3 p-4" aria-label={`${title} as a heat map`}>
      <figcaption className="font-semibold">
        {title}: {data ? timeText(data, range) : "…"}
      </figcaption>
      <LoadState data={data} error={error} lines={CHART_LINES} />
      {data && <HeatMap label={title} data={data} />}
    </figure>
  );
}

/** The first point may start somewhat before the period. */
function shownRange({ from, to, series }: AnyStats): TimeRange {
  const firstMs = Date.parse(series[0]?.at ?? from);
  return { fromMs: Math.min(firstMs, Date.parse(from)), toMs: Date.parse(to) };
}

/** A zoom shows at least this much: points are a minute apart or more. */
const ZOOM_LEAST_MS = 120_000;

function zoomedTo({ fromMs, toMs }: TimeRange): ChartRange {
  const middleMs = (fromMs + toMs) / 2;
  const halfMs = Math.max(toMs - fromMs, ZOOM_LEAST_MS) / 2;
  return {
    from: new Date(Math.round(middleMs - halfMs)).toISOString(),
    to: new Date(Math.round(middleMs + halfMs)).toISOString(),
  };
}

/** Names the time; for a target younger than the period, the start of its monitored time. */
function timeText({ from, to }: { from: string; to: string }, range: ChartRange): string {
  if ("from" in range) return `${absoluteTime(from)} – ${absoluteTime(to)}`;
  // The start of a longer period is moved to a whole hour or day before it; only a later start is meaningful.
  const askedMs = Date.parse(instantsOf(range).from);
  const isLater = Date.parse(from) - askedMs > LATER_MS;
  return isLater
    ? `since the first check on ${absoluteTime(from)}`
    : `the last ${PERIOD_LABELS[range.period]}`;
}

/** The statistics may be as old as that. */
const LATER_MS = 120_000;
