import { LANGUAGE } from "./language.ts";

/** Returns a label that is a noun as a part of a sentence: "time zone"; German nouns keep their capital. */
export function nounInSentence(label: string): string {
  return LANGUAGE === "en" ? label.toLowerCase() : label;
}

/** Returns a label that begins with another word than a noun as a part of a sentence: "no downtime". */
export function phraseInSentence(label: string): string {
  return label.charAt(0).toLocaleLowerCase(LANGUAGE) + label.slice(1);
}
