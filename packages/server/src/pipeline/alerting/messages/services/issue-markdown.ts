import type { Description } from "../describe-message.ts";
import { withoutMentions } from "../plain-text.ts";

/**
 * A description as Markdown of an issue. All texts are untrusted: markup and HTML are escaped, and names, numbers of issues
 * and quick actions are broken up, because trackers act on them after they have rendered the Markdown.
 */
export function issueMarkdown({ headline, paragraphs, facts, items, link }: Description): string {
  const parts = [
    ...paragraphs.filter((paragraph) => paragraph !== headline).map(escapeMarkdown),
    items.map((item) => `- ${escapeMarkdown(item)}`).join("\n"),
    facts.map(({ label, value }) => `- **${escapeMarkdown(label)}:** ${escapeMarkdown(value)}`).join("\n"),
    `[${link.label}](${encodeURI(link.url).replaceAll(/[()]/g, encodeURIComponent)})`,
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, BODY_LENGTH_MAX)
    .toWellFormed();
}

/** GitHub takes 65,536 characters, GitLab a million. */
const BODY_LENGTH_MAX = 60_000;

/** A comment: the headline, and the description as in an issue. */
export function issueComment(description: Description): string {
  return `**${escapeMarkdown(description.headline)}**\n\n${issueMarkdown(description)}`;
}

/** A title is no Markdown, but mentions in it are shown as links. */
export function issueTitle(headline: string): string {
  return withoutReferences(headline);
}

function escapeMarkdown(text: string): string {
  return (
    withoutReferences(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll(/[\\`*_{}[\]#|~$]/g, String.raw`\$&`)
      // A quick action of GitLab is a slash at the start of a line.
      .replace(/^\s*\//, String.raw`\/`)
  );
}

/** Breaks up `@name`, `#12`, `!12` and `GH-12`. */
function withoutReferences(text: string): string {
  return withoutMentions(text).replaceAll(/([#!&%~]|GH-)(?=\d)/gi, "$1\u200b");
}
