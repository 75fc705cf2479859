import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { AlertList } from "../../../features/alerts/alert-list.tsx";

const SHOWN_MAX = 10;

/** The latest alerts of one monitor. */
export function MonitorAlerts({ id }: { id: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("alerts", { target_id: id }),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/alerts", { params: { query: { target_id: id, limit: SHOWN_MAX } }, signal })),
  });
  return (
    <section className="grid gap-3">
      <h2>Alerts</h2>
      {data?.items.length === 0 && <p className="text-soft">No alerts for this monitor.</p>}
      {data && data.items.length > 0 && <AlertList alerts={data.items} />}
    </section>
  );
}
