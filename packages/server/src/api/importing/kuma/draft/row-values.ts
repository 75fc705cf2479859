import { cleanName } from "../../building/clean-texts.ts";
import type { KumaRow } from "../database/kuma-database.ts";

/** Typed values of rows. Columns that an older database lacks have the default. */

export function columnText(row: KumaRow, column: string): string {
  const value = row[column];
  return value === undefined || value === null ? "" : String(value);
}

export function columnNumber(row: KumaRow, column: string): number | null {
  const value = row[column];
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

export function idOf(row: KumaRow, column = "id"): number {
  return columnNumber(row, column) ?? 0;
}

export function flagOf(row: KumaRow, column: string, initial = false): boolean {
  const value = row[column];
  if (value === undefined || value === null) return initial;
  return value !== 0 && value !== "0" && value !== "" && value !== "false";
}

/** The JSON of a text column; undefined if it is none. */
export function jsonOf(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A name without control characters and of limited length, with what was changed. */
export function readName(text: string, fallback: string): { name: string; reasons: string[] } {
  const reasons: string[] = [];
  const name = cleanName(text, fallback, reasons);
  if (text.trim() === "") reasons.push("It has no name; its key is the name.");
  return { name, reasons };
}

/** Looks a text of the file up in a table; names such as `constructor` are in none. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
