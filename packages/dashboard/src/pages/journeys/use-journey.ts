import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

export function useJourney(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("journeys", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/journeys/{id}", { params: { path: { id } }, signal })),
  });
}
