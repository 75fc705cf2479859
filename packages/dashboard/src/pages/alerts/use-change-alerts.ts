import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BULK_ALERTS_MAX, type BulkAlertAction } from "@vedette/contract/alerts/bulk-alerts.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { toast, toastError, toastWithUndo } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

export type AlertsChange = {
  ids: readonly string[];
  action: Exclude<BulkAlertAction, "unacknowledge">;
  sameTarget?: boolean;
};

/** Acknowledges or resolves alerts. With `sameTarget` also the other open alerts of their targets. */
export function useChangeAlerts() {
  const api = useApi();
  const queries = useQueryClient();

  /** Returns the alerts that were not as wanted before. */
  async function send(
    ids: readonly string[],
    action: BulkAlertAction,
    sameTarget: boolean,
  ): Promise<string[]> {
    const changed: string[] = [];
    for (let start = 0; start < ids.length; start += BULK_ALERTS_MAX) {
      const body = { action, ids: ids.slice(start, start + BULK_ALERTS_MAX), same_target: sameTarget };
      changed.push(...(await dataOf(api.POST("/api/v1/alerts/bulk", { body }))).changed_ids);
    }
    return changed;
  }

  const refetch = () => queries.invalidateQueries({ queryKey: keys.all("alerts") });
  return useMutation({
    mutationFn: ({ ids, action, sameTarget = false }: AlertsChange) => send(ids, action, sameTarget),
    onSuccess(changed, { action }) {
      const count = changed.length;
      if (action === "resolve")
        toast(t("{count, plural, one {Alert} other {# alerts}} resolved.", { count }));
      else if (changed.length > 0)
        toastWithUndo(
          t("{count, plural, one {Alert} other {# alerts}} acknowledged. Reminders are off.", { count }),
          async () => {
            await send(changed, "unacknowledge", false);
            await refetch();
          },
        );
    },
    onError: toastError,
    onSettled: refetch,
  });
}
