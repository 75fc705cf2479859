import { printableLine } from "../command-line/printable.ts";

/** The cells of the fields that are set, one line each; a nested value is JSON. */
export function detailRows(row: unknown): [string, string][] {
  if (typeof row !== "object" || row === null) return [];
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const text = valueText(value);
    return text === "" ? [] : [[name.replaceAll("_", " "), printableLine(text)]];
  });
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return JSON.stringify(value);
}
