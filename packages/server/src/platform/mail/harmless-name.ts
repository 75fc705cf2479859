/**
 * A name that others have chosen, as a mail of ours may carry it: one line, short, and nothing that a mail program
 * makes a link of. An organization called "verify at http://evil.example" would else speak in the operator's name.
 */
export function harmlessName(name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\p{L}[\p{L}\p{N}+.-]*:\/+/gu, "")
    .replaceAll("@", " at ")
    // It looks like a dot, and ends no name of a host.
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, ONE_DOT_LEADER)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > NAME_LENGTH_MAX ? `${line.slice(0, NAME_LENGTH_MAX - 1)}…` : line;
}

const ONE_DOT_LEADER = "\u2024";
/** Longer ones are sentences. */
const NAME_LENGTH_MAX = 60;
