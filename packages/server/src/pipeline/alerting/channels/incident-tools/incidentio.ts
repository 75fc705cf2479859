import { incidentioType } from "@vedette/contract/alerts/channels/incident-tools/incidentio.ts";
import { alertRecord, recordText } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** The token is wrong, or not one of this alert source. */
const PERMANENT_STATUSES = [401, 403];

/** incident.io by an HTTP alert source. Source: incident.io's API reference, "Alert Events V2, CreateHTTP". */
export function incidentioChannel({
  baseUrl = "https://api.incident.io",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: incidentioType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send(message, { alert_source_id: source, token }, ctx) {
      const record = alertRecord(message);
      const body = JSON.stringify({
        title: record.title,
        description: recordText(record),
        deduplication_key: record.key,
        status: record.isResolved ? "resolved" : "firing",
        source_url: record.link.url,
        metadata: { severity: record.severity, target: record.source, ...record.facts },
      });
      const url = `${baseUrl}/v2/alert_events/http/${source}`;
      const headers = { authorization: `Bearer ${token}` };
      return postMessage(ctx, { url, headers, body }, { permanentStatuses: PERMANENT_STATUSES });
    },
  });
}
