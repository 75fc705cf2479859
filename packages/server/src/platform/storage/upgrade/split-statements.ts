/** Divides the text of a migration into statements and their tokens. Comments are left out. Pure. */

/** `depth` is the number of parentheses around the token; a parenthesis has the depth of what is outside of it. */
export type SqlToken = { text: string; kind: "word" | "string" | "symbol"; depth: number };

export type SqlStatement = {
  /** In one line, without comments. */
  text: string;
  tokens: readonly SqlToken[];
};

const PATTERN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|"(?<quoted>(?:[^"]|"")+)"|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<symbol>\d+(?:\.\d+)?|::|[^\s])/gu;

export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: SqlToken[] = [];
  let parts: string[] = [];
  let depth = 0;
  const end = () => {
    if (tokens.length > 0) statements.push({ text: joinParts(parts), tokens });
    [tokens, parts] = [[], []];
  };
  for (const match of text.matchAll(PATTERN)) {
    const { comment, string, quoted, word, symbol } = match.groups ?? {};
    if (comment !== undefined) continue;
    if (symbol === ";" && depth === 0) {
      end();
      continue;
    }
    if (symbol === ")") depth -= 1;
    tokens.push(tokenOf({ string, quoted, word, symbol }, depth));
    if (symbol === "(") depth += 1;
    parts.push(match[0]);
  }
  end();
  return statements;
}

type Parts = Record<"string" | "quoted" | "word" | "symbol", string | undefined>;

function tokenOf({ string, quoted, word, symbol = "" }: Parts, depth: number): SqlToken {
  if (string !== undefined) return { text: string, kind: "string", depth };
  if (quoted !== undefined) return { text: quoted.replaceAll('""', '"'), kind: "word", depth };
  if (word !== undefined) return { text: word.toLowerCase(), kind: "word", depth };
  return { text: symbol, kind: "symbol", depth };
}

function joinParts(parts: readonly string[]): string {
  return parts
    .map((part) => part.replaceAll(/\s+/g, " "))
    .join(" ")
    .replaceAll(/ ?(::|\.) ?| (?=[,)])|(?<=\() | (?=\[|\])/g, (found) => found.trim());
}
