import type { ShellCommand } from "./shell-words.ts";

/**
 * Splits a command line by the rules of Windows: cmd.exe removes its carets first, then the C runtime splits
 * the line at spaces outside of quotes. Browsers write "Copy as cURL (cmd)" for exactly these two.
 */
export function splitCmd(text: string): ShellCommand[] {
  return takeCarets(text)
    .map(({ line, chars }) => ({ line, words: splitWords(chars), errors: [], stdin: null }))
    .filter(({ words }) => words.length > 0);
}

/** Whether a text is written for cmd.exe rather than for a Unix shell. */
export function isForCmd(text: string): boolean {
  return (
    /\^\r?\n|(^|\s)\^"/.test(text) && !/(^|\s)(\$?'|\\\r?\n)/.test(text.replaceAll(/\^?"[\s\S]*?\^?"/g, '""'))
  );
}

type CmdLine = { line: number; chars: string };

/**
 * In quotes, carets are literal. A line break after a caret is removed, and the character after it is
 * literal.
 */
const CMD_TOKEN = /("[^"\n]*"?)|\^\n\^?([\s\S]?)|\^([\s\S]?)|([\n&|]+)|[^"^\n&|]+/g;

function takeCarets(text: string): CmdLine[] {
  const lines: CmdLine[] = [];
  let current: CmdLine = { line: 1, chars: "" };
  let line = 1;
  for (const [token, quoted, continued, escaped, end] of text.replaceAll("\r\n", "\n").matchAll(CMD_TOKEN)) {
    line += token.split("\n").length - 1;
    if (end === undefined) current.chars += quoted ?? continued ?? escaped ?? token;
    else {
      lines.push(current);
      current = { line, chars: "" };
    }
  }
  return [...lines, current];
}

const WORD = /(?:"(?:[^"\\]|\\[\s\S]|"")*"?|\\"|\\|[^\s"\\])+/g;
const PIECE = /"((?:[^"\\]|\\[\s\S]|"")*)"?|\\"/g;

/** Source: "Parsing C command-line arguments" of Microsoft's C runtime. */
function splitWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) =>
    word.replaceAll(PIECE, (_piece, quoted?: string) => (quoted === undefined ? '"' : unquoted(quoted))),
  );
}

/** Backslashes are special only before quotes, where two are one; two quotes are also one. */
function unquoted(text: string): string {
  return text.replaceAll(/(\\+)("|$)|""/g, (_found, slashes?: string, end = '"') => {
    return "\\".repeat(Math.floor((slashes?.length ?? 0) / 2)) + end;
  });
}
