import { csvField } from "@vedette/contract/common/csv-field.ts";

/** CSV by RFC 4180 for downloads, in the browser. Pure. */

export type CsvCell = string | number | null;
export type CsvTable = { header: readonly string[]; rows: readonly (readonly CsvCell[])[] };

/** Lines end in CRLF. A text that a spreadsheet would evaluate starts with an apostrophe; a number stays a number. */
export function csvText({ header, rows }: CsvTable): string {
  return [header, ...rows].map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  return typeof cell === "number" ? String(cell) : csvField(cell);
}
