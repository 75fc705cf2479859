import { splunkOncallType } from "@vedette/contract/alerts/channels/incident-tools/splunk-oncall.ts";
import { z } from "zod";
import { type AlertRecord, alertRecord, recordText } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/**
 * Splunk On-Call by its REST endpoint: an alert, or a group of alerts, is an incident under its `entity_id`. Source: Splunk's
 * "REST Endpoint integration for Splunk On-Call".
 */
export function splunkOncallChannel(): Channel {
  return defineChannel({
    declaration: splunkOncallType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(alertOf(alertRecord(message))) }, { rejectionOf }),
  });
}

const MESSAGE_TYPES = { critical: "CRITICAL", warning: "WARNING", info: "INFO" } as const;

function alertOf(record: AlertRecord) {
  return {
    message_type: record.isResolved ? "RECOVERY" : MESSAGE_TYPES[record.severity],
    entity_id: record.key,
    entity_display_name: record.title,
    state_message: recordText(record),
    ...(record.triggeredAt !== null && {
      state_start_time: Math.floor(Date.parse(record.triggeredAt) / 1_000),
    }),
    monitoring_tool: "Vedette",
    alert_url: record.link.url,
  };
}

const replySchema = z.object({ result: z.string(), message: z.string().optional() });

/** The endpoint also returns 200 when it rejects an alert. */
function rejectionOf(reply: unknown): string | undefined {
  const { data } = replySchema.safeParse(reply);
  if (data?.result === "success") return undefined;
  return `Splunk On-Call returned: ${data?.message ?? data?.result ?? "no result"}`;
}
