import { LANGUAGE, LOCALE } from "./language.ts";

/** English lists are written without a comma before the last word, as British ones are. */
const TAG = LANGUAGE === "en" ? "en-GB" : LOCALE;
const AND = new Intl.ListFormat(TAG, { type: "conjunction" });
const OR = new Intl.ListFormat(TAG, { type: "disjunction" });

/** "14, 7 and 1" */
export function andList(words: Iterable<string>): string {
  return AND.format(words);
}

/** "the certificate, the issuer or the IP address" */
export function orList(words: Iterable<string>): string {
  return OR.format(words);
}
