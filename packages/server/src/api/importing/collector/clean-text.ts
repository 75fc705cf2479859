import { createHash } from "node:crypto";
import { TAGS_MAX } from "@vedette/contract/targets/target-fields.ts";

/** Texts of other tools, within the limits of names, tags and keys. A function adds to `reasons` what it changes. */

const NAME_LENGTH_MAX = 200;
const TAG_LENGTH_MAX = 50;
const KEY_LENGTH_MAX = 64;
const HASH_LENGTH = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROL_RUNS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;

/** Returns one line of text that a name may hold; `fallback` if nothing is left of it. */
export function importedName(text: string, fallback: string, reasons: string[]): string {
  const plain = withoutControl(text).trim();
  if (plain !== text.trim()) reasons.push("Control characters in the name are removed.");
  if (plain.length > NAME_LENGTH_MAX) reasons.push(`The name is cut to ${NAME_LENGTH_MAX} characters.`);
  const name = cut(plain, NAME_LENGTH_MAX);
  return name === "" ? fallback : name;
}

export function withoutControl(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_RUNS, " ");
}

/** Returns at most 20 different tags of at most 50 characters. */
export function importedTags(tags: readonly string[], reasons: string[]): string[] {
  const cleaned = tags.map((tag) => withoutControl(tag).trim()).filter((tag) => tag !== "");
  const long = cleaned.filter((tag) => tag.length > TAG_LENGTH_MAX);
  if (long.length > 0) reasons.push(`Tags are cut to ${TAG_LENGTH_MAX} characters.`);
  const distinct = [...new Set(cleaned.map((tag) => cut(tag, TAG_LENGTH_MAX)))];
  if (distinct.length > TAGS_MAX)
    reasons.push(`Only the first ${TAGS_MAX} of ${distinct.length} tags are imported.`);
  return distinct.slice(0, TAGS_MAX);
}

/** Cuts between characters, not within a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, "")
        .trim();
}

/** Returns a key from a text: a long one, and one without any usable character, gets a hash of the text. */
export function toKey(text: string): string {
  const key = text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_\-/#.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (key !== "" && key.length <= KEY_LENGTH_MAX) return key;
  const start = key.slice(0, KEY_LENGTH_MAX - HASH_LENGTH - 1);
  return [start, hashOf(text)].filter((part) => part !== "").join("-");
}

/** Returns the key with a number, within the limit. */
export function numberedKey(key: string, number: number): string {
  const suffix = `-${number}`;
  return `${key.slice(0, KEY_LENGTH_MAX - suffix.length)}${suffix}`;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
