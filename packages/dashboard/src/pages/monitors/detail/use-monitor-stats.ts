import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** The statistics of one monitor; the figures and the chart of a day are one reading. `location` "" is all of them. */
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
