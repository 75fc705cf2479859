import { type AlertRecord, alertRecord, recordText, textWithin } from "../alert-record.ts";
import type { SendOutcome } from "../channel.ts";
import type { Message } from "../message.ts";
import { type PostMessageContext, postMessage } from "../post-message.ts";

/**
 * The alert API of Opsgenie, which Jira Service Management has taken over: alerts are created and closed by their alias, and
 * requests are accepted before they are processed. Source: Opsgenie's documentation, "Alert API", and Atlassian's "Integration
 * Events API" of Jira Service Management.
 */
export function sendOpsgenieAlert(
  ctx: PostMessageContext,
  { message, baseUrl, apiKey }: { message: Message; baseUrl: string; apiKey: string },
): Promise<SendOutcome> {
  const record = alertRecord(message);
  const alerts = `${baseUrl}/v2/alerts`;
  const posted = record.isResolved
    ? {
        url: `${alerts}/${encodeURIComponent(record.key)}/close?identifierType=alias`,
        body: JSON.stringify({ source: SOURCE, note: textWithin(record.title, NOTE_LENGTH_MAX) }),
      }
    : { url: alerts, body: JSON.stringify(alertOf(record)) };
  const headers = { authorization: `GenieKey ${apiKey}` };
  return postMessage(ctx, { ...posted, headers }, { permanentStatuses: PERMANENT_STATUSES });
}

const SOURCE = "Vedette";
/** The key is wrong, or its integration may not create alerts. */
const PERMANENT_STATUSES = [401, 403];
const MESSAGE_LENGTH_MAX = 130;
const DESCRIPTION_LENGTH_MAX = 15_000;
const ENTITY_LENGTH_MAX = 512;
const NOTE_LENGTH_MAX = 1_000;
const PRIORITIES = { critical: "P1", warning: "P3", info: "P5" } as const;

function alertOf(record: AlertRecord) {
  return {
    message: textWithin(record.title, MESSAGE_LENGTH_MAX),
    alias: record.key,
    description: textWithin(
      `${record.title}\n${recordText(record)}\n${record.link.url}`,
      DESCRIPTION_LENGTH_MAX,
    ),
    priority: PRIORITIES[record.severity],
    source: SOURCE,
    entity: textWithin(record.source, ENTITY_LENGTH_MAX),
    details: { url: record.link.url, ...record.facts },
  };
}
