import { MASKED } from "./audit.ts";

/** Masks a text, or each value of a record, because it may be secret: the log shows only that it is set. */
export function maskValue(value: unknown): unknown {
  if (typeof value === "string") return MASKED;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, MASKED]));
}
