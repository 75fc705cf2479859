import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { type Api, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useLiveMessages } from "../../../app/live.tsx";
import { useApi } from "../../../app/session.tsx";
import { EMPTY_LIST, type MonitorList, withEvents, withLoaded } from "./monitor-list.ts";

/** Fits into one response. More could not be rendered quickly; the search of the API finds the rest. */
export const LIST_MAX = 2_000;
/** Maximum delay for changes without an event, such as a deletion by another client. */
const REFRESH_MS = 120_000;

export const LIST_KEY = keys.list("monitors", "all");

/** All monitors: loaded once, then updated by events. */
export function useMonitorList(): { list: MonitorList; error: Error | null } {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: LIST_KEY,
    queryFn: async ({ signal }) => {
      const read = await readAll(api, signal);
      // Newer data from events is kept.
      return withLoaded(queries.getQueryData<MonitorList>(LIST_KEY) ?? EMPTY_LIST, read);
    },
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  });
  useLiveMessages((messages) => {
    const events = messages.filter(
      (message) => message.type === "check.result" || message.type === "monitor.status",
    );
    if (events.length === 0) return;
    const after = queries.setQueryData<MonitorList>(
      LIST_KEY,
      (list) => list && withEvents(list, events as ListEvent[]),
    );
    if (after?.isStale) void queries.invalidateQueries({ queryKey: LIST_KEY });
  });
  return { list: data ?? EMPTY_LIST, error };
}

type ListEvent = Pick<LiveEvent, "type" | "data">;

async function readAll(api: Api, signal: AbortSignal) {
  const query = { kind: "monitor", limit: LIST_MAX, sort: "name" as const };
  const { items, nextCursor } = await pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
  return { monitors: items, isWhole: nextCursor === null };
}
