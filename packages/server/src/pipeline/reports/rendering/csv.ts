import { csvField, csvOwnField } from "@vedette/contract/common/csv-field.ts";

/** CSV as in RFC 4180. Pure. */

/** A text that users or strangers chose, in contrast to numbers and times that Vedette wrote. */
export type CsvText = { text: string | null };
export type CsvCell = string | number | null | CsvText;

export const csvText = (text: string | null): CsvText => ({ text });

/** One line with its line break. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "string") return csvOwnField(cell);
  return cell.text === null ? "" : csvField(cell.text);
}
