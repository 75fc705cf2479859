/** A here-document: `<<EOF`, and the lines up to one that holds only `EOF`. Source: POSIX, section 2.7.4. */
export type HereDocument = {
  /** The delimiter line. */
  delimiter: string;
  /** `<<'EOF'`: variables in the text are literal. */
  isQuoted: boolean;
  /** `<<-EOF`: leading tabs are removed. */
  stripsTabs: boolean;
};

const START = /<<(-?)[^\S\n]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([^\s'"\\;&|<>()]+))/y;

/** Returns the here-document operator at `at`, or null. */
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

/**
 * Returns the lines from `at` on, and the position after the delimiter. Without a delimiter, returns the rest
 * of the text.
 */
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

/** Reads `$(cat <<'EOF' … EOF)`, whose value is the text itself. */
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
  // As in any command substitution, trailing line breaks are removed.
  return { value: value.replace(/\n+$/, ""), isQuoted: start.isQuoted, end: CLOSED.lastIndex };
}
