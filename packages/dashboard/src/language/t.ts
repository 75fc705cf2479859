import { IntlMessageFormat } from "intl-messageformat";
import { LANGUAGE, LOCALE } from "./language.ts";

/** Values of the placeholders of a text. */
export type TextValues = Record<string, string | number | Date>;

/** The texts of the language by the English text. Empty in English. */
const TEXTS: Readonly<Record<string, string>> =
  LANGUAGE === "de" ? (await import("./german.ts")).GERMAN_TEXTS : {};

const formats = new Map<string, IntlMessageFormat>();

/**
 * Translates a text of the source, which is written in English: `t("Add monitor")`. Placeholders and plurals are those of
 * ICU: `t("{count, plural, one {# monitor} other {# monitors}}", { count })`. A text without a translation stays English.
 * The source must hold the text itself, not a variable, so that `scripts/texts/catalogs.test.ts` finds it.
 */
export function t(text: string, values?: TextValues): string {
  const translated = TEXTS[text] ?? text;
  return values === undefined ? translated : String(formatOf(translated).format(values));
}

/** Translates a word that has several translations: `tContext("verb", "Open")`. The catalog has it as `verb|Open`. */
export function tContext(context: string, text: string, values?: TextValues): string {
  const translated = TEXTS[`${context}|${text}`] ?? text;
  return values === undefined ? translated : String(formatOf(translated).format(values));
}

/** The parsed form of a translated text. There are no more of them than texts in the source. */
export function formatOf(translated: string): IntlMessageFormat {
  let format = formats.get(translated);
  if (format === undefined) {
    format = new IntlMessageFormat(translated, LOCALE, undefined, { ignoreTag: true });
    formats.set(translated, format);
  }
  return format;
}
