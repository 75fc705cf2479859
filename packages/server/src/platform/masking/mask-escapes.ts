/**
 * Decodes the escapes that a value may have in a text: JSON up to four levels deep, percent-encoding and HTML entities.
 * Knows nothing of the values.
 */
export type Decoded = { text: string; taken: number };

/**
 * How a text is decoded: the number of levels of JSON escapes to undo, and what to try first if a value that itself
 * looks escaped could match in both forms.
 */
export type Reading = { levels: number; order: "literal" | "json" | "encoded" };

/** A document in a document in a log line that is part of a trace; deeper nesting is not decoded. */
const JSON_LEVELS_MAX = 4;

/** Sufficient if nothing is escaped. */
const PLAIN: readonly Reading[] = [{ levels: 0, order: "literal" }];
const BY_LEVELS: readonly (readonly Reading[])[] = Array.from({ length: JSON_LEVELS_MAX + 1 }, (_, levels) =>
  readingsUpTo(levels),
);

/** Characters that start an escape sequence. */
const STARTS_ESCAPE = /[%\\&]/;
/** If backslashes are themselves encoded, their number cannot be determined from the text. */
const ENCODED_BACKSLASH = /%(?:25)*5c|&#(?:92|x5c);/i;

/** Returns the readings that can make a difference in this text. */
export function readingsOf(text: string): readonly Reading[] {
  return STARTS_ESCAPE.test(text) ? (BY_LEVELS[levelsIn(text)] ?? PLAIN) : PLAIN;
}

/** Each level at least doubles consecutive backslashes. */
function levelsIn(text: string): number {
  if (!text.includes("\\")) return ENCODED_BACKSLASH.test(text) ? JSON_LEVELS_MAX : 0;
  for (let level = JSON_LEVELS_MAX; level > 1; level--) {
    if (text.includes("\\".repeat(2 ** (level - 1)))) return level;
  }
  return ENCODED_BACKSLASH.test(text) ? JSON_LEVELS_MAX : 1;
}

function readingsUpTo(levels: number): Reading[] {
  const readings: Reading[] = [...PLAIN, { levels: 0, order: "encoded" }];
  for (let level = 1; level <= levels; level++) {
    for (const order of ["literal", "json", "encoded"] as const) readings.push({ levels: level, order });
  }
  return readings;
}

/** Returns the character at a position after undoing that many levels of JSON; null at the end or if it is malformed. */
export function characterAt(text: string, at: number, levels: number, isEncoded: boolean): Decoded | null {
  if (levels === 0) return isEncoded ? encodedAt(text, at) : literalAt(text, at);
  const first = characterAt(text, at, levels - 1, isEncoded);
  if (first?.text !== "\\") return first;
  const next = characterAt(text, at + first.taken, levels - 1, isEncoded);
  if (next === null) return null;
  const taken = first.taken + next.taken;
  if (next.text === "u") return unicodeAt(text, at + taken, taken);
  const simple = JSON_ESCAPES[next.text];
  return simple === undefined ? null : { text: simple, taken };
}

function literalAt(text: string, at: number): Decoded | null {
  return at < text.length ? { text: text.charAt(at), taken: 1 } : null;
}

function encodedAt(text: string, at: number): Decoded | null {
  const char = text.charAt(at);
  if (char === "%") return percentAt(text, at) ?? literalAt(text, at);
  if (char === "&") return entityAt(text, at) ?? literalAt(text, at);
  return literalAt(text, at);
}

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  "/": "/",
  // Not JSON, but used by other escapers: JavaScript, Python, Playwright's log.
  "'": "'",
  "`": "`",
};

function unicodeAt(text: string, at: number, takenBefore: number): Decoded | null {
  const hex = /^[0-9a-f]{4}$/i.exec(text.slice(at, at + 4))?.[0];
  return hex ? { text: String.fromCharCode(Number.parseInt(hex, 16)), taken: takenBefore + 4 } : null;
}

/** Decodes one percent-encoded UTF-8 character. */
function percentAt(text: string, at: number): Decoded | null {
  const lead = Number.parseInt(/^%([0-9a-f]{2})/i.exec(text.slice(at, at + 3))?.[1] ?? "", 16);
  if (Number.isNaN(lead)) return null;
  const bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const taken = bytes * 3;
  try {
    return { text: decodeURIComponent(text.slice(at, at + taken)), taken };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function entityAt(text: string, at: number): Decoded | null {
  const match = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/i.exec(text.slice(at, at + 10));
  if (!match) return null;
  const [whole, decimal, hex, name] = match;
  if (name) return { text: ENTITIES[name.toLowerCase()] ?? "", taken: whole.length };
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
  return code <= 0x10ffff ? { text: String.fromCodePoint(code), taken: whole.length } : null;
}
