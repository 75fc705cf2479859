import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { SubscriberActions } from "./subscriber-actions.tsx";
import { STATE_LABELS, STATE_TONES, TOPIC_LABELS, TYPE_LABELS } from "./subscriber-labels.ts";

export const SUBSCRIBER_COLUMNS: readonly Column<PageSubscriber>[] = [
  {
    id: "address",
    title: t("Address"),
    cell: ({ address, error }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{address}</span>
        {error !== null && <span className="block text-[0.8125rem] text-down">{sentenceOf(error)}</span>}
      </div>
    ),
  },
  { id: "type", title: t("Type"), isWideOnly: true, cell: ({ type }) => TYPE_LABELS[type] },
  {
    id: "state",
    title: t("State"),
    cell: ({ state }) => <StatusBadge status={STATE_TONES[state]} word={STATE_LABELS[state]} />,
  },
  {
    id: "choices",
    title: t("Notified of"),
    isWideOnly: true,
    cell: ({ topics, components }) =>
      [
        ...topics.map((topic) => TOPIC_LABELS[topic]),
        ...(components === null ? [] : [t("components: {count}", { count: components.length })]),
      ].join(", "),
  },
  {
    id: "created",
    title: t("Subscribed"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ created_at: at }) => <TimeAgo at={at} />,
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isMenu: true,
    isNumber: true,
    cell: (subscriber) => <SubscriberActions subscriber={subscriber} />,
  },
];
