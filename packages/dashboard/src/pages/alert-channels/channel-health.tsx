import type { ChannelHealth, ChannelState } from "@vedette/contract/alerts/channel-deliveries.ts";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { absoluteTime, shortTime } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";

const BADGES: Record<ChannelState, { tone: Tone; word: string }> = {
  working: { tone: "up", word: "Working" },
  failing: { tone: "down", word: "Failing" },
  untested: { tone: "pending", word: "Not tested" },
  disabled: { tone: "down", word: "Disabled" },
  unavailable: { tone: "down", word: "Cannot send" },
};

/** Whether a channel delivers, since when it does not, and why. */
export function ChannelHealthState({ health }: { health: ChannelHealth }) {
  const { tone, word } = BADGES[health.status];
  const { status, reason, failing_since: since } = health;
  return (
    <div className="grid justify-items-start gap-1">
      <StatusBadge
        status={tone}
        word={status === "failing" && since !== null ? `Failing since ${shortTime(since)}` : word}
      />
      {reason !== null && (
        <span
          className="text-[0.8125rem] wrap-anywhere text-down"
          title={since === null ? undefined : `Failing since ${absoluteTime(since)}`}
        >
          {sentenceOf(reason)}
        </span>
      )}
    </div>
  );
}

/** "12 of 14 delivered", or that nothing was sent. */
export function deliveredText({ delivered_24h: delivered, failed_24h: failed }: ChannelHealth): string {
  const total = delivered + failed;
  return total === 0 ? "Nothing sent" : `${delivered.toLocaleString()} of ${total.toLocaleString()}`;
}
