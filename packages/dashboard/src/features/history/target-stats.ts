import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  ApiMonitorStats,
  HeartbeatStats,
  JourneyStats,
  MonitorStats,
} from "@vedette/contract/targets/stats.ts";
import { type Api, dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import type { TargetNoun } from "../targets/target-noun.ts";
import type { ChartRange } from "./history-search.ts";

export type AnyStats = Omit<MonitorStats, "monitor_id"> & Partial<Pick<ApiMonitorStats, "steps">>;

type StatsRequest = { noun: TargetNoun; id: string; range: ChartRange; location: string };

/** Statistics of a target of any kind. `location` "" means all locations. */
export function useTargetStats({ noun, id, range, location }: StatsRequest) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail(noun, id, "stats", range, location),
    queryFn: ({ signal }) => readStats(api, { noun, id, range, location }, signal),
    placeholderData: keepPreviousData,
  });
}

export function readStats(
  api: Api,
  { noun, id, range, location }: StatsRequest,
  signal: AbortSignal,
): Promise<MonitorStats | ApiMonitorStats | JourneyStats | HeartbeatStats> {
  const query = { ...range, ...(location && { location }) };
  const path = { id };
  switch (noun) {
    case "monitors": {
      const params = { path, query: { ...query, include: "timings" } };
      return dataOf(api.GET("/api/v1/monitors/{id}/stats", { params, signal }));
    }
    case "api-monitors":
      return dataOf(api.GET("/api/v1/api-monitors/{id}/stats", { params: { path, query }, signal }));
    case "journeys":
      return dataOf(api.GET("/api/v1/journeys/{id}/stats", { params: { path, query }, signal }));
    case "heartbeats":
      return dataOf(api.GET("/api/v1/heartbeats/{id}/stats", { params: { path, query }, signal }));
  }
}
