import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** Statistics of one monitor; figures and chart of a day share one request. `location` "" means all locations. */
export function useMonitorStats(id: string, { period, location }: { period: StatsPeriod; location: string }) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("monitors", id, "stats", period, location),
    queryFn: ({ signal }) => {
      const query = { period, include: "timings", ...(location && { location }) };
      return dataOf(api.GET("/api/v1/monitors/{id}/stats", { params: { path: { id }, query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
