/**
 * Finds the few positions in a text where one of many words may start, by their first three characters, so that a long
 * text without any of them costs a few ns per character, regardless of the number of words. An escape or a non-ASCII
 * character may represent any other character: it always counts as such a position, also within the three characters.
 */
export type PlaceFinder = (text: string, from: number) => number;

const ASCII = 0x80;
/** No word has these characters here; further characters decide; a word may start here. */
const [NO, PERHAPS, YES] = [0, 1, 2];
const [PERCENT, BACKSLASH, AMPERSAND] = [0x25, 0x5c, 0x26];
/** Any white space matches any other, including the `+` of form encoding. */
const SPACES = [9, 10, 11, 12, 13, 32, 0x2b];
/** Size of a hash table: with a few hundred entries collisions are rare, and a collision only costs a comparison. */
const HASHES = 0x4000;

/** `words` are in lowercase, and none is empty. */
export function createPlaceFinder(words: readonly string[]): PlaceFinder {
  const firsts = new Uint8Array(ASCII);
  const pairs = new Uint8Array(ASCII * ASCII);
  const triples = new Uint8Array(HASHES);
  for (const code of [PERCENT, BACKSLASH, AMPERSAND]) firsts[code] = YES;
  for (const word of words) {
    const [one = [], two = [], three = []] = Array.from(word.slice(0, 3).split(""), variantsOf);
    for (const first of one) {
      mark(firsts, first, isLast(word, 0));
      if (!isLast(word, 0)) markPairs(first, { word, two, three });
    }
  }

  type Rest = { word: string; two: readonly number[]; three: readonly number[] };
  function markPairs(first: number, { word, two, three }: Rest): void {
    for (const second of two) {
      const pair = first * ASCII + second;
      mark(pairs, pair, isLast(word, 1));
      if (!isLast(word, 1)) for (const third of three) triples[hashOf(pair, third)] = YES;
    }
  }

  function mayStart(text: string, at: number): boolean {
    const first = text.charCodeAt(at);
    const known = first < ASCII ? firsts[first] : YES;
    if (known !== PERHAPS) return known === YES;
    const second = text.charCodeAt(at + 1);
    if (mayBeAny(second)) return true;
    const pair = first * ASCII + second;
    const knownPair = pairs[pair];
    if (knownPair !== PERHAPS) return knownPair === YES;
    const third = text.charCodeAt(at + 2);
    return mayBeAny(third) || triples[hashOf(pair, third)] === YES;
  }

  return (text, from) => {
    for (let at = from; at < text.length; at++) {
      // Nearly every character is rejected here; calling `mayStart` for each would take twice as long.
      if (firsts[text.charCodeAt(at)] !== NO && mayStart(text, at)) return at;
    }
    return -1;
  };
}

function mark(table: Uint8Array, index: number, isEnough: boolean): void {
  table[index] = isEnough ? YES : Math.max(table[index] ?? NO, PERHAPS);
}

/** Whether later characters are ignored: white space matches any amount of white space. */
function isLast(word: string, index: number): boolean {
  return index === word.length - 1 || isSpace(word.charAt(index));
}

function hashOf(pair: number, third: number): number {
  return (pair * 31 + third * 7) & (HASHES - 1);
}

function mayBeAny(code: number): boolean {
  return code >= ASCII || code === PERCENT || code === BACKSLASH || code === AMPERSAND;
}

/** Returns the ASCII characters that may represent a character of a word. */
function variantsOf(char: string): number[] {
  if (isSpace(char)) return SPACES;
  return [char.charCodeAt(0), char.toUpperCase().charCodeAt(0)].filter((code) => code < ASCII);
}

function isSpace(char: string): boolean {
  return /^\s$/.test(char);
}
