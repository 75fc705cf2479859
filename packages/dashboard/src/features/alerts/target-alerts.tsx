import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { t } from "../../language/t.ts";
import { AlertList } from "./alert-list.tsx";

const SHOWN_MAX = 10;

/** The latest alerts of one target. */
export function TargetAlerts({ targetId }: { targetId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.list("alerts", { targetId }),
    queryFn: ({ signal }) => {
      const query = { target_id: targetId, limit: SHOWN_MAX };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
  });
  return (
    <section className="grid gap-3" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{t("Alerts")}</h2>
      <LoadState data={data} error={error} lines={2} />
      {data?.items.length === 0 && <p className="text-soft">{t("No alerts yet.")}</p>}
      {data && data.items.length > 0 && <AlertList alerts={data.items} />}
    </section>
  );
}
