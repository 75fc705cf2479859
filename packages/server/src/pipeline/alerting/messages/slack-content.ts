import type { Description } from "./describe-message.ts";
import { listWithin } from "./plain-text.ts";

/*
 * Messages in Slack's format. Untrusted text goes into `plain_text`, which has no markup or mentions; the fallback text for
 * Slack's own notifications is escaped.
 */

/** Source: Slack's Block Kit limits for headers, sections and section fields. */
const HEADER_LENGTH_MAX = 150;
const SECTION_LENGTH_MAX = 3_000;
const FIELD_LENGTH_MAX = 2_000;
const FIELDS_MAX = 10;
/** Length of a digest's list, split into sections. A message can have 50 blocks. */
const LIST_LENGTH_MAX = 30_000;

/** The body for an incoming webhook. */
export function slackContent(description: Description) {
  return { text: escapeSlack(description.headline), blocks: blocksOf(description) };
}

function blocksOf({ headline, paragraphs, facts, items, link, acknowledge }: Description) {
  return [
    { type: "header", text: plain(headline, HEADER_LENGTH_MAX) },
    ...paragraphs.map((paragraph) => ({ type: "section", text: plain(paragraph, SECTION_LENGTH_MAX) })),
    ...sectionsOf(items).map((text) => ({ type: "section", text: plain(text, SECTION_LENGTH_MAX) })),
    // Slack rejects a section without a field.
    ...(facts.length === 0
      ? []
      : [
          {
            type: "section",
            fields: facts
              .slice(0, FIELDS_MAX)
              .map(({ label, value }) => plain(`${label}: ${value}`, FIELD_LENGTH_MAX)),
          },
        ]),
    // The only markup: links to this server.
    {
      type: "section",
      text: {
        type: "mrkdwn",
        text: (acknowledge === null ? [link] : [link, acknowledge])
          .map(({ label, url }) => `<${url}|${escapeSlack(label)}>`)
          .join("  ·  "),
      },
    },
  ];
}

function sectionsOf(items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const sections = [""];
  for (const line of listWithin(items, LIST_LENGTH_MAX).split("\n")) {
    const last = sections.at(-1) ?? "";
    if (last.length + line.length >= SECTION_LENGTH_MAX) sections.push(line);
    else sections[sections.length - 1] = last === "" ? line : `${last}\n${line}`;
  }
  return sections;
}

function plain(text: string, lengthMax: number) {
  return { type: "plain_text", text: text.slice(0, lengthMax).toWellFormed(), emoji: false };
}

/** The three control characters. Source: Slack, "Formatting text for app surfaces". */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
