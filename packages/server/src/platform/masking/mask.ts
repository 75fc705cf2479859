import { characterAt, type Reading, readingsOf } from "./mask-escapes.ts";
import { formsOf, WHOLE_WORD_BELOW } from "./mask-forms.ts";
import { createPlaceFinder } from "./mask-places.ts";

/**
 * Masks given values in texts: literally, in other case, percent-encoded, escaped as in HTML or up to four times as in
 * JSON, in hex, in base32 and base64 at any alignment, and truncated by an ellipsis. Knows nothing of what the values
 * are.
 */
export type Masker = (text: string, lengthMax?: number) => string;

export const MASK = "••••";
const ELLIPSIS = "…";

const maskers = new WeakMap<readonly string[], Masker>();
const asItIs: Masker = (text, lengthMax) => text.slice(0, lengthMax);

/** Returns the masker of a list of values, created once per list. */
export function maskerOf(values: readonly string[] | undefined): Masker {
  if (!values || values.length === 0) return asItIs;
  const known = maskers.get(values);
  if (known) return known;
  const masker = createMasker(values);
  maskers.set(values, masker);
  return masker;
}

/**
 * Returns a function that masks all `values` in a text; overlapping values are masked as one. With `lengthMax`, it
 * returns only the start of the masked text, so that no value is truncated before it is found.
 */
export function createMasker(values: readonly string[]): Masker {
  const scan = createScan(values);
  return (text, lengthMax = Number.POSITIVE_INFINITY) => {
    const output = createOutput(text);
    const isTouched = scan(text, {
      found: output.hide,
      isEnough: (at) => output.lengthAt(at) >= lengthMax,
    });
    return (isTouched ? output.text() : text).slice(0, lengthMax);
  };
}

export type Span = { from: number; to: number };

/** Returns a function that finds the positions of all `values` in a text, ordered by start; they may overlap. */
export function createFinder(values: readonly string[]): (text: string) => Span[] {
  const scan = createScan(values);
  return (text) => {
    const spans: Span[] = [];
    scan(text, { found: (from, to) => spans.push({ from, to }), isEnough: () => false });
    return spans;
  };
}

type Visitor = { found(from: number, to: number): void; isEnough(at: number): boolean };

/** Calls the visitor for each match; returns false if the text cannot contain one. */
function createScan(values: readonly string[]): (text: string, visitor: Visitor) => boolean {
  const needles = [...new Set(values.flatMap(formsOf))].map(toNeedle);
  const byFirst = Map.groupBy(needles, ({ folded }) => firstOf(folded));
  const nextPlace = createPlaceFinder(needles.map(({ folded }) => folded));

  function longestEnd(text: string, at: number, { readings, work }: ScanState): number {
    let end = -1;
    for (const needle of candidates(text, at, readings)) {
      for (const reading of readings) end = Math.max(end, matchEnd(text, at, { needle, reading, work }));
    }
    return end;
  }

  /** Returns the needles that start with the character there, literal or decoded; a `+` may be a space. */
  function candidates(text: string, at: number, readings: readonly Reading[]): Iterable<Needle> {
    const char = text.charAt(at);
    const same = byFirst.get(firstOf(char)) ?? NONE;
    if (char === "+") return [...same, ...(byFirst.get(" ") ?? NONE)];
    if (!ESCAPES.has(char)) return same;
    const all = new Set(same);
    for (const { levels, order } of readings) {
      // The order of decoding makes no difference for the first character.
      const decoded = order === "encoded" ? characterAt(text, at, levels, true) : null;
      if (decoded === null) continue;
      for (const needle of byFirst.get(firstOf(decoded.text)) ?? NONE) all.add(needle);
    }
    return all;
  }

  return (text, visitor) => {
    const first = nextPlace(text, 0);
    if (first < 0) return false;
    const state: ScanState = { readings: readingsOf(text), work: { stepsLeft: STEPS_MAX } };
    for (let at = first; at >= 0; at = nextPlace(text, at + 1)) {
      if (visitor.isEnough(at)) break;
      const end = longestEnd(text, at, state);
      if (state.work.stepsLeft < 0) {
        visitor.found(at, text.length);
        break;
      }
      if (end >= 0) visitor.found(at, end);
    }
    return true;
  };
}

const NONE: readonly Needle[] = [];
/** Characters that start an escape sequence. */
const ESCAPES: ReadonlySet<string> = new Set(["%", "&", "\\"]);

/** The key by which needles are grouped: any white space matches any other. */
function firstOf(text: string): string {
  const first = fold(text).charAt(0);
  return isSpace(first) ? " " : first;
}

/** Replaces matches in a text; matches are added in order of their start and may overlap. */
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
    /** Returns the output length up to a position; 0 within a match, whose end is not known yet. */
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
 * Maximum comparisons in one text, about 50 ns each. A value of many equal characters in a text of the same character
 * would take hours; beyond the limit the rest of the text is masked completely.
 */
const STEPS_MAX = 5_000_000;

type ScanState = { readings: readonly Reading[]; work: Work };
type Work = { stepsLeft: number };

type Needle = { text: string; folded: string; isWord: boolean };

function toNeedle(text: string): Needle {
  return { text, folded: fold(text), isWord: text.length < WHOLE_WORD_BELOW };
}

type Search = { needle: Needle; reading: Reading; work: Work };

/** Returns where a match that starts at `from` ends, or -1. Escapes are decoded according to the reading. */
function matchEnd(text: string, from: number, search: Search): number {
  const { needle, reading, work } = search;
  if (needle.isWord && isWordChar(text.charAt(from - 1))) return -1;
  let at = from;
  let matched = 0;
  while (matched < needle.text.length) {
    work.stepsLeft -= 1;
    if (work.stepsLeft < 0) return -1;
    const isPlain = isSamePlain(text.charCodeAt(at), needle.folded.charCodeAt(matched));
    if (isPlain && (reading.order === "literal" || !ESCAPES.has(text.charAt(at)))) {
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

/** A fast path of `stepAt` for nearly every character. */
function isSamePlain(code: number, wanted: number): boolean {
  if (code <= SPACE || code >= DELETE) return false;
  return code === wanted || (code >= UPPER_A && code <= UPPER_Z && code + TO_LOWER === wanted);
}

const [SPACE, DELETE, UPPER_A, UPPER_Z, TO_LOWER] = [0x20, 0x7f, 0x41, 0x5a, 0x20];

type Step = { taken: number; matched: number };

/** Matches the next characters of the text, literal or decoded, with the next characters of the needle. */
function stepAt(text: string, at: number, search: Search & { matched: number }): Step | null {
  const { levels, order } = search.reading;
  if (order === "literal") {
    return (
      literalStep(text, at, search) ??
      decodedStep(text, at, search, false) ??
      decodedStep(text, at, search, true)
    );
  }
  const isEncodedFirst = order === "encoded";
  return (
    decodedStep(text, at, search, isEncodedFirst) ??
    (levels > 0 ? decodedStep(text, at, search, !isEncodedFirst) : null) ??
    literalStep(text, at, search)
  );
}

function decodedStep(
  text: string,
  at: number,
  { needle, reading, matched }: Search & { matched: number },
  isEncoded: boolean,
): Step | null {
  const decoded = characterAt(text, at, reading.levels, isEncoded);
  if (decoded === null) return null;
  if (isSpace(decoded.text) && isSpace(needle.folded.charAt(matched))) {
    const taken = decoded.taken + encodedSpaces(text, at + decoded.taken, reading.levels, isEncoded);
    return { taken, matched: spaces(needle.text, matched) };
  }
  const isMeant = needle.folded.startsWith(fold(decoded.text), matched);
  return isMeant ? { taken: decoded.taken, matched: decoded.text.length } : null;
}

/** Any white space matches any other: line ends may be converted or collapsed to one space. */
function encodedSpaces(text: string, from: number, levels: number, isEncoded: boolean): number {
  let at = from;
  for (;;) {
    const next = characterAt(text, at, levels, isEncoded);
    const isPlus = isEncoded && text.charAt(at) === "+";
    if (next === null || !(isPlus || isSpace(next.text))) return at - from;
    at += next.taken;
  }
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

/** Lowercases the text if that keeps its length, so that positions in both texts are the same. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (char) => char.toLowerCase());
}
