import { squadcastType } from "@vedette/contract/alerts/channels/incident-tools/squadcast.ts";
import { type AlertRecord, alertRecord, recordText } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** Squadcast by the URL of an incident webhook. Source: Squadcast's documentation, "Incident Webhook (API v2)". */
export function squadcastChannel(): Channel {
  return defineChannel({
    declaration: squadcastType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(incidentOf(alertRecord(message))) }),
  });
}

const PRIORITIES = { critical: "P1", warning: "P3", info: "P5" } as const;

function incidentOf(record: AlertRecord) {
  if (record.isResolved) return { status: "resolve", event_id: record.key };
  return {
    message: record.title,
    description: `${recordText(record)}\n${record.link.url}`,
    status: "trigger",
    event_id: record.key,
    priority: PRIORITIES[record.severity],
    tags: { severity: record.severity, target: record.source },
  };
}
