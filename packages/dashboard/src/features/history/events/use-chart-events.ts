import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import { useMemo } from "react";
import { dataOf, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import type { ChartMarker } from "../../../components/charts/time-series/series.ts";
import { t } from "../../../language/t.ts";
import { type ChartRange, instantsOf } from "../history-search.ts";
import { chartSpans, type MaintenanceSpan } from "./chart-spans.ts";
import { EVENTS_MAX } from "./events-max.ts";
import { useDeployMarkers } from "./use-deploy-markers.ts";

/** What goes on now ends later. */
const REFETCH_MS = 60_000;

/**
 * What is drawn behind the values of a chart: downtime, maintenance and missed checks, and alerts and deploys as
 * markers. The same for the list below the chart.
 */
export function useChartEvents(targetId: string, range: ChartRange) {
  const api = useApi();
  const { data: timeline } = useQuery({
    queryKey: keys.detail("uptime", targetId, "timeline", range),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/targets/{id}/timeline", {
          params: { path: { id: targetId }, query: instantsOf(range) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  const { data: alerts } = useQuery({
    queryKey: keys.list("alerts", { targetId, chart: range }),
    queryFn: ({ signal }) => {
      const query = { target_id: targetId, limit: EVENTS_MAX, ...instantsOf(range) };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  const deploys = useDeployMarkers(targetId, range);
  return useMemo(
    () => ({
      spans: timeline ? chartSpans(timeline) : [],
      markers: [...(alerts?.items ?? []).map(alertMarker), ...deploys.items.map(deployMarker)],
      deploys: deploys.items,
      alerts: alerts?.items ?? NO_ALERTS,
      windows: timeline?.maintenance_windows ?? NO_WINDOWS,
      /** There are more alerts or deploys than one page of the API has. */
      isCut: deploys.nextCursor !== null || (alerts?.nextCursor ?? null) !== null,
    }),
    [timeline, alerts, deploys],
  );
}

export type ChartEvents = ReturnType<typeof useChartEvents>;

const NO_ALERTS: readonly Alert[] = [];
const NO_WINDOWS: readonly MaintenanceSpan[] = [];

function alertMarker({ triggered_at: at, title }: Alert): ChartMarker {
  return { atMs: Date.parse(at), kind: "alert", label: `${t("Alert")}: ${title}` };
}

function deployMarker({ at, title }: Marker): ChartMarker {
  return { atMs: Date.parse(at), kind: "deploy", label: `${t("Deploy")}: ${title}` };
}
