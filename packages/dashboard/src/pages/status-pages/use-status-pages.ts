import { useQuery } from "@tanstack/react-query";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** An organization has at most 100 status pages: one page of the list contains all of them. */
const LIST = { params: { query: { limit: 200, sort: "name" as const } } };

export function useStatusPages() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("status-pages"),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/status-pages", { ...LIST, signal })).then(({ items }) => items),
  });
}

/** No event reports that the status of a page changed. */
const STATES_REFETCH_MS = 30_000;

/** What visitors of a page see now; undefined until it is loaded. */
export function usePageState(id: string) {
  return usePageStates().data?.find(({ page_id }) => page_id === id);
}

/** What visitors of each page see now. */
export function usePageStates() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("status-pages", "states"),
    refetchInterval: STATES_REFETCH_MS,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/status-pages/states", { signal })),
  });
}
