import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { useChannels, useRules } from "../alerts/use-lists.ts";
import { channelDestination } from "./channel-draft.ts";
import { ChannelHealthState, deliveredText } from "./channel-health.tsx";
import { ChannelTest } from "./channel-test.tsx";
import { channelTypeLabel } from "./channel-types.ts";
import { EnableChannel } from "./enable-channel.tsx";
import { hasUnconfirmed, unconfirmedEmails } from "./recipient-states.tsx";

/** Lists the alert channels. */
export function ChannelsPage() {
  const { data: channels, error } = useChannels();
  const add = (
    <ForRole>
      <Link to="/alerts/channels/new" className={buttonClass("primary")}>
        {t("Add channel")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader
        title={t("Alert channels")}
        lead={t("Where notifications are sent.")}
        actions={channels?.length !== 0 && add}
      />
      <ListTable
        caption={t("Alert channels by name")}
        columns={COLUMNS}
        rows={channels}
        error={error}
        empty={{
          title: t("No channels yet"),
          description: t("Send notifications to email, chat, push and incident services, or a webhook."),
          action: add,
        }}
      />
    </>
  );
}

const COLUMNS: readonly Column<AlertChannel>[] = [
  {
    id: "name",
    title: t("Channel"),
    width: "md:w-[34%]",
    cell: (channel) => (
      <div className="wrap-anywhere">
        <Link to="/alerts/channels/$id" params={{ id: channel.id }} className="font-semibold hover:underline">
          {channel.name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">
          {channelTypeLabel(channel.type)} · {channelDestination(channel)}
        </span>
        {hasUnconfirmed(channel.recipient_states) && (
          <span className="block text-[0.8125rem] text-soft">
            {t("Waiting for confirmation: {emails}", { emails: unconfirmedEmails(channel.recipient_states) })}
          </span>
        )}
      </div>
    ),
  },
  { id: "state", title: t("State"), cell: ({ health }) => <ChannelHealthState health={health} /> },
  {
    id: "last",
    title: t("Last delivery"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ health: { last_delivery_at: at } }) => (at === null ? "–" : <TimeAgo at={at} />),
  },
  {
    id: "delivered",
    title: t("Delivered, 24 h"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ health }) => deliveredText(health),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    cell: (channel) => (
      <ForRole>
        <div className="flex flex-wrap items-start justify-end gap-2 md:flex-nowrap">
          {channel.disabled_at !== null && <EnableChannel channel={channel} />}
          <ChannelTest id={channel.id} name={channel.name} />
          <DeleteChannel channel={channel} />
        </div>
      </ForRole>
    ),
  },
];

function DeleteChannel({ channel: { id, name } }: { channel: AlertChannel }) {
  const api = useApi();
  const queries = useQueryClient();
  const rules = (useRules().data ?? []).filter(({ channel_ids: ids }) => ids.includes(id));
  const description =
    rules.length === 0
      ? t("No rule uses this channel.")
      : t("These rules use it and will be disabled: {join}.", {
          join: rules.map((rule) => rule.name).join(", "),
        });
  return (
    <DeleteButton
      name={name}
      noun={t("channel")}
      description={description}
      onDelete={async () => {
        // Forces the deletion only after the dialog has listed the rules that it disables.
        const force = rules.length > 0 ? ("true" as const) : ("false" as const);
        await api.DELETE("/api/v1/alerts/channels/{id}", { params: { path: { id }, query: { force } } });
        void queries.invalidateQueries({ queryKey: keys.all("alert-rules") });
        await queries.invalidateQueries({ queryKey: keys.list("alert-channels") });
      }}
    />
  );
}
