import { formatMessage } from "./format-message.ts";
import { LANGUAGE } from "./language.ts";

/** Values of the placeholders of a text. */
export type TextValues = Record<string, string | number>;

/** The texts of the language by the English text. Empty in English. */
const TEXTS: Readonly<Record<string, string>> =
  LANGUAGE === "de" ? (await import("./german.ts")).GERMAN_TEXTS : {};

/**
 * Translates a text of the source, which is written in English: `t("Add monitor")`. Placeholders and plurals are those of
 * ICU: `t("{count, plural, one {# monitor} other {# monitors}}", { count })`. A text without a translation stays English.
 * The source must hold the text itself, not a variable, so that `scripts/texts/catalogs.test.ts` finds it.
 */
export function t(text: string, values?: TextValues): string {
  return withValues(TEXTS[text] ?? text, values);
}

/** Translates a word that has several translations: `tContext("verb", "Open")`. The catalog has it as `verb|Open`. */
export function tContext(context: string, text: string, values?: TextValues): string {
  return withValues(TEXTS[`${context}|${text}`] ?? text, values);
}

function withValues(translated: string, values: TextValues | undefined): string {
  return values === undefined ? translated : formatMessage(translated, values).join("");
}
