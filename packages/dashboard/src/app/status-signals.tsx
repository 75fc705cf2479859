import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pageOf } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { setBrowserStatus } from "../components/browser/browser-status.ts";
import { useAlertNotifications } from "./alert-notifications.ts";
import { useApi } from "./session.tsx";

/** More are counted as this many. */
const COUNTED_MAX = 1_000;
const REFETCH_MS = 60_000;
/** Many failing targets are a large response, which would delay what the page shows. */
const FIRST_READ_MS = 1_500;

/** Shows how many targets are down in the title and icon of the tab, and notifies of new alerts while it is hidden. */
export function StatusSignals() {
  const api = useApi();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_READ_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    enabled: isDue,
    // Events of targets make it stale.
    queryKey: keys.other("overview", "failing"),
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) => {
      const query = { status: "down,degraded", limit: COUNTED_MAX };
      const { items } = await pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
      const down = items.filter(({ status }) => status === "down").length;
      return { down, degraded: items.length - down };
    },
  });
  useEffect(() => {
    if (data) setBrowserStatus(data);
  }, [data]);
  // After signing out the state is no longer known.
  useEffect(() => () => setBrowserStatus({ down: 0, degraded: 0 }), []);
  useAlertNotifications();
  return null;
}
