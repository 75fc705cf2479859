import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** Reads the journey that a form starts from, not a cached one; nothing without an ID. */
export function useJourneyForForm(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: keys.form("journeys", id),
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/journeys/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== null,
  });
}
