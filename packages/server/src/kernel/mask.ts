import { domainToASCII } from "node:url";

/**
 * Hides given values in texts: as they are, in other case, percent-encoded, escaped as in JSON or HTML,
 * in base64 at any alignment, and cut off by an ellipsis. Knows nothing of what the values are.
 */
export type Masker = (text: string, lengthMax?: number) => string;

export const MASK = "••••";
/** Shorter values are hidden as whole words only: "a" within other words is no secret. */
const WHOLE_WORD_BELOW = 4;
/** Fewer characters of base64 could be any word. */
const BASE64_LENGTH_MIN = 6;
const ELLIPSIS = "…";

const maskers = new WeakMap<readonly string[], Masker>();
const asItIs: Masker = (text, lengthMax) => text.slice(0, lengthMax);

/** The masker of a list of values, made once for each list. */
export function maskerOf(values: readonly string[] | undefined): Masker {
  if (!values || values.length === 0) return asItIs;
  const known = maskers.get(values);
  if (known) return known;
  const made = createMasker(values);
  maskers.set(values, made);
  return made;
}

/**
 * A function that hides all of `values` in a text; where they overlap, all that they cover. With
 * `lengthMax` it gives the beginning of the masked text only, so that no value is cut before it is found.
 */
export function createMasker(values: readonly string[]): Masker {
  const needles = [...new Set(values.flatMap(formsOf))].map(toNeedle);
  const byFirst = Map.groupBy(needles, ({ folded }) => (isSpace(folded.charAt(0)) ? " " : folded.charAt(0)));
  const place = placeOf(needles);

  function longestEnd(text: string, at: number, { readings, work }: Look): number {
    let end = -1;
    for (const needle of candidates(text.charAt(at))) {
      for (const reading of readings) end = Math.max(end, matchEnd(text, at, { needle, reading, work }));
    }
    return end;
  }

  /** An escape may stand for any character, and a `+` for a space; anything else only for itself. */
  function candidates(char: string): readonly Needle[] {
    if (BEGINS_ESCAPE.test(char)) return needles;
    if (isSpace(char)) return byFirst.get(" ") ?? [];
    const same = byFirst.get(fold(char)) ?? [];
    return char === "+" ? [...same, ...(byFirst.get(" ") ?? [])] : same;
  }

  return (text, lengthMax = Number.POSITIVE_INFINITY) => {
    const first = nextPlace(place, text, 0);
    if (first < 0) return text.slice(0, lengthMax);
    const readings = BEGINS_ESCAPE.test(text) ? READINGS : PLAIN_READING;
    const look: Look = { readings, work: { stepsLeft: STEPS_MAX } };
    const output = createOutput(text);
    for (let at = first; at >= 0; at = nextPlace(place, text, at + 1)) {
      if (output.lengthAt(at) >= lengthMax) break;
      const end = longestEnd(text, at, look);
      if (look.work.stepsLeft < 0) {
        output.hide(at, text.length);
        break;
      }
      if (end >= 0) output.hide(at, end);
    }
    return output.text().slice(0, lengthMax);
  };
}

/** The text with what was found replaced; finds come in the order of their beginnings and may overlap. */
function createOutput(text: string) {
  let masked = "";
  let shown = 0;
  let start = -1;
  let end = -1;

  function close(): void {
    if (start < 0) return;
    masked += text.slice(shown, start) + MASK;
    shown = end;
    start = -1;
  }

  return {
    /** How long the output is up to a place; 0 within a find, whose end is not known yet. */
    lengthAt: (at: number) =>
      at > end ? masked.length + at - shown + (start < 0 ? 0 : MASK.length - (end - start)) : 0,
    hide(from: number, to: number): void {
      if (start >= 0 && from <= end) {
        end = Math.max(end, to);
        return;
      }
      close();
      [start, end] = [from, to];
    },
    text(): string {
      close();
      return masked + text.slice(shown);
    },
  };
}

/**
 * Characters looked at in one text, about 50 ns each. A value of many equal characters in a text of the same
 * would take hours; where the work is spent, the rest of the text is hidden as a whole.
 */
const STEPS_MAX = 5_000_000;

type Look = { readings: readonly Reading[]; work: Work };
type Work = { stepsLeft: number };

/**
 * Where a value may begin, so that a text is searched by the engine of patterns and looked at only there: by its first
 * three characters, or fewer up to an escape. What is not ASCII is looked at always, for its cases.
 */
function placeOf(needles: readonly Needle[]): RegExp {
  const beginnings = new Set([ELSEWHERE, ...needles.map(({ folded }) => beginning(folded))]);
  // Looking ahead, so that a test alone tells the place.
  return new RegExp(`(?=${[...beginnings].join("|")})`, "g");
}

/** How many characters tell well enough that a value begins; with two, one word in three was looked at. */
const BEGINNING_LENGTH = 3;
const ELSEWHERE = "[%\\\\&\\u0080-\\uffff]";

/** Some spaces stand for some others, as many as there are, and an escape for any character, so what follows is further on. */
function beginning(folded: string, at = 0): string {
  const char = folded.charAt(at);
  if (isSpace(char)) return "[\\s+]";
  const own = `[\\u${hexOf(char)}\\u${hexOf(char.toUpperCase())}]`;
  if (at === BEGINNING_LENGTH - 1 || at === folded.length - 1) return own;
  return `${own}(?:${ELSEWHERE}|${beginning(folded, at + 1)})`;
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, "0");
}

function nextPlace(place: RegExp, text: string, from: number): number {
  place.lastIndex = from;
  return place.test(text) ? place.lastIndex : -1;
}

type Needle = { text: string; folded: string; isWord: boolean };

function toNeedle(text: string): Needle {
  return { text, folded: fold(text), isWord: text.length < WHOLE_WORD_BELOW };
}

/** What a value is looked for as; escapes are undone while looking, so that they need no forms of their own. */
function formsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed === "") return [];
  return [trimmed, ...(value === trimmed ? [] : [value]), ...asciiHost(trimmed), ...base64Forms(value)];
}

/** A value in the host of a URL appears as that is looked up. */
function asciiHost(value: string): string[] {
  const ascii = domainToASCII(value);
  return ascii.length < WHOLE_WORD_BELOW || ascii === value.toLowerCase() ? [] : [ascii];
}

/**
 * The characters of base64 that a value alone decides, for each of the three places in a group of bytes
 * at which it can begin.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString("base64").replaceAll("=", "");
  const cores = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const first = offset === 0 ? 0 : offset + 1;
    return text.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [whole, ...cores]
    .filter((text) => text.length >= BASE64_LENGTH_MIN)
    .flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}

/**
 * How a text is read: whether a backslash escapes as in JSON, and what comes first where a value that
 * itself looks escaped could be met either way.
 */
type Reading = { isJson: boolean; literalFirst: boolean };
const READINGS: readonly Reading[] = [
  { isJson: false, literalFirst: true },
  { isJson: false, literalFirst: false },
  { isJson: true, literalFirst: true },
  { isJson: true, literalFirst: false },
];

/** Enough where nothing is escaped. */
const PLAIN_READING: readonly Reading[] = READINGS.slice(0, 1);

type Search = { needle: Needle; reading: Reading; work: Work };

/** Where a match that begins at `from` ends, or -1. Escapes are undone as the needle asks for them. */
function matchEnd(text: string, from: number, search: Search): number {
  const { needle, reading, work } = search;
  if (needle.isWord && isWordChar(text.charAt(from - 1))) return -1;
  let at = from;
  let matched = 0;
  while (matched < needle.text.length) {
    work.stepsLeft -= 1;
    if (work.stepsLeft < 0) return -1;
    if (reading.literalFirst && isSamePlain(text.charCodeAt(at), needle.folded.charCodeAt(matched))) {
      at += 1;
      matched += 1;
      continue;
    }
    const step = stepAt(text, at, { ...search, matched });
    if (step === null) {
      const isCut = text.charAt(at) === ELLIPSIS && matched >= WHOLE_WORD_BELOW;
      return isCut ? at : -1;
    }
    at += step.taken;
    matched += step.matched;
  }
  return needle.isWord && isWordChar(text.charAt(at)) ? -1 : at;
}

/** What `stepAt` would find of nearly every character, and sooner. */
function isSamePlain(code: number, wanted: number): boolean {
  if (code <= SPACE || code >= DELETE) return false;
  return code === wanted || (code >= UPPER_A && code <= UPPER_Z && code + TO_LOWER === wanted);
}

const [SPACE, DELETE, UPPER_A, UPPER_Z, TO_LOWER] = [0x20, 0x7f, 0x41, 0x5a, 0x20];

type Step = { taken: number; matched: number };

/** The next characters of the text where they are, or stand for, the next ones of the needle. */
function stepAt(text: string, at: number, search: Search & { matched: number }): Step | null {
  const { needle, reading, matched } = search;
  const literal = literalStep(text, at, search);
  if (literal && reading.literalFirst) return literal;
  const decoded = decodedAt(text, at, reading);
  const isMeant = decoded !== null && needle.folded.startsWith(fold(decoded.text), matched);
  return isMeant ? { taken: decoded.taken, matched: decoded.text.length } : literal;
}

function literalStep(
  text: string,
  at: number,
  { needle, matched }: Search & { matched: number },
): Step | null {
  const char = text.charAt(at);
  const wanted = needle.folded.charAt(matched);
  if (isSpace(char) && isSpace(wanted))
    return { taken: spaces(text, at), matched: spaces(needle.text, matched) };
  if (char === "+" && wanted === " ") return { taken: 1, matched: 1 };
  return char !== "" && fold(char) === wanted ? { taken: 1, matched: 1 } : null;
}

/** Characters with which an escape of another character begins. */
const BEGINS_ESCAPE = /[%\\&]/;

type Decoded = { text: string; taken: number };

function decodedAt(text: string, at: number, { isJson }: Reading): Decoded | null {
  switch (text.charAt(at)) {
    case "%":
      return percentAt(text, at);
    case "&":
      return entityAt(text, at);
    case "\\":
      return isJson ? jsonEscapeAt(text, at) : null;
    default:
      return null;
  }
}

/** One character of UTF-8, percent-encoded. */
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

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

function jsonEscapeAt(text: string, at: number): Decoded | null {
  const hex = /^\\u([0-9a-f]{4})/i.exec(text.slice(at, at + 6))?.[1];
  if (hex) return { text: String.fromCharCode(Number.parseInt(hex, 16)), taken: 6 };
  const simple = JSON_ESCAPES[text.charAt(at + 1)];
  return simple === undefined ? null : { text: simple, taken: 2 };
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

function spaces(text: string, at: number): number {
  let end = at;
  while (isSpace(text.charAt(end))) end += 1;
  return end - at;
}

function isSpace(char: string): boolean {
  return char !== "" && /\s/.test(char);
}

function isWordChar(char: string): boolean {
  return /[\p{L}\p{N}_]/u.test(char);
}

/** Lower case where that keeps the length, so that places in both texts are the same. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (char) => char.toLowerCase());
}
