import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** What was known at an instant, of all targets or of one. No event makes it stale. */
export function usePastState(at: string, targetId?: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("past-state", at, targetId),
    queryFn: ({ signal }) => {
      const query = { at, ...(targetId !== undefined && { target_id: targetId }) };
      return dataOf(api.GET("/api/v1/past-state", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
