import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** The noise of the rules in this month. */
export function useNoise() {
  const api = useApi();
  return useQuery({
    queryKey: keys.other("alert-rules", "noise"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/alerts/rules/noise", { signal })),
  });
}
