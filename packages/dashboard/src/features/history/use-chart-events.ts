import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import type { Timeline } from "@vedette/contract/targets/history.ts";
import { useMemo } from "react";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import type { ChartMarker, ChartSpan, SpanKind } from "../../components/charts/time-series/series.ts";
import { SPAN_STYLES } from "../../components/charts/time-series/series.ts";
import { spanText } from "../../format.ts";
import { missedReasonText } from "../../missed-text.ts";
import { type ChartRange, instantsOf } from "./history-search.ts";
import { useDeployMarkers } from "./use-deploy-markers.ts";

/** A chart with more of them would show only markers. */
const MARKERS_MAX = 100;

/** What goes on now ends later. */
const REFETCH_MS = 60_000;

/**
 * What is drawn behind the values of a chart: downtime, maintenance and missed checks, and alerts and deploys as
 * markers.
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
      const query = { target_id: targetId, limit: MARKERS_MAX, ...instantsOf(range) };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  const deploys = useDeployMarkers(targetId, range);
  return useMemo(
    () => ({
      spans: timeline ? chartSpans(timeline) : [],
      markers: [...(alerts?.items ?? []).map(alertMarker), ...deploys.map(deployMarker)],
      deploys,
    }),
    [timeline, alerts, deploys],
  );
}

const KINDS: Partial<Record<Timeline["spans"][number]["status"], SpanKind>> = {
  down: "down",
  degraded: "degraded",
  maintenance: "maintenance",
  paused: "unmeasured",
  unknown: "unmeasured",
};

function chartSpans({ spans, missed }: Timeline): ChartSpan[] {
  const ofStatus = spans.flatMap(({ status, from, to }): ChartSpan[] => {
    const kind = KINDS[status];
    return kind === undefined ? [] : [toSpan(kind, { from, to }, SPAN_STYLES[kind].label)];
  });
  const ofMissed = missed.map(({ from, to, checks, location, reason }) => {
    const count = `${checks} missed ${checks === 1 ? "check" : "checks"} at ${location}`;
    return toSpan("missed", { from, to }, `Not measured (${missedReasonText(reason)}): ${count}`);
  });
  return [...ofStatus, ...ofMissed];
}

function toSpan(kind: SpanKind, { from, to }: { from: string; to: string }, label: string): ChartSpan {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return { fromMs, toMs, kind, label: `${label} for ${spanText(toMs - fromMs)}` };
}

function alertMarker({ triggered_at: at, title }: Alert): ChartMarker {
  return { atMs: Date.parse(at), kind: "alert", label: `Alert: ${title}` };
}

function deployMarker({ at, title }: Marker): ChartMarker {
  return { atMs: Date.parse(at), kind: "deploy", label: `Deploy: ${title}` };
}
