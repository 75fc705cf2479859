import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** Usual intervals of checks and runs of requests, in seconds. */
export const CHECK_INTERVALS = [30, 60, 120, 300, 600, 900, 1_800, 3_600, 21_600, 43_200, 86_400] as const;
/** Journeys run at most once a minute. */
export const JOURNEY_INTERVALS = CHECK_INTERVALS.filter((seconds) => seconds >= 60);

/** Returns the shortest interval of the plan in seconds; null if it has no limit or while it loads. */
export function useIntervalLimit(): number | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.other("billing", "usage"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/billing/usage", { signal })),
  });
  return data?.limits.min_interval_seconds ?? null;
}
