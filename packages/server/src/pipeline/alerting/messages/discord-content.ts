import type { Description } from "./describe-message.ts";
import { listWithin, withoutMentions } from "./plain-text.ts";

/** Source: Discord's embed limits for title, description and field value. */
const TITLE_LENGTH_MAX = 256;
const DESCRIPTION_LENGTH_MAX = 4_096;
const FIELD_LENGTH_MAX = 1_024;

const COLORS = { bad: 0xd92d20, good: 0x12b76a, neutral: 0x667085 } as const;

/** A message in Discord's format, for a webhook. */
export function discordContent({ headline, tone, paragraphs, facts, items, link, acknowledge }: Description) {
  const text = items.length === 0 ? paragraphs.map(escapeDiscord) : items.map(escapeDiscord);
  return {
    username: "Vedette",
    // Disables all mentions in the text.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeDiscord(headline).slice(0, TITLE_LENGTH_MAX).toWellFormed(),
        url: link.url,
        color: COLORS[tone],
        description: listWithin(text, DESCRIPTION_LENGTH_MAX),
        fields: [
          ...facts.map(({ label, value }) => ({
            name: label,
            value: escapeDiscord(value).slice(0, FIELD_LENGTH_MAX).toWellFormed(),
            inline: true,
          })),
          // Markdown of our own: the link has no user's text.
          ...(acknowledge === null
            ? []
            : [
                {
                  name: acknowledge.label,
                  value: `[${acknowledge.label}](${acknowledge.url})`,
                  inline: true,
                },
              ]),
        ],
      },
    ],
  };
}

/** Escapes Markdown. Links come from brackets and from bare URLs. */
function escapeDiscord(text: string): string {
  return withoutMentions(text.replaceAll(/[\\*_~`|>#[\]()<:-]/g, "\\$&"));
}
