import { createHash } from "node:crypto";
import { keyFrom } from "./clean-texts.ts";

const HASH_LENGTH = 12;
const READABLE_LENGTH_MAX = 64 - HASH_LENGTH - 1;

/** A key that identifies a text without showing it. */
export function hashedKey(prefix: string, text: string): string {
  return `${prefix}-${hash(text)}`;
}

/** A readable key of a text. Texts that differ only in what a key cannot have get different keys. */
export function readableKey(text: string): string {
  const key = keyFrom(text);
  const isLossy = key.length > READABLE_LENGTH_MAX || /[^A-Za-z0-9_/#.: -]/.test(text) || key === "";
  if (!isLossy) return key;
  return `${key.slice(0, READABLE_LENGTH_MAX)}-${hash(text)}`.replace(/^-+/, "");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
