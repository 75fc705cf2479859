import { TAGS_MAX } from "@vedette/contract/targets/target-fields.ts";

/** Texts of other tools as Vedette stores them. What changes is added to `reasons`, as a sentence for users. */

const NAME_LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 2_000;
const TAG_LENGTH_MAX = 50;
const KEY_LENGTH_MAX = 64;
const VARIABLE_LENGTH_MAX = 64;

export function cleanName(text: string, fallback: string, reasons: string[]): string {
  const name = withoutControls(text).trim().slice(0, NAME_LENGTH_MAX).trim();
  if (withoutControls(text) !== text) reasons.push("Control characters were removed from the name.");
  if (withoutControls(text).trim().length > NAME_LENGTH_MAX)
    reasons.push(`The name was cut at ${NAME_LENGTH_MAX} characters.`);
  return name === "" ? fallback : name;
}

export function cleanDescription(text: string, reasons: string[]): string {
  const kept = withoutControls(text, true).trim();
  if (kept.length > DESCRIPTION_LENGTH_MAX)
    reasons.push(`The description was cut at ${DESCRIPTION_LENGTH_MAX} characters.`);
  return kept.slice(0, DESCRIPTION_LENGTH_MAX);
}

/** Each tag once, at most as long and as many as a target may have. */
export function cleanTags(tags: readonly string[], reasons: string[]): string[] {
  const cleaned = tags.map((tag) => withoutControls(tag).trim()).filter((tag) => tag !== "");
  for (const tag of cleaned) {
    if (tag.length > TAG_LENGTH_MAX)
      reasons.push(`The tag '${tag.slice(0, TAG_LENGTH_MAX)}' was cut at ${TAG_LENGTH_MAX} characters.`);
  }
  const unique = [...new Set(cleaned.map((tag) => tag.slice(0, TAG_LENGTH_MAX).trim()))];
  if (unique.length > TAGS_MAX)
    reasons.push(`${unique.length - TAGS_MAX} tags were left out; a target has at most ${TAGS_MAX}.`);
  return unique.slice(0, TAGS_MAX);
}

/** A key of a resource, from a text such as `group/name`. Empty if no character of the text may be in a key. */
export function keyFrom(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_/#.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, KEY_LENGTH_MAX)
    .replace(/-+$/, "");
}

/** The name of a variable, such as `SHOP_PASSWORD` from `shop password`. */
export function variableNameFrom(text: string): string {
  const name = text
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return (/^[A-Z]/.test(name) ? name : `VALUE_${name}`).slice(0, VARIABLE_LENGTH_MAX).replace(/_+$/, "");
}

function withoutControls(text: string, keepsLines = false): string {
  const controls = keepsLines ? /[^\P{Cc}\n\t]/gu : /\p{Cc}/gu;
  return text
    .toWellFormed()
    .replaceAll(controls, keepsLines ? "" : " ")
    .normalize("NFC");
}
