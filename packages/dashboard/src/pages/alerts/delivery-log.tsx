import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { DELIVERY_KIND_LABELS } from "../../features/alerts/delivery-kind-labels.ts";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";

type Delivery = Alert["deliveries"][number];
type DeliveryLogProps = { alert: Alert; rule: AlertRule | undefined; channels: readonly AlertChannel[] };

/** Lists the delivery attempts of an alert with the response of each receiver. */
export function DeliveryLog({ alert, rule, channels }: DeliveryLogProps) {
  const { deliveries } = alert;
  const columns: readonly Column<Delivery>[] = [
    {
      id: "channel",
      title: t("Channel"),
      cell: ({ channel_id: id, error }) => (
        <div className="wrap-anywhere">
          <Link to="/alerts/channels/$id" params={{ id }} className="font-semibold hover:underline">
            {channels.find((channel) => channel.id === id)?.name ?? id}
          </Link>
          {error !== null && <span className="block text-[0.8125rem] text-down">{sentenceOf(error)}</span>}
        </div>
      ),
    },
    {
      id: "outcome",
      title: t("Outcome"),
      cell: ({ ok }) => <StatusBadge status={ok ? "up" : "down"} word={ok ? t("Delivered") : t("Failed")} />,
    },
    { id: "kind", title: t("Event"), cell: ({ kind }) => DELIVERY_KIND_LABELS[kind] },
    { id: "code", title: t("HTTP status"), isNumber: true, cell: ({ status_code: code }) => code ?? "–" },
    { id: "attempt", title: t("Attempt"), isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
    { id: "at", title: t("Time"), isNumber: true, cell: ({ at }) => <TimeAgo at={at} /> },
  ];
  return (
    <section className="grid gap-2" aria-labelledby="deliveries">
      <h2 id="deliveries">{t("Delivery log")}</h2>
      {deliveries.length === 0 ? (
        <p className="text-soft">{emptyText(alert, rule)}</p>
      ) : (
        <Table
          caption={t("Delivery attempts, newest first")}
          columns={columns}
          rows={deliveries.toReversed()}
          idOf={({ channel_id: id, at, kind, attempt }) => `${id} ${at} ${kind} ${attempt}`}
        />
      )}
    </section>
  );
}

function emptyText(
  { suppressed_by: suppressedBy, group_key: groupKey, status }: Alert,
  rule: AlertRule | undefined,
): string {
  if (suppressedBy !== null)
    return status === "resolved"
      ? t("No notifications were sent: {suppressedBy}.", { suppressedBy })
      : t("No notifications sent: {suppressedBy}.", { suppressedBy });
  if (rule?.channel_ids.length === 0)
    return rule.escalation_policy_id === null
      ? t("No notifications sent: the rule has no channels.")
      : t("The rule has no channels. Its escalation policy notifies people.");
  if (groupKey !== null && status !== "pending") return t("Added to the open notification of its group.");
  return status === "resolved" ? t("No notifications were sent.") : t("No notifications sent yet.");
}
