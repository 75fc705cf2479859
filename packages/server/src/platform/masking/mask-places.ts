/**
 * Finds the few places of a text at which one of many words may begin, by their first three characters, so that
 * a long text without any of them costs a few ns a character, however many words there are. An escape or a
 * character outside of ASCII may stand for any other: it is always such a place, also within the three.
 */
export type PlaceFinder = (text: string, from: number) => number;

const ASCII = 0x80;
/** No word has these characters here; further ones decide; a word may begin here. */
const [NO, PERHAPS, YES] = [0, 1, 2];
const [PERCENT, BACKSLASH, AMPERSAND] = [0x25, 0x5c, 0x26];
/** Any space may stand for any other, and so may the `+` of a form. */
const SPACES = [9, 10, 11, 12, 13, 32, 0x2b];
/** Of a table by hash: some hundred entries meet one another rarely, and then only cost a look. */
const HASHES = 0x4000;

/** `words` are in lower case, and none is empty. */
export function createPlaceFinder(words: readonly string[]): PlaceFinder {
  const firsts = new Uint8Array(ASCII);
  const pairs = new Uint8Array(ASCII * ASCII);
  const triples = new Uint8Array(HASHES);
  for (const code of [PERCENT, BACKSLASH, AMPERSAND]) firsts[code] = YES;
  for (const word of words) {
    const [one = [], two = [], three = []] = Array.from(word.slice(0, 3).split(""), writingsOf);
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

  function isPlace(text: string, at: number): boolean {
    const first = text.charCodeAt(at);
    const known = first < ASCII ? firsts[first] : YES;
    if (known !== PERHAPS) return known === YES;
    const second = text.charCodeAt(at + 1);
    if (isElsewhere(second)) return true;
    const pair = first * ASCII + second;
    const knownPair = pairs[pair];
    if (knownPair !== PERHAPS) return knownPair === YES;
    const third = text.charCodeAt(at + 2);
    return isElsewhere(third) || triples[hashOf(pair, third)] === YES;
  }

  return (text, from) => {
    for (let at = from; at < text.length; at++) {
      // Nearly every character ends here; in `isPlace` it would take twice as long.
      if (firsts[text.charCodeAt(at)] !== NO && isPlace(text, at)) return at;
    }
    return -1;
  };
}

function mark(table: Uint8Array, index: number, isEnough: boolean): void {
  table[index] = isEnough ? YES : Math.max(table[index] ?? NO, PERHAPS);
}

/** Whether what follows is not looked at: some spaces stand for any number of others. */
function isLast(word: string, index: number): boolean {
  return index === word.length - 1 || isSpace(word.charAt(index));
}

function hashOf(pair: number, third: number): number {
  return (pair * 31 + third * 7) & (HASHES - 1);
}

function isElsewhere(code: number): boolean {
  return code >= ASCII || code === PERCENT || code === BACKSLASH || code === AMPERSAND;
}

/** The characters of ASCII that a character of a word may stand as. */
function writingsOf(char: string): number[] {
  if (isSpace(char)) return SPACES;
  return [char.charCodeAt(0), char.toUpperCase().charCodeAt(0)].filter((code) => code < ASCII);
}

function isSpace(char: string): boolean {
  return /^\s$/.test(char);
}
