import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole, ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast } from "../../components/toast.tsx";
import { sentenceOf } from "../../format.ts";
import { ChannelForm } from "./channel-form.tsx";
import { ChannelTest } from "./channel-test.tsx";
import { bodyOfChannel, CHANNEL_TYPE_LABELS, draftOfChannel, emptyChannel } from "./channel-types.ts";
import { EnableChannel } from "./enable-channel.tsx";
import { hasUnconfirmed, RecipientStates } from "./recipient-states.tsx";

const route = getRouteApi("/shell/alerts/channels/$id");

export function NewChannelPage() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="New alert channel" />
      <ChannelForm
        initial={emptyChannel()}
        isNew
        onSave={async (draft) => {
          const { id, recipient_states: states } = await dataOf(
            api.POST("/api/v1/alerts/channels", { body: bodyOfChannel(draft) }),
          );
          void queries.invalidateQueries({ queryKey: keys.list("alert-channels") });
          toast(
            hasUnconfirmed(states)
              ? "Channel created. New recipients get an email to confirm that they want alerts."
              : "Channel created. Send a test message to verify it.",
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
  const queries = useQueryClient();
  const [saves, setSaves] = useState(0);
  const params = { path: { id } };
  const { data, error } = useQuery({
    queryKey: keys.detail("alert-channels", id),
    // The form must start from the stored values, not from the cache of an earlier visit.
    gcTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/alerts/channels/{id}", { params, signal })),
  });
  return (
    <>
      <PageHeader
        title={data?.name ?? "Alert channel"}
        lead={data && CHANNEL_TYPE_LABELS[data.type]}
        actions={
          data && (
            <ForRole>
              <ChannelTest key={saves} id={data.id} name={data.name} />
            </ForRole>
          )
        }
      />
      <LoadState data={data} error={error} />
      {data && (
        <div className="grid max-w-2xl gap-5">
          {data.disabled_at !== null && <DisabledNotice channel={data} since={data.disabled_at} />}
          <ReadOnlyBelow>
            <ChannelForm
              // Remounts the form after a save: the response contains the masked secrets.
              key={`${data.id} ${saves}`}
              initial={draftOfChannel(data)}
              isNew={false}
              onSave={async (draft) => {
                const { name, config } = bodyOfChannel(draft);
                const body = { name, config: { ...config } };
                const saved = await dataOf(api.PUT("/api/v1/alerts/channels/{id}", { params, body }));
                queries.setQueryData(keys.detail("alert-channels", id), saved);
                setSaves(saves + 1);
                void queries.invalidateQueries({ queryKey: keys.list("alert-channels") });
                toast("Channel saved.");
              }}
            />
          </ReadOnlyBelow>
          {data.recipient_states.length > 0 && <RecipientStates channel={data} />}
          {data.signing_secret !== null && <SigningSecret secret={data.signing_secret} />}
        </div>
      )}
    </>
  );
}

function DisabledNotice({ channel, since }: { channel: AlertChannel; since: string }) {
  return (
    <Notice>
      <p>
        Disabled <TimeAgo at={since} />: no notifications are sent to this channel.{" "}
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

function SigningSecret({ secret }: { secret: string }) {
  return (
    <section className="card grid gap-2 p-6" aria-labelledby="signing-secret">
      <h2 id="signing-secret">Signing secret</h2>
      <p className="text-soft">
        Every message is signed with this secret. Verify signatures with any Standard Webhooks library to make
        sure that messages come from Vedette.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-lg bg-raised px-3 py-2">{secret}</code>
        <CopyButton text={secret} />
      </div>
    </section>
  );
}
