import { CHANNEL_CONFIGS } from "@vedette/contract/alerts/alert-channels.ts";
import { type Channel, defineChannel } from "../messages/channel.ts";
import { type Description, describeMessage } from "../messages/describe-message.ts";
import { listWithin, withoutMentions } from "../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../messages/post-message.ts";

/** Source: Discord's embed limits for title, description and field value. */
const TITLE_LENGTH_MAX = 256;
const DESCRIPTION_LENGTH_MAX = 4_096;
const FIELD_LENGTH_MAX = 1_024;

const COLORS = { bad: 0xd92d20, good: 0x12b76a, neutral: 0x667085 } as const;

/** Discord by webhook. A webhook cannot reply to a message, so a recovery is a new message. */
export function discordChannel(): Channel {
  return defineChannel({
    type: "discord",
    configSchema: CHANNEL_CONFIGS.discord,
    secretFields: { webhook_url: "path" },
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(discordContent(describeMessage(message))) }),
  });
}

/** The body for a webhook. */
export function discordContent({ headline, tone, paragraphs, facts, items, link }: Description) {
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
        fields: facts.map(({ label, value }) => ({
          name: label,
          value: escapeDiscord(value).slice(0, FIELD_LENGTH_MAX).toWellFormed(),
          inline: true,
        })),
      },
    ],
  };
}

/** Escapes Markdown. Links come from brackets and from bare URLs. */
function escapeDiscord(text: string): string {
  return withoutMentions(text.replaceAll(/[\\*_~`|>#[\]()<:-]/g, "\\$&"));
}
