import { Link } from "@tanstack/react-router";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import type { AlertChannel } from "../alert-channels/channel-types.ts";
import type { Alert } from "./alert-labels.ts";

type Delivery = Alert["deliveries"][number];
type DeliveryLogProps = { deliveries: readonly Delivery[]; channels: readonly AlertChannel[] };

const KIND_WORDS: Record<Delivery["kind"], string> = {
  opened: "Beginning",
  resolved: "End",
  reminder: "Reminder",
  operator: "To the operator",
  test: "Test",
};

/** Every try to tell of an alert, with what the receiver answered. */
export function DeliveryLog({ deliveries, channels }: DeliveryLogProps) {
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
    { id: "kind", title: "Told of", cell: ({ kind }) => KIND_WORDS[kind] },
    { id: "code", title: "Answer", isNumber: true, cell: ({ status_code: code }) => code ?? "–" },
    { id: "attempt", title: "Try", isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
    { id: "at", title: "When", isNumber: true, cell: ({ at }) => <TimeAgo at={at} /> },
  ];
  return (
    <section className="grid gap-2" aria-labelledby="deliveries">
      <h2 id="deliveries">Delivery log</h2>
      {deliveries.length === 0 ? (
        <p className="text-soft">
          Nobody has been told: the rule has no channel, or its messages are on their way.
        </p>
      ) : (
        <Table
          caption="Every try to tell of this alert, the newest first"
          columns={columns}
          rows={deliveries.toReversed()}
          idOf={({ channel_id: id, at, kind, attempt }) => `${id} ${at} ${kind} ${attempt}`}
        />
      )}
    </section>
  );
}
