import { CHANNEL_CONFIGS } from "@vedette/contract/alerts/alert-channels.ts";
import { type Channel, defineChannel } from "../messages/channel.ts";
import { type Description, describeMessage } from "../messages/describe-message.ts";
import { listWithin } from "../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../messages/post-message.ts";

/** A workflow message can have 28 KB. Source: Microsoft, "Create incoming webhooks". */
const LIST_LENGTH_MAX = 10_000;

const COLORS = { bad: "Attention", good: "Good", neutral: "Default" } as const;

/** Microsoft Teams by the URL of a workflow, as an adaptive card. Workflows do not support replies. */
export function teamsChannel(): Channel {
  return defineChannel({
    type: "teams",
    configSchema: CHANNEL_CONFIGS.teams,
    secretFields: { webhook_url: "path" },
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(teamsContent(describeMessage(message))) }),
  });
}

/** The body for a webhook. */
export function teamsContent({ headline, tone, paragraphs, facts, items, link }: Description) {
  const list = items.length === 0 ? [] : listWithin(items, LIST_LENGTH_MAX).split("\n");
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      line([{ text: headline, size: "Large", weight: "Bolder", color: COLORS[tone] }]),
      ...[...paragraphs, ...list].map((text) => line([{ text }])),
      ...facts.map(({ label, value }) => line([{ text: `${label}: `, weight: "Bolder" }, { text: value }])),
    ],
    actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

/** A RichTextBlock is the only card element whose text is not parsed as Markdown. */
function line(runs: readonly Record<string, string>[]) {
  return { type: "RichTextBlock", inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}
