import type { SqlToken } from "./split-statements.ts";

/** Finds names and words in the tokens of a statement. Pure. */

/**
 * The position after the words that begin a statement, or null if others do. `?word` may be missing; `?or-replace` is a
 * phrase that may be missing.
 */
export function followsWords(tokens: readonly SqlToken[], words: string): number | null {
  let at = 0;
  for (const word of words.split(" ")) {
    const phrase = word.replace("?", "").split("-");
    const isThere = phrase.every((each, index) => tokens[at + index]?.text === each);
    if (isThere) at += phrase.length;
    else if (!word.startsWith("?")) return null;
  }
  return at;
}

/** The name of a table at a position, without its schema; null if there is no name. */
export function tableNameAt(tokens: readonly SqlToken[], at: number): string | null {
  const token = tokens[at];
  if (token?.kind !== "word") return null;
  return tokens[at + 1]?.text === "." ? tableNameAt(tokens, at + 2) : token.text;
}

/** The names that follow a word, at any depth, each once. */
export function namesAfter(tokens: readonly SqlToken[], word: string): string[] {
  const names = tokens.flatMap(({ text, kind }, at) => {
    if (text !== word || kind !== "word") return [];
    return tableNameAt(tokens, at + 1) ?? [];
  });
  return [...new Set(names)];
}
