import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { useId, useState } from "react";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useNamedSearch } from "../../features/named/use-named-search.ts";
import { t } from "../../language/t.ts";
import { channelTypeLabel } from "./channel-types.ts";

type ChannelChoiceProps = {
  chosen: readonly string[];
  onChosen(chosen: string[]): void;
  error: string | null;
};

/** With more, a text searches them. */
const LISTED_MAX = 20;

/** Selects the channels that a rule notifies: those that are selected first, and those whose name contains a text. */
export function ChannelChoice({ chosen, onChosen, error }: ChannelChoiceProps) {
  const { search, channels } = useChannelSearch(chosen);
  const id = useId();
  const toggle = (channelId: string) =>
    onChosen(
      chosen.includes(channelId) ? chosen.filter((other) => other !== channelId) : [...chosen, channelId],
    );
  return (
    <fieldset className="grid gap-1" aria-describedby={`${id}-note`}>
      <legend className="mb-1.5 font-semibold">{t("Channels")}</legend>
      {search.isSearched && (
        <Field
          label={t("Search channels")}
          value={search.typed}
          onValue={search.onTyped}
          hint={t("Lists the first {LISTED_MAX} by name that contain it, after those that are selected.", {
            LISTED_MAX,
          })}
          error={null}
        />
      )}
      {(channels ?? []).map((channel) => (
        <label key={channel.id} className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={chosen.includes(channel.id)}
            onChange={() => toggle(channel.id)}
          />
          <span className="wrap-anywhere">{channel.name}</span>
          <span className="text-[0.8125rem] text-soft">
            {channelTypeLabel(channel.type)}
            {channel.disabled_at !== null && t(", disabled")}
          </span>
        </label>
      ))}
      <p id={`${id}-note`} className={`text-[0.8125rem] ${error ? "text-down" : "text-soft"}`}>
        {error ?? t("Without a channel, alerts appear only in the dashboard.")}{" "}
        {channels?.length === 0 && !search.isSearched && (
          <Link to="/alerts/channels/new" className="text-accent underline">
            {t("Add channel")}
          </Link>
        )}
      </p>
    </fieldset>
  );
}

function useChannelSearch(chosen: readonly string[]) {
  const api = useApi();
  const search = useNamedSearch<AlertChannel>({
    queryKey: keys.list("alert-channels", "choice"),
    limit: LISTED_MAX,
    read: (query, signal) => pageOf(api.GET("/api/v1/alerts/channels", { params: { query }, signal })),
  });
  const listed = search.items;
  // Those that were selected first stay in sight, and in their place while others are selected.
  const [first] = useState(chosen);
  const others = useQueries({
    queries: [...new Set([...first, ...chosen])].map((id) => ({
      queryKey: keys.detail("alert-channels", id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(api.GET("/api/v1/alerts/channels/{id}", { params: { path: { id } }, signal })),
      enabled: search.isSearched,
    })),
  }).flatMap(({ data }) => data ?? []);
  const kept = search.isSearched ? others : [];
  const channels = listed && [
    ...kept,
    ...listed.filter((channel) => !kept.some(({ id }) => id === channel.id)),
  ];
  return { search, channels };
}
