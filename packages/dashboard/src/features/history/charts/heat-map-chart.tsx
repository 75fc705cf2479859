import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { DownloadMenu } from "../../../components/charts/download/download-menu.tsx";
import { HeatMap } from "../../../components/charts/heat-map/heat-map.tsx";
import { heatMapTable } from "../../../components/charts/heat-map/heat-map-table.ts";
import { CHART_LINES } from "../../../components/charts/time-series/series-chart.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { t } from "../../../language/t.ts";
import { EventList } from "../events/event-list.tsx";
import { useChartEvents } from "../events/use-chart-events.ts";
import { withRange } from "../history-search.ts";
import { timeText, zoomedTo } from "./chart-time.ts";
import type { RangedProps } from "./history-props.ts";
import { ZoomHint } from "./line-chart.tsx";

const REFETCH_MS = 60_000;

/** Response times as a heat map, with the events of the target above it. */
export function HeatMapChart({ id, name, title, search, onSearch, range }: RangedProps) {
  const api = useApi();
  const { location = "" } = search;
  const events = useChartEvents(id, range);
  const { data, error } = useQuery({
    queryKey: keys.detail("uptime", id, "heat-map", range, location),
    queryFn: ({ signal }) => {
      const query = { ...range, ...(location && { location }) };
      return dataOf(api.GET("/api/v1/targets/{id}/heat-map", { params: { path: { id }, query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  const times = data && { fromMs: Date.parse(data.from), toMs: Date.parse(data.to) };
  return (
    <>
      <figure className="card grid gap-3 p-4" aria-label={t("{title} as a heat map", { title })}>
        <figcaption className="flex flex-wrap items-center justify-between gap-2 font-semibold">
          <span>
            {title}: {data ? timeText(data, range) : "…"}
          </span>
          {data && times && data.bounds_ms.length > 1 && (
            <DownloadMenu
              label={t("{title} as a heat map", { title })}
              download={{
                file: () => ({ subject: name, title: t("{title} heat map", { title }), range: times }),
                table: () => heatMapTable(data),
                image: async () => {
                  const { heatMapImage } = await import(
                    "../../../components/charts/heat-map/heat-map-image.ts"
                  );
                  return heatMapImage(data, { title: `${name}: ${title}`, markers: events.markers });
                },
              }}
            />
          )}
        </figcaption>
        <LoadState data={data} error={error} lines={CHART_LINES} />
        {data && (
          <HeatMap
            label={title}
            data={data}
            markers={events.markers}
            onZoom={(next) => onSearch(withRange(search, zoomedTo(next)))}
          />
        )}
      </figure>
      <ZoomHint />
      <EventList {...events} />
    </>
  );
}
