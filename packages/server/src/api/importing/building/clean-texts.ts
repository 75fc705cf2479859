import { TAGS_MAX } from "@vedette/contract/targets/target-fields.ts";

/** Texts of other tools as Vedette stores them. What changes is added to `reasons`, as a sentence for users. */

export const NAME_LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 2_000;
const TAG_LENGTH_MAX = 50;
const CONTROL_RUNS = /[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu;
const CONTROLS_IN_LINES = /[^\P{Cc}\n\t]/gu;

/** Returns one line of text that a name may hold; `fallback` if nothing is left of it. */
export function cleanName(text: string, fallback: string, reasons: string[]): string {
  const plain = withoutControls(text).trim();
  if (plain !== text.toWellFormed().trim()) reasons.push("Control characters were removed from the name.");
  const name = plain.normalize("NFC");
  if (name.length > NAME_LENGTH_MAX) reasons.push(`The name was cut at ${NAME_LENGTH_MAX} characters.`);
  return cutText(name, NAME_LENGTH_MAX) || fallback;
}

export function cleanDescription(text: string, reasons: string[]): string {
  const kept = text.toWellFormed().replaceAll(CONTROLS_IN_LINES, "").normalize("NFC").trim();
  if (kept.length > DESCRIPTION_LENGTH_MAX)
    reasons.push(`The description was cut at ${DESCRIPTION_LENGTH_MAX} characters.`);
  return cutText(kept, DESCRIPTION_LENGTH_MAX);
}

/** Each tag once, at most as long and as many as a target may have. */
export function cleanTags(tags: readonly string[], reasons: string[]): string[] {
  const cleaned = tags.map((tag) => withoutControls(tag).normalize("NFC").trim()).filter((tag) => tag !== "");
  for (const tag of cleaned) {
    if (tag.length > TAG_LENGTH_MAX)
      reasons.push(`The tag '${cutText(tag, TAG_LENGTH_MAX)}' was cut at ${TAG_LENGTH_MAX} characters.`);
  }
  const unique = [...new Set(cleaned.map((tag) => cutText(tag, TAG_LENGTH_MAX)))];
  if (unique.length > TAGS_MAX)
    reasons.push(`${unique.length - TAGS_MAX} tags were left out; a target has at most ${TAGS_MAX}.`);
  return unique.slice(0, TAGS_MAX);
}

/** Cuts between characters, not within a surrogate pair. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

export function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_RUNS, " ");
}
