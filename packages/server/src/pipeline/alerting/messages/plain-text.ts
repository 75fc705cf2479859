/**
 * Puts untrusted text on one line: removes line breaks, other control characters, and direction overrides,
 * which can make a name look like another one.
 */
export function oneLine(text: string, lengthMax = 500): string {
  const line = text
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

/** Prevents `@name` mentions: products look for the sign right before a name. */
export function withoutMentions(text: string): string {
  return text.replaceAll("@", "@\u200b");
}

/**
 * Breaks mentions, links and code in the Markdown dialects of chat services, by a zero-width space after the
 * character that begins them. Emphasis is left: escapes of `*` and `_` show in services that do not know them.
 */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/[@<[`]/g, "$&\u200b");
}

/** As many items as fit into a message, one per line, and the number of the remaining ones. */
export function listWithin(items: readonly string[], lengthMax: number): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    const rest = `\n… and ${items.length - index} more`;
    const next = index === 0 ? item : `\n${item}`;
    if (text.length + next.length + (index === items.length - 1 ? 0 : rest.length) > lengthMax) {
      return text + rest;
    }
    text += next;
  }
  return text;
}
