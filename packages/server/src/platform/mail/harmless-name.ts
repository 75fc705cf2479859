/**
 * Returns a user-supplied name in a form that is safe in our emails: one short line without anything that an email client
 * turns into a link. Otherwise an organization called "verify at http://evil.example" could send phishing links.
 */
export function harmlessName(name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\p{L}[\p{L}\p{N}+.-]*:\/+/gu, "")
    .replaceAll("@", " at ")
    // U+2024 looks like a dot but does not separate parts of a host name.
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, ONE_DOT_LEADER)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > NAME_LENGTH_MAX ? `${line.slice(0, NAME_LENGTH_MAX - 1)}…` : line;
}

const ONE_DOT_LEADER = "\u2024";
/** Longer names are sentences. */
const NAME_LENGTH_MAX = 60;
