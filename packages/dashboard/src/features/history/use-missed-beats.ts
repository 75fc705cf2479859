import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import type { Beat } from "../../components/charts/beats/heartbeat-bars.tsx";
import { withMissedBeats } from "../../components/charts/beats/missed-beats.ts";

const REFETCH_MS = 60_000;
/** Each new check moves the oldest one that is shown; the request changes only once an hour. */
const STEP_MS = 3_600_000;

/** Adds the checks of a target that were missed since the oldest of its beats. */
export function useMissedBeats(targetId: string, beats: readonly Beat[]): Beat[] {
  const api = useApi();
  const [oldest] = beats;
  const from = oldest && new Date(Math.floor(Date.parse(oldest.at) / STEP_MS) * STEP_MS).toISOString();
  const { data: timeline } = useQuery({
    queryKey: keys.detail("uptime", targetId, "missed", from),
    queryFn: ({ signal }) => {
      const params = { path: { id: targetId }, query: from === undefined ? {} : { from } };
      return dataOf(api.GET("/api/v1/targets/{id}/timeline", { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  return useMemo(() => withMissedBeats(beats, timeline?.missed ?? []), [beats, timeline]);
}
