import { pagerdutyType } from "@vedette/contract/alerts/channels/incident-tools/pagerduty.ts";
import { alertRecord, textWithin } from "../../messages/alert-record.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import type { Message } from "../../messages/message.ts";
import { listWithin, oneLine } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** Source: PagerDuty's Events API v2, `payload.summary`. */
const SUMMARY_LENGTH_MAX = 1_024;
/** An event can have 512 KB; longer lists are cut. */
const LIST_LENGTH_MAX = 30_000;

/** PagerDuty's Events API v2: each alert, or group of alerts, is an incident, with its id as `dedup_key`. */
export function pagerdutyChannel({
  baseUrl = "https://events.pagerduty.com",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: pagerdutyType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send(message, { routing_key: routingKey, event_type: type }, ctx) {
      const event = type === "change" ? changeOf(message, ctx.nowMs) : eventOf(message, ctx.nowMs);
      const body = JSON.stringify({ routing_key: routingKey, ...event });
      return postMessage(ctx, { url: `${baseUrl}/v2/${type === "change" ? "change/" : ""}enqueue`, body });
    },
  });
}

function eventOf(message: Message, nowMs: number) {
  const { headline, paragraphs, facts, items, link, acknowledge } = describeMessage(message);
  const alert = "alert" in message ? message.alert : null;
  const group = "alert" in message ? message.group : undefined;
  const dedupKey = group?.key ?? alert?.id ?? message.id;
  const source = oneLine(alert?.target.name ?? "Vedette");
  if (message.kind === "resolved") return { event_action: "resolve", dedup_key: dedupKey };
  return {
    event_action: "trigger",
    dedup_key: dedupKey,
    client: "Vedette",
    client_url: link.url,
    links: (acknowledge === null ? [link] : [link, acknowledge]).map(({ label, url }) => ({
      href: url,
      text: label,
    })),
    payload: {
      summary: headline.slice(0, SUMMARY_LENGTH_MAX).toWellFormed(),
      source,
      severity: alert?.severity ?? "info",
      timestamp: alert?.triggered_at ?? new Date(nowMs).toISOString(),
      class: alert?.rule_type,
      custom_details: {
        ...(paragraphs.length > 0 && { message: paragraphs.join("\n") }),
        ...(items.length > 0 && { alerts: listWithin(items, LIST_LENGTH_MAX) }),
        ...Object.fromEntries(facts.map(({ label, value }) => [label, value])),
        ...(alert && { evidence: alert.evidence }),
      },
    },
  };
}

/** Source: PagerDuty's Events API v2, "Send Change Events". */
function changeOf(message: Message, nowMs: number) {
  const record = alertRecord(message);
  return {
    links: [{ href: record.link.url, text: record.link.label }],
    payload: {
      summary: textWithin(record.title, SUMMARY_LENGTH_MAX),
      source: record.source,
      timestamp: new Date(nowMs).toISOString(),
      custom_details: { message: record.text, ...record.facts },
    },
  };
}
