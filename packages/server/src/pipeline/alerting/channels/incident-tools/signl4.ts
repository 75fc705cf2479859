import { signl4Type } from "@vedette/contract/alerts/channels/incident-tools/signl4.ts";
import { alertRecord, recordText } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** SIGNL4 by the webhook of a team. Source: SIGNL4's documentation, "SIGNL4 Integration with Webhook". */
export function signl4Channel({
  baseUrl = "https://connect.signl4.com",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: signl4Type,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send(message, { team_secret: secret }, ctx) {
      const record = alertRecord(message);
      const body = JSON.stringify({
        Title: record.title,
        Message: recordText(record),
        Severity: record.severity,
        Link: record.link.url,
        "X-S4-ExternalID": record.key,
        "X-S4-Status": record.isResolved ? "resolved" : "new",
        "X-S4-SourceSystem": "Vedette",
      });
      // An unknown secret is answered with 401 or 404.
      const reading = { permanentStatuses: [401, 403] };
      return postMessage(ctx, { url: `${baseUrl}/webhook/${encodeURIComponent(secret)}`, body }, reading);
    },
  });
}
