import { useMemo } from "react";
import { CHART_LINES, SeriesChart } from "../../../components/charts/time-series/series-chart.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { ImportedNote } from "../../uptime/imported-note.tsx";
import { EventList } from "../events/event-list.tsx";
import { useChartEvents } from "../events/use-chart-events.ts";
import { withRange } from "../history-search.ts";
import { useTargetStats } from "../target-stats.ts";
import { phaseSeries, timeSeries, withoutEmptyPoints } from "./chart-series.ts";
import { shownRange, timeText, zoomedTo } from "./chart-time.ts";
import type { RangedProps } from "./history-props.ts";

/** Response times as lines, or their phases stacked. */
export function LineChart({ view, ...props }: RangedProps & { view: "times" | "phases" }) {
  const { noun, id, name, title, search, onSearch, range, intervalSeconds, degradedAfterMs = null } = props;
  const { location = "" } = search;
  const { data: stats, error } = useTargetStats({ noun, id, range, location });
  const events = useChartEvents(id, range);
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
        label={
          location
            ? t("{title}: {time} from {location}", { title, time: timeText(stats, range), location })
            : `${title}: ${timeText(stats, range)}`
        }
        subject={name}
        title={view === "phases" ? t("{title} by phase", { title }) : title}
        unit="ms"
        {...chart}
        spans={events.spans}
        markers={events.markers}
        text={responseText}
        onZoom={(next) => onSearch(withRange(search, zoomedTo(next)))}
      />
      <ZoomHint />
      <ImportedNote imported={stats.imported} />
      <EventList {...events} />
    </>
  );
}

export function ZoomHint() {
  return (
    <p className="text-[0.8125rem] text-soft">
      {t(
        "Drag across the chart to zoom, or select a time with Shift and the arrow keys and press Enter. Back undoes it.",
      )}
    </p>
  );
}
