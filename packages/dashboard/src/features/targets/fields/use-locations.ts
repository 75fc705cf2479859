import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** Returns all locations, optionally polled. */
export function useLocations(options: { refetchInterval?: number } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("locations"),
    queryFn: ({ signal }) => pageOf(api.GET("/api/v1/locations", { signal })).then(({ items }) => items),
    ...options,
  });
}
