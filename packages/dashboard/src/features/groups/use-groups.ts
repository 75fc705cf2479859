import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** Reads all groups with their status and uptime. */
export function useGroups() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("groups"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/groups", { params: { query: { include: "uptime" } }, signal })),
  });
}
