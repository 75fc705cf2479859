/** CSV by RFC 4180 for downloads, in the browser. Pure. */

export type CsvCell = string | number | null;
export type CsvTable = { header: readonly string[]; rows: readonly (readonly CsvCell[])[] };

/** Spreadsheets evaluate a cell that starts with one of these. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** Lines end in CRLF. A text that a spreadsheet would evaluate starts with an apostrophe; a number stays a number. */
export function csvText({ header, rows }: CsvTable): string {
  return [header, ...rows].map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
