import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole, ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { useSendsMail } from "../../app/visitor.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast } from "../../components/toast.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { sentenceOf } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { CHANNELS_REFETCH_MS } from "../alerts/use-lists.ts";
import { ChannelDeliveries } from "./channel-deliveries.tsx";
import { bodyOfChannel, changeOfChannel, draftOfChannel, emptyChannel } from "./channel-draft.ts";
import { ChannelForm } from "./channel-form.tsx";
import { ChannelStateBadge } from "./channel-health.tsx";
import { ChannelTest } from "./channel-test.tsx";
import { channelTypeLabel } from "./channel-types.ts";
import { EnableChannel } from "./enable-channel.tsx";
import { hasUnconfirmed, RecipientStates } from "./recipient-states.tsx";
import { SigningSecret } from "./signing-secret.tsx";

const route = getRouteApi("/shell/alerts/channels/$id");

export function NewChannelPage() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sendsMail = useSendsMail();
  return (
    <>
      <PageHeader title={t("Add alert channel")} />
      <ChannelForm
        initial={emptyChannel(sendsMail)}
        isNew
        onSave={async (draft) => {
          const { id, recipient_states: states } = await dataOf(
            api.POST("/api/v1/alerts/channels", { body: bodyOfChannel(draft) }),
          );
          void queries.invalidateQueries({ queryKey: keys.list("alert-channels") });
          toast(
            hasUnconfirmed(states)
              ? t("Channel created. New recipients get an email to confirm that they want alerts.")
              : t("Channel created. Send a test message to verify it."),
          );
          await navigate({ to: "/alerts/channels/$id", params: { id } });
        }}
      />
    </>
  );
}

export function ChannelPage() {
  const { id } = route.useParams();
  const api = useApi();
  const [saves, setSaves] = useState(0);
  const { loaded, error } = useLoaded("alert-channels", id, (signal) =>
    versionedOf(api.GET("/api/v1/alerts/channels/{id}", { params: { path: { id } }, signal })),
  );
  const { data: current } = useQuery({
    queryKey: keys.detail("alert-channels", id),
    refetchInterval: CHANNELS_REFETCH_MS,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/alerts/channels/{id}", { params: { path: { id } }, signal })),
  });
  const data = current ?? loaded?.data;
  return (
    <>
      <PageHeader
        title={data?.name ?? t("Alert channel")}
        badge={data && <ChannelStateBadge health={data.health} />}
        lead={data && channelTypeLabel(data.type)}
        actions={
          data && (
            <ForRole>
              <ChannelTest key={saves} id={data.id} name={data.name} />
            </ForRole>
          )
        }
      />
      <LoadState data={data} error={error} />
      {loaded && data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {data.disabled_at !== null && <DisabledNotice channel={data} since={data.disabled_at} />}
          <ReadOnlyBelow>
            {/* Remounts the form after a save: the response contains the masked secrets. */}
            <EditChannel key={`${id} ${saves}`} loaded={loaded} onSaved={() => setSaves(saves + 1)} />
          </ReadOnlyBelow>
          <ChannelDeliveries channel={data} />
          {data.recipient_states.length > 0 && <RecipientStates channel={data} />}
          {data.signing_secret !== null && <SigningSecret secret={data.signing_secret} />}
        </div>
      )}
    </>
  );
}

function EditChannel({ loaded, onSaved }: { loaded: Versioned<AlertChannel>; onSaved(): void }) {
  const { id } = loaded.data;
  const api = useApi();
  const queries = useQueryClient();
  const [initial] = useState(() => draftOfChannel(loaded.data));
  const params = { path: { id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (channel: AlertChannel) => changeOfChannel(draftOfChannel(channel)),
    read: () => versionedOf(api.GET("/api/v1/alerts/channels/{id}", { params })),
    async write(body, { etag }) {
      const saved = await versionedOf(
        api.PUT("/api/v1/alerts/channels/{id}", { params, body, ifMatch: etag }),
      );
      queries.setQueryData(keys.form("alert-channels", id), saved);
      queries.setQueryData(keys.detail("alert-channels", id), saved.data);
      return saved;
    },
  });
  return (
    <>
      <ChannelForm
        initial={initial}
        isNew={false}
        onSave={async (draft) => {
          if ((await save(changeOfChannel(draft))) === null) return false;
          onSaved();
          void queries.invalidateQueries({ queryKey: keys.list("alert-channels") });
          toast(t("Channel saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}

function DisabledNotice({ channel, since }: { channel: AlertChannel; since: string }) {
  return (
    <Notice>
      <p>
        <Message
          text="Disabled {time}: no notifications are sent to this channel."
          values={{ time: <TimeAgo at={since} /> }}
        />{" "}
        {channel.disabled_reason !== null && sentenceOf(channel.disabled_reason)}
      </p>
      <div className="mt-2 text-ink">
        <ForRole>
          <EnableChannel channel={channel} />
        </ForRole>
      </div>
    </Notice>
  );
}
