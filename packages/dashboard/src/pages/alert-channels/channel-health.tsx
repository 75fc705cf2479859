import type { ChannelHealth, ChannelState } from "@vedette/contract/alerts/channel-deliveries.ts";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { absoluteTime, shortTime } from "../../components/time-ago.tsx";
import { CHANNEL_STATE_WORDS } from "../../features/alerts/alert-labels.ts";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";

const TONES: Record<ChannelState, Tone> = {
  working: "up",
  failing: "down",
  untested: "pending",
  disabled: "down",
  unavailable: "down",
};

/** Whether a channel delivers, since when it does not, and why. */
export function ChannelHealthState({ health }: { health: ChannelHealth }) {
  const { reason, failing_since: since } = health;
  return (
    <div className="grid justify-items-start gap-1">
      <ChannelStateBadge health={health} />
      {reason !== null && (
        <span
          className="text-[0.8125rem] wrap-anywhere text-down"
          title={
            since === null
              ? undefined
              : t("Failing since {absoluteTime}", { absoluteTime: absoluteTime(since) })
          }
        >
          {sentenceOf(reason)}
        </span>
      )}
    </div>
  );
}

/** The same without the reason. */
export function ChannelStateBadge({ health: { status, failing_since: since } }: { health: ChannelHealth }) {
  const word =
    status === "failing" && since !== null
      ? t("Failing since {shortTime}", { shortTime: shortTime(since) })
      : CHANNEL_STATE_WORDS[status];
  return <StatusBadge status={TONES[status]} word={word} />;
}

/** "12 of 14 delivered", or that nothing was sent. */
export function deliveredText({ delivered_24h: delivered, failed_24h: failed }: ChannelHealth): string {
  const total = delivered + failed;
  return total === 0 ? t("Nothing sent") : t("{delivered, number} of {total, number}", { delivered, total });
}
