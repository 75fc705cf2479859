/**
 * Reads texts in the part of ICU's MessageFormat that the dashboard uses: `{name}`, `{count, number}`, and
 * `{count, plural, =0 {none} one {# day} other {# days}}`. FormatJS reads all of it, but is too large for the first load.
 */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "value"; name: string; isNumber: boolean }
  /** The number of the plural around it. */
  | { type: "count" }
  | { type: "plural"; name: string; options: ReadonlyMap<string, readonly MessagePart[]> };

/** Throws a `SyntaxError` for other text. */
export function parseMessage(text: string): MessagePart[] {
  const reader = new Reader(text);
  const parts = reader.parts(false);
  if (!reader.isAtEnd) throw reader.error("a } without {");
  return parts;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  error(what: string): SyntaxError {
    return new SyntaxError(`${what} at character ${this.#at} of ${JSON.stringify(this.#text)}`);
  }

  parts(isInPlural: boolean): MessagePart[] {
    const parts: MessagePart[] = [];
    for (;;) {
      const text = this.#take(isInPlural ? /[^{}#]*/y : /[^{}]*/y);
      if (text !== "") parts.push({ type: "text", text });
      if (this.#skip("{")) parts.push(this.#argument());
      else if (isInPlural && this.#skip("#")) parts.push({ type: "count" });
      else return parts;
    }
  }

  #argument(): MessagePart {
    const name = this.#take(/\s*\w+\s*/y).trim();
    if (name === "") throw this.error("no name");
    if (this.#skip("}")) return { type: "value", name, isNumber: false };
    const kind = this.#take(/,\s*\w+\s*/y).replace(/\W/g, "");
    if (kind === "number" && this.#skip("}")) return { type: "value", name, isNumber: true };
    if (kind !== "plural" || !this.#skip(",")) throw this.error("only number and plural are supported");
    return { type: "plural", name, options: this.#options() };
  }

  #options(): Map<string, MessagePart[]> {
    const options = new Map<string, MessagePart[]>();
    for (;;) {
      const key = this.#take(/\s*(?:=\d+|[a-z]+)\s*/y).trim();
      if (key === "") break;
      if (!this.#skip("{")) throw this.error("no {");
      options.set(key, this.parts(true));
      if (!this.#skip("}")) throw this.error("no }");
    }
    this.#take(/\s*/y);
    if (!options.has("other")) throw this.error("no option other");
    if (!this.#skip("}")) throw this.error("no }");
    return options;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #skip(character: string): boolean {
    const isThere = this.#text[this.#at] === character;
    if (isThere) this.#at += 1;
    return isThere;
  }
}
