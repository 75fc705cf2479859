import type { Activity } from "@vedette/contract/targets/activity.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";

/** Maximum page size of the server. */
const PAGE = 200;

/** Reads what happened in the last 24 hours. */
export function useLastDay() {
  const api = useApi();
  return usePages<Activity>({
    // Events of targets and alerts make it stale.
    queryKey: keys.other("overview", "activity"),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/activity", { params: { query: { limit: PAGE, ...page } }, signal })),
  });
}
