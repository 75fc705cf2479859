import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** Maximum delay for changes without an event, such as a deletion by another client. */
const REFRESH_MS = 60_000;

type SummaryOptions = {
  isEnabled?: boolean;
  /** Reads it again when the page is opened: what the person just changed is in it. */
  rereads?: boolean;
};

/** How many targets have each status, and the first that are wrong or snoozed: one request for any number of targets. */
export function useTargetSummary({ isEnabled = true, rereads = false }: SummaryOptions = {}) {
  const api = useApi();
  return useQuery({
    enabled: isEnabled,
    // Events of targets and alerts make it stale.
    queryKey: keys.other("overview", "summary"),
    refetchInterval: REFRESH_MS,
    ...(rereads && { refetchOnMount: "always" as const }),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/targets/summary", { signal })),
  });
}
