import { createHash } from "node:crypto";

/** Keys of imported resources. A second import of the same file makes the same keys. */

const KEY_LENGTH_MAX = 64;
const HASH_LENGTH = 12;
const READABLE_LENGTH_MAX = KEY_LENGTH_MAX - HASH_LENGTH - 1;

/** Returns a key from the ID of another tool: a long one, and one without any usable character, gets a hash of the text. */
export function toKey(text: string): string {
  const key = text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_\-/#.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  // As a field of an object, this name would be its prototype.
  if (key === "__proto__") return "proto";
  return key !== "" && key.length <= KEY_LENGTH_MAX ? key : shortened(key, text);
}

/** Returns a key of a text that is no ID. Texts that differ only in what a key cannot have get different keys. */
export function readableKey(text: string): string {
  const key = toKey(text.toLowerCase());
  const isLossy = key.length > READABLE_LENGTH_MAX || /[^A-Za-z0-9_/#.: -]/.test(text);
  return isLossy ? shortened(key, text) : key;
}

/** Returns a key that identifies a text without showing it. */
export function hashedKey(prefix: string, text: string): string {
  return `${prefix}-${createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH)}`;
}

/** Returns the key with a number, within the limit. */
export function numberedKey(key: string, number: number): string {
  const suffix = `-${number}`;
  return `${key.slice(0, KEY_LENGTH_MAX - suffix.length)}${suffix}`;
}

function shortened(key: string, text: string): string {
  return hashedKey(key.slice(0, READABLE_LENGTH_MAX), text).replace(/^-+/, "");
}
