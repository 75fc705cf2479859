import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import { type Page, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { type ChartRange, instantsOf } from "../history-search.ts";
import { EVENTS_MAX } from "./events-max.ts";

/** A deploy that CI marks meanwhile appears after this time. */
const REFETCH_MS = 60_000;

const NONE: Page<Marker> = { items: [], nextCursor: null };

/** The deploy markers of a target in the time of its chart, newest first. */
export function useDeployMarkers(targetId: string, range: ChartRange): Page<Marker> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("markers", { targetId, chart: range }),
    queryFn: ({ signal }) => {
      const query = { target_id: targetId, limit: EVENTS_MAX, ...instantsOf(range) };
      return pageOf(api.GET("/api/v1/markers", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  return data ?? NONE;
}
