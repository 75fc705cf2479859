import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { toAlertPayload } from "../../../pipeline/alerting/alerts/alert-payload.ts";
import type { AlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import type { NameOf } from "../audit-log/service-names.ts";
import type { DeliveryRow } from "./queries.ts";

/** Converts an alert row to its API representation. */
export function toAlert(
  row: AlertRow,
  { deliveries, findName }: { deliveries: readonly DeliveryRow[]; findName: NameOf },
): Alert {
  return {
    ...toAlertPayload(row),
    acknowledged_by_name: findName(row.acknowledged_by),
    resolved_by_name: findName(row.resolved_by),
    deliveries: deliveries.map(({ channel_id, kind, attempt, at, ok, status_code, error }) => ({
      channel_id,
      kind,
      attempt,
      at: at.toISOString(),
      ok,
      status_code,
      error,
    })),
  };
}
