import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { DELIVERY_KIND_LABELS } from "../../features/alerts/delivery-kind-labels.ts";
import { sentenceOf } from "../../format.ts";

type Delivery = Alert["deliveries"][number];
type DeliveryLogProps = { alert: Alert; rule: AlertRule | undefined; channels: readonly AlertChannel[] };

/** Lists the delivery attempts of an alert with the response of each receiver. */
export function DeliveryLog({ alert, rule, channels }: DeliveryLogProps) {
  const { deliveries } = alert;
  const columns: readonly Column<Delivery>[] = [
    {
      id: "channel",
      title: "Channel",
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
      title: "Outcome",
      cell: ({ ok }) => <StatusBadge status={ok ? "up" : "down"} word={ok ? "Delivered" : "Failed"} />,
    },
    { id: "kind", title: "Event", cell: ({ kind }) => DELIVERY_KIND_LABELS[kind] },
    { id: "code", title: "HTTP status", isNumber: true, cell: ({ status_code: code }) => code ?? "–" },
    { id: "attempt", title: "Attempt", isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
    { id: "at", title: "Time", isNumber: true, cell: ({ at }) => <TimeAgo at={at} /> },
  ];
  return (
    <section className="grid gap-2" aria-labelledby="deliveries">
      <h2 id="deliveries">Delivery log</h2>
      {deliveries.length === 0 ? (
        <p className="text-soft">{emptyText(alert, rule)}</p>
      ) : (
        <Table
          caption="Delivery attempts, newest first"
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
      ? `No notifications were sent: ${suppressedBy}.`
      : `No notifications sent: ${suppressedBy}.`;
  if (rule?.channel_ids.length === 0)
    return rule.escalation_policy_id === null
      ? "No notifications sent: the rule has no channels."
      : "The rule has no channels. Its escalation policy notifies people.";
  if (groupKey !== null && status !== "pending") return "Added to the open notification of its group.";
  return status === "resolved" ? "No notifications were sent." : "No notifications sent yet.";
}
