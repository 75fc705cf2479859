import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** No event reports usage, so the page polls it. */
const USAGE_REFETCH_MS = 30_000;

export function useUsage() {
  const api = useApi();
  return useQuery({
    queryKey: keys.other("billing", "usage"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/billing/usage", { signal })),
    refetchInterval: USAGE_REFETCH_MS,
  });
}

export function usePlans() {
  const api = useApi();
  return useQuery({
    queryKey: keys.other("billing", "plans"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/billing/plans", { signal })),
  });
}
