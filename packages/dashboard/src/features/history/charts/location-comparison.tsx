import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { CHART_LINES, SeriesChart } from "../../../components/charts/time-series/series-chart.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { ImportedNote } from "../../uptime/imported-note.tsx";
import { EventList } from "../events/event-list.tsx";
import { useChartEvents } from "../events/use-chart-events.ts";
import { withRange } from "../history-search.ts";
import { type AnyStats, readStats, useTargetStats } from "../target-stats.ts";
import { withoutEmptyPoints } from "./chart-series.ts";
import { shownRange, timeText, zoomedTo } from "./chart-time.ts";
import { type ComparedMeasure, compareLocations, LOCATIONS_MAX, locationLook } from "./compare-locations.ts";
import type { RangedProps } from "./history-props.ts";
import { ZoomHint } from "./line-chart.tsx";
import { LocationTable } from "./location-table.tsx";
import { MeasureChoice } from "./measure-choice.tsx";

/** A line for each location in one chart, and a table with the figures of each. */
export function LocationComparison(props: RangedProps) {
  const { noun, id, name, title, search, onSearch, range, intervalSeconds } = props;
  const [measure, setMeasure] = useState<ComparedMeasure>("p50_ms");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { data: total, error } = useTargetStats({ noun, id, range, location: "" });
  const locations = useMemo(() => locationsOf(props.locations, total), [props.locations, total]);
  const shown = useMemo(() => locations.slice(0, LOCATIONS_MAX), [locations]);
  const events = useChartEvents(id, range);
  const results = useLocationStats(props, shown);
  const chart = useMemo(() => {
    const loaded = shown.flatMap((location, index) => {
      const stats = results.stats[index];
      if (stats === undefined || hidden.has(location)) return [];
      const points = withoutEmptyPoints(stats.series, intervalSeconds);
      return [{ location, points, look: locationLook(index) }];
    });
    return compareLocations(loaded, measure);
  }, [shown, results.stats, hidden, intervalSeconds, measure]);
  const problem = results.error ?? error;
  if (problem) return <Notice>{problem.message}</Notice>;
  if (!total || results.stats.every((stats) => stats === undefined)) return <Skeleton lines={CHART_LINES} />;
  return (
    <>
      <SeriesChart
        label={`${title} by location: ${timeText(total, range)}`}
        subject={name}
        title={t("{title} by location", { title })}
        unit="ms"
        {...chart}
        range={shownRange(total)}
        spans={events.spans}
        markers={events.markers}
        text={responseText}
        onZoom={(next) => onSearch(withRange(search, zoomedTo(next)))}
        actions={<MeasureChoice measure={measure} onMeasure={setMeasure} />}
      />
      <ZoomHint />
      <LocationTable
        rows={total.by_location}
        lookOf={(location) => lookIn(shown, location)}
        hidden={hidden}
        onToggle={(location) => setHidden(toggled(hidden, location))}
      />
      <ImportedNote imported={total.imported} />
      <EventList {...events} />
      {locations.length > LOCATIONS_MAX && (
        <p className="text-soft">
          {t("Only the first {max} locations are in the chart; the table has all of them.", {
            max: LOCATIONS_MAX,
          })}
        </p>
      )}
    </>
  );
}

/** Each location is a request; the browser sends a few at a time. */
function useLocationStats({ noun, id, range }: RangedProps, locations: readonly string[]) {
  const api = useApi();
  return useQueries({
    queries: locations.map((location) => ({
      queryKey: keys.detail(noun, id, "stats", range, location),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<AnyStats> =>
        readStats(api, { noun, id, range, location }, signal),
    })),
    combine: (all) => ({
      stats: all.map(({ data }) => data),
      error: all.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
}

/** Those of the target, and those it had in this time. */
function locationsOf(own: readonly string[], stats: AnyStats | undefined): string[] {
  return [...new Set([...own, ...(stats?.by_location ?? []).map(({ location }) => location)])];
}

function lookIn(shown: readonly string[], location: string) {
  const index = shown.indexOf(location);
  return index === -1 ? null : locationLook(index);
}

function toggled(hidden: ReadonlySet<string>, location: string): ReadonlySet<string> {
  const others = [...hidden].filter((one) => one !== location);
  return new Set(hidden.has(location) ? others : [...others, location]);
}
