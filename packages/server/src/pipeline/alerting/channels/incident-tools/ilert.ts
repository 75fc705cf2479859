import { ilertType } from "@vedette/contract/alerts/channels/incident-tools/ilert.ts";
import { alertRecord, textWithin } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** The integration key is wrong or its alert source is disabled. */
const PERMANENT_STATUSES = [401, 403];
/** Longer summaries are cut by ilert. */
const SUMMARY_LENGTH_MAX = 255;

/** ilert by an alert source of type API. Source: ilert's documentation, "Creating alerts through events". */
export function ilertChannel({ baseUrl = "https://api.ilert.com" }: { baseUrl?: string } = {}): Channel {
  return defineChannel({
    declaration: ilertType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send(message, { integration_key: integrationKey }, ctx) {
      const record = alertRecord(message);
      const body = JSON.stringify({
        integrationKey,
        eventType: record.isResolved ? "RESOLVE" : "ALERT",
        summary: textWithin(record.title, SUMMARY_LENGTH_MAX),
        details: record.text,
        alertKey: record.key,
        priority: record.severity === "critical" ? "HIGH" : "LOW",
        links: (record.acknowledge === null ? [record.link] : [record.link, record.acknowledge]).map(
          ({ label, url }) => ({ href: url, text: label }),
        ),
        customDetails: record.facts,
      });
      const reading = { permanentStatuses: PERMANENT_STATUSES };
      return postMessage(ctx, { url: `${baseUrl}/api/events`, body }, reading);
    },
  });
}
