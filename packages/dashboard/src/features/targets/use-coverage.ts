import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** A window starts and ends without an event. */
const REFETCH_MS = 30_000;

/** The rules, channels and maintenance windows that cover a target. */
export function useCoverage(targetId: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("targets", targetId, "coverage"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/targets/{id}/coverage", { params: { path: { id: targetId } }, signal })),
    refetchInterval: REFETCH_MS,
  });
}
