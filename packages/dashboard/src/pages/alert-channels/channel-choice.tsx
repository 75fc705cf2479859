import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useChannels } from "../alerts/use-lists.ts";
import { channelTypeLabel } from "./channel-types.ts";

type ChannelChoiceProps = {
  chosen: readonly string[];
  onChosen(chosen: string[]): void;
  error: string | null;
};

/** Selects the channels that a rule notifies. */
export function ChannelChoice({ chosen, onChosen, error }: ChannelChoiceProps) {
  const { data: channels } = useChannels();
  const id = useId();
  const toggle = (channelId: string) =>
    onChosen(
      chosen.includes(channelId) ? chosen.filter((other) => other !== channelId) : [...chosen, channelId],
    );
  return (
    <fieldset className="grid gap-1" aria-describedby={`${id}-note`}>
      <legend className="mb-1.5 font-semibold">Channels</legend>
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
            {channel.disabled_at !== null && ", disabled"}
          </span>
        </label>
      ))}
      <p id={`${id}-note`} className={`text-[0.8125rem] ${error ? "text-down" : "text-soft"}`}>
        {error ?? "Without a channel, alerts appear only in the dashboard."}{" "}
        {channels?.length === 0 && (
          <Link to="/alerts/channels/new" className="text-accent underline">
            Add channel
          </Link>
        )}
      </p>
    </fieldset>
  );
}
