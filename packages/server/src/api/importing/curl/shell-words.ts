import { createLineCounter } from "../create-line-counter.ts";
import { catOfHereDocument, type HereDocument, hereDocumentAt, readHereDocument } from "./here-document.ts";

/**
 * Splits pasted shell text into commands and words, as bash and cmd.exe do. Variables, file patterns and
 * command substitutions are never evaluated, only reported.
 */
export type ShellCommand = {
  line: number;
  words: string[];
  errors: ShellError[];
  /** The standard input, if it is in the text: a here-document, `<<<`, or the text at the start of a pipe. */
  stdin: string | null;
};
export type ShellError = { what: string; why: string };

/** Separators between words, and literal text; `readPart` parses quotes, `$` and the like. */
const CONTINUED = /\\\r?\n/y;
const END_OF_COMMAND = /\r?\n|[;&|]+/y;
const SPACE = /[^\S\n]+/y;
const COMMENT = /#[^\n]*/y;
const HERE_STRING = /<<<[^\S\n]*/y;
const REDIRECTION = /(?:<{1,3}|>{1,2})&?/y;
const PLAIN = /[^\s'"$`\\;&|<>]+/y;

/** Splits by the rules of bash; `$NAME` becomes `{{NAME}}`. */
export function splitBash(text: string): ShellCommand[] {
  return new BashSplitter(text).split();
}

class BashSplitter {
  readonly #text: string;
  readonly #lineAt: (at: number) => number;
  readonly #commands: ShellCommand[] = [];
  #command: ShellCommand | null = null;
  #word: string | null = null;
  #at = 0;
  /** Here-documents that start on this line, whose text follows it. */
  #announced: { document: HereDocument; reader: ShellCommand }[] = [];
  #isHereString = false;

  constructor(text: string) {
    this.#text = text;
    this.#lineAt = createLineCounter(text);
  }

  split(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#readNext();
    this.#endCommand("");
    return this.#commands;
  }

  #readNext(): void {
    if (this.#matches(CONTINUED) !== "" || (this.#word === null && this.#matches(COMMENT) !== "")) return;
    if (this.#matches(SPACE) !== "") {
      this.#endWord();
      return;
    }
    const end = this.#matches(END_OF_COMMAND);
    if (end !== "") {
      this.#endCommand(end);
      return;
    }
    if (this.#readHereStart()) return;
    const sign = this.#matches(REDIRECTION);
    if (sign === "") this.#addPart();
    else this.#redirect(sign);
  }

  #matches(token: RegExp): string {
    token.lastIndex = this.#at;
    const [found = ""] = token.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #current(): ShellCommand {
    this.#command ??= newCommand(this.#lineAt(this.#at));
    return this.#command;
  }

  #endWord(): void {
    if (this.#word !== null && this.#isHereString) this.#current().stdin = `${this.#word}\n`;
    else if (this.#word !== null) this.#current().words.push(this.#word);
    this.#word = null;
    this.#isHereString = false;
  }

  #endCommand(sign: string): void {
    this.#endWord();
    const ended = this.#command;
    this.#command = null;
    if (ended !== null && sign === "|" && isSourceOfText(ended)) {
      // The command after the pipe reads its text.
      const reader = this.#current();
      reader.stdin = textOf(ended);
      this.#announced = this.#announced.map((item) => (item.reader === ended ? { ...item, reader } : item));
    } else if (ended !== null) this.#commands.push(ended);
    if (sign.endsWith("\n")) this.#readHereDocuments();
  }

  #readHereDocuments(): void {
    for (const { document, reader } of this.#announced) {
      const { value, end } = readHereDocument(this.#text, this.#at, document);
      reader.stdin = document.isQuoted ? value : withVariables(value);
      this.#at = end;
    }
    this.#announced = [];
  }

  #readHereStart(): boolean {
    if (this.#matches(HERE_STRING) !== "") {
      this.#endWord();
      this.#isHereString = true;
      return true;
    }
    const document = hereDocumentAt(this.#text, this.#at);
    if (document === null) return false;
    this.#endWord();
    this.#announced.push({ document, reader: this.#current() });
    this.#at = document.end;
    return true;
  }

  #addPart(): void {
    const { errors } = this.#current();
    const plain = this.#matches(PLAIN);
    const part: Part = plain === "" ? readPart(this.#text, this.#at) : { value: plain, end: this.#at };
    if (part.error) errors.push(part.error);
    this.#word = (this.#word ?? "") + part.value;
    this.#at = part.end;
  }

  #redirect(sign: string): void {
    // The number before it names a stream, and the word after it names a file.
    if (this.#word !== null && /^\d$/.test(this.#word)) this.#word = null;
    this.#endWord();
    this.#current().words.push(sign.charAt(0));
  }
}

function newCommand(line: number): ShellCommand {
  return { line, words: [], errors: [], stdin: null };
}

/** The output of `cat` with a here-document, and of `echo` with words. */
function isSourceOfText({ words }: ShellCommand): boolean {
  return words[0] === "echo"
    ? !words.some((word) => /^-[^n]/.test(word))
    : words.length === 1 && words[0] === "cat";
}

function textOf({ words, stdin }: ShellCommand): string | null {
  const [name, ...texts] = words;
  if (name !== "echo") return stdin;
  return texts[0] === "-n" ? texts.slice(1).join(" ") : `${texts.join(" ")}\n`;
}

/** Returns a here-document with `$NAME` as `{{NAME}}`; quotes in it are literal. */
function withVariables(text: string): string {
  let value = "";
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "\\" && /[$`\\\n]/.test(next)) {
      value += next === "\n" ? "" : next;
      at += 2;
    } else if (char === "`" || (char === "$" && !/['"]/.test(next))) {
      const part = char === "`" ? readInnerCommand(text, at) : readDollar(text, at);
      value += part.value;
      at = part.end;
    } else {
      value += char;
      at += 1;
    }
  }
  return value;
}

type Part = { value: string; end: number; error?: ShellError };

function readPart(text: string, at: number): Part {
  switch (text.charAt(at)) {
    case "\\":
      return { value: text.charAt(at + 1), end: at + 2 };
    case "'": {
      const end = text.indexOf("'", at + 1);
      return end < 0 ? open(text, at + 1) : { value: text.slice(at + 1, end), end: end + 1 };
    }
    case '"':
      return readDouble(text, at + 1);
    case "`":
      return readInnerCommand(text, at);
    default:
      return readDollar(text, at);
  }
}

function readDouble(text: string, start: number): Part {
  let value = "";
  let error: ShellError | undefined;
  let at = start;
  while (at < text.length && text.charAt(at) !== '"') {
    const part = partInDouble(text, at);
    value += part.value;
    error = part.error ?? error;
    at = part.end;
  }
  if (at >= text.length) return open(text, start);
  return { value, end: at + 1, ...(error ? { error } : {}) };
}

const PLAIN_IN_DOUBLE = /[^"\\$`]+/y;

function partInDouble(text: string, at: number): Part {
  const next = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "\\":
      return { value: next === "\n" ? "" : /[$`"\\]/.test(next) ? next : `\\${next}`, end: at + 2 };
    case "`":
      return readInnerCommand(text, at);
    case "$":
      // Other quotes are literal inside these.
      return next === "'" || next === '"' ? { value: "$", end: at + 1 } : readDollar(text, at);
    default: {
      PLAIN_IN_DOUBLE.lastIndex = at;
      const [value = ""] = PLAIN_IN_DOUBLE.exec(text) ?? [];
      return { value, end: at + value.length };
    }
  }
}

function readDollar(text: string, at: number): Part {
  const rest = text.slice(at, at + 80);
  if (rest.startsWith("$'")) return readAnsi(text, at + 2);
  if (rest.startsWith('$"')) return readDouble(text, at + 2);
  if (rest.startsWith("$(")) return readInnerCommand(text, at);
  const name = /^\$(?:([A-Za-z_]\w{0,63})|\{([A-Za-z_]\w{0,63})\})/.exec(rest);
  if (!name) return { value: "$", end: at + 1 };
  return { value: `{{${name[1] ?? name[2]}}}`, end: at + name[0].length };
}

const ANSI: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const CODE = /^\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3}))/;

/** Reads `$'…'`, which Chromium and Firefox write if plain quotes are not enough. */
function readAnsi(text: string, start: number): Part {
  let value = "";
  for (let at = start; at < text.length; ) {
    const char = text.charAt(at);
    if (char === "'") return { value, end: at + 1 };
    if (char !== "\\") {
      value += char;
      at += 1;
      continue;
    }
    const code = CODE.exec(text.slice(at, at + 10));
    if (code) {
      const number = code[4]
        ? Number.parseInt(code[4], 8)
        : Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "0", 16);
      value += number <= 0x10ffff ? String.fromCodePoint(number) : "\uFFFD";
      at += code[0].length;
    } else {
      const next = text.charAt(at + 1);
      value += ANSI[next] ?? (/['"\\?]/.test(next) ? next : `\\${next}`);
      at += 2;
    }
  }
  return open(text, start);
}

/** `$(…)` and `` `…` ``: never run. */
function readInnerCommand(text: string, at: number): Part {
  const cat = catOfHereDocument(text, at);
  if (cat !== null) return { value: cat.isQuoted ? cat.value : withVariables(cat.value), end: cat.end };
  const isTick = text.charAt(at) === "`";
  let depth = 1;
  let end = at + (isTick ? 1 : 2);
  for (; end < text.length && depth > 0; end++) {
    const char = text.charAt(end);
    if (isTick) depth -= char === "`" ? 1 : 0;
    else depth += char === "(" ? 1 : char === ")" ? -1 : 0;
  }
  const why = "Commands are not run; make the organization variable COMMAND_OUTPUT with what it would give";
  return { value: "{{COMMAND_OUTPUT}}", end, error: { what: "A command inside of the command line", why } };
}

function open(text: string, start: number): Part {
  const why = "The quotes are opened and never closed; the rest of the text was taken as one value";
  return { value: text.slice(start), end: text.length, error: { what: "A text in quotes", why } };
}
