import type { KumaRow } from "../database/kuma-database.ts";

/** Typed values of rows. Columns that an older database lacks have the default. */

export function textOf(row: KumaRow, column: string): string {
  const value = row[column];
  return value === undefined || value === null ? "" : String(value);
}

export function numberOf(row: KumaRow, column: string): number | null {
  const value = row[column];
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

export function idOf(row: KumaRow, column = "id"): number {
  return numberOf(row, column) ?? 0;
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const NAME_LENGTH_MAX = 200;
export const TAG_LENGTH_MAX = 50;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL = /[\u0000-\u001f\u007f\ufffe\uffff]+/gu;

/** A name without control characters and of at most 200 characters, with what was changed. */
export function cleanName(text: string, fallback: string): { name: string; reasons: string[] } {
  const plain = text.toWellFormed().replaceAll(CONTROL, " ").trim();
  const reasons: string[] = [];
  if (plain === "") return { name: fallback, reasons: ["It has no name; its key is the name."] };
  if (plain !== text.trim()) reasons.push("Control characters in the name are removed.");
  const name = cut(plain, NAME_LENGTH_MAX);
  if (name !== plain) reasons.push(`The name is cut at ${NAME_LENGTH_MAX} characters.`);
  return { name, reasons };
}

/** Cuts without leaving half of a surrogate pair. */
export function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
