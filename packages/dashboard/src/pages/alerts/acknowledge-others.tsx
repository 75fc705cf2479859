import { useQuery } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { t } from "../../language/t.ts";
import { useChangeAlerts } from "./use-change-alerts.ts";

/** Acknowledges all open alerts of an alert's target. Nothing if the alert is the only one to acknowledge. */
export function AcknowledgeOthers({ alert }: { alert: Alert }) {
  const api = useApi();
  const { mutate, isPending } = useChangeAlerts();
  const isOpen = alert.status !== "resolved";
  const { data } = useQuery({
    queryKey: keys.list("alerts", "open", { target: alert.target.id }, "others"),
    enabled: isOpen,
    queryFn: ({ signal }) => {
      const query = { target_id: alert.target.id, status: "pending,sent,failed", limit: 200 };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal })).then(({ items }) => items);
    },
  });
  const count = (data ?? []).filter(({ acknowledged_at: at }) => at === null).length;
  const isOnlyThis = count === 1 && alert.acknowledged_at === null;
  if (!isOpen || count === 0 || isOnlyThis) return null;
  return (
    <Button
      busy={isPending && t("Acknowledging …")}
      onClick={() => mutate({ ids: [alert.id], action: "acknowledge", sameTarget: true })}
    >
      {count === 1
        ? t("Acknowledge the other alert of this target")
        : t("Acknowledge all {count} of this target", { count })}
    </Button>
  );
}
