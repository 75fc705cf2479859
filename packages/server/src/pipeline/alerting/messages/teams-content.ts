import type { Description } from "./describe-message.ts";
import { listWithin } from "./plain-text.ts";

/** A workflow message can have 28 KB. Source: Microsoft, "Create incoming webhooks". */
const LIST_LENGTH_MAX = 10_000;

const COLORS = { bad: "Attention", good: "Good", neutral: "Default" } as const;

/** A message as an adaptive card, for the URL of a workflow. */
export function teamsContent({ headline, tone, paragraphs, facts, items, link, acknowledge }: Description) {
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
    actions: (acknowledge === null ? [link] : [link, acknowledge]).map(({ label, url }) => ({
      type: "Action.OpenUrl",
      title: label,
      url,
    })),
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
