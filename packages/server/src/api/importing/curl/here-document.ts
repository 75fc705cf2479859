/** A here-document: `<<EOF`, and the lines up to one that holds only `EOF`. Source: POSIX, section 2.7.4. */
export type HereDocument = {
  /** The line that ends it. */
  delimiter: string;
  /** `<<'EOF'`: variables in it are plain text. */
  isQuoted: boolean;
  /** `<<-EOF`: tabs at the beginning of its lines go away. */
  stripsTabs: boolean;
};

const START = /<<(-?)[^\S\n]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([^\s'"\\;&|<>()]+))/y;

/** What stands at `at`; null where that is no here-document. */
export function hereDocumentAt(text: string, at: number): (HereDocument & { end: number }) | null {
  START.lastIndex = at;
  const found = START.exec(text);
  if (found === null) return null;
  const [whole, dash, single, double, backslash, plain] = found;
  return {
    delimiter: single ?? double ?? plain ?? "",
    isQuoted: plain === undefined || backslash !== "",
    stripsTabs: dash === "-",
    end: at + whole.length,
  };
}

/** The lines from `at` on, and where the line after them begins. Without an end it is the rest of the text. */
export function readHereDocument(
  text: string,
  at: number,
  { delimiter, stripsTabs }: HereDocument,
): { value: string; end: number } {
  const lines: string[] = [];
  let start = at;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    const written = text.slice(start, end).replace(/\r?\n$/, "");
    const line = stripsTabs ? written.replace(/^\t+/, "") : written;
    start = end;
    if (line === delimiter) return { value: lines.join(""), end: start };
    lines.push(`${line}\n`);
  }
  return { value: lines.join(""), end: start };
}

/** `$(cat <<'EOF' … EOF)`, whose value is the text itself. */
const CAT = /\$\(\s*cat\s*(?=<<[^<])/y;
const CLOSED = /\s*\)/y;

export function catOfHereDocument(
  text: string,
  at: number,
): { value: string; isQuoted: boolean; end: number } | null {
  CAT.lastIndex = at;
  if (!CAT.test(text)) return null;
  const start = hereDocumentAt(text, CAT.lastIndex);
  const newline = start === null ? -1 : text.indexOf("\n", start.end);
  if (start === null || newline < 0 || text.slice(start.end, newline).trim() !== "") return null;
  const { value, end } = readHereDocument(text, newline + 1, start);
  CLOSED.lastIndex = end;
  if (!CLOSED.test(text)) return null;
  // As of any command, line breaks at the end are not part of the value.
  return { value: value.replace(/\n+$/, ""), isQuoted: start.isQuoted, end: CLOSED.lastIndex };
}
