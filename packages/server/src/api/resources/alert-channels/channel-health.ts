import type { ChannelHealth } from "@vedette/contract/alerts/channel-deliveries.ts";
import type { RecipientState } from "@vedette/contract/alerts/mail-recipients.ts";
import type { DeliveryFactsRow } from "./delivery-queries.ts";
import type { ChannelRow } from "./queries.ts";

/** Whether a channel works, from its state and its last deliveries. Pure. */

const NO_MAIL_SERVER =
  "this server sends no mail: its operator must set SMTP_URL, or the channel needs an own SMTP server";
const NO_RECIPIENT = "no recipient has confirmed that they want alerts";

type ChannelFacts = {
  channel: Pick<ChannelRow, "type" | "config" | "disabled_at" | "disabled_reason">;
  recipients: readonly RecipientState[];
  hasMailServer: boolean;
  /** Undefined if nothing was sent yet. */
  deliveries: DeliveryFactsRow | undefined;
};

export function channelHealth(facts: ChannelFacts): ChannelHealth {
  const { deliveries } = facts;
  return {
    ...statusOf(facts),
    last_delivery_at: deliveries?.last_at.toISOString() ?? null,
    failing_since: deliveries?.failing_since?.toISOString() ?? null,
    delivered_24h: deliveries?.delivered ?? 0,
    failed_24h: deliveries?.failed ?? 0,
  };
}

function statusOf({
  channel,
  recipients,
  hasMailServer,
  deliveries,
}: ChannelFacts): Pick<ChannelHealth, "status" | "reason"> {
  if (channel.disabled_at !== null) return { status: "disabled", reason: channel.disabled_reason };
  const isSent = hasMailServer || channel.config.smtp_host != null;
  if (channel.type === "email" && !isSent) return { status: "unavailable", reason: NO_MAIL_SERVER };
  if (channel.type === "email" && !recipients.some(({ status }) => status === "confirmed")) {
    return { status: "unavailable", reason: NO_RECIPIENT };
  }
  if (deliveries === undefined) return { status: "untested", reason: null };
  return deliveries.last_ok
    ? { status: "working", reason: null }
    : { status: "failing", reason: deliveries.last_error };
}
