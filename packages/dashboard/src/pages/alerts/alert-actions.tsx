import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast, toastError, toastWithUndo } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

const PATHS = {
  acknowledge: "/api/v1/alerts/{id}/acknowledge",
  resolve: "/api/v1/alerts/{id}/resolve",
} as const;

/** The actions of an open alert. */
export function AlertActions({ alert }: { alert: Alert }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id: alert.id } };
  function showChanged(changed: Alert): void {
    queries.setQueryData(keys.detail("alerts", alert.id), changed);
    void queries.invalidateQueries({ queryKey: keys.list("alerts") });
    void queries.invalidateQueries({ queryKey: keys.detail("alerts", alert.id, "escalations") });
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (action: keyof typeof PATHS) => dataOf(api.POST(PATHS[action], { params })),
    onSuccess: (changed, action) => {
      showChanged(changed);
      if (action === "resolve") toast(t("Alert resolved."));
      else
        toastWithUndo(t("Acknowledged. Reminders are off."), async () =>
          showChanged(await dataOf(api.POST("/api/v1/alerts/{id}/unacknowledge", { params }))),
        );
    },
    onError: toastError,
  });
  if (alert.status === "resolved") return null;
  return (
    <div className="flex flex-wrap justify-end gap-2 md:flex-nowrap">
      {alert.acknowledged_at === null && (
        <Button
          busy={isPending && variables === "acknowledge" && t("Acknowledging …")}
          aria-label={t("Acknowledge: {title}", { title: alert.title })}
          onClick={() => mutate("acknowledge")}
        >
          {t("Acknowledge")}
        </Button>
      )}
      <Button
        busy={isPending && variables === "resolve" && t("Resolving …")}
        aria-label={t("Resolve: {title}", { title: alert.title })}
        onClick={() => mutate("resolve")}
      >
        {t("Resolve")}
      </Button>
    </div>
  );
}
