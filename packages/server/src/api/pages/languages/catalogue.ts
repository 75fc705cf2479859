import { PAGE_LANGUAGES, type PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { FR } from "./fr.ts";
import { IT } from "./it.ts";
import { JA } from "./ja.ts";
import { KO } from "./ko.ts";

import { createLocale, type Locale } from "./locale.ts";
import type { Messages } from "./messages.ts";
import { NL } from "./nl.ts";
import { PL } from "./pl.ts";
import { PT } from "./pt.ts";
import { RU } from "./ru.ts";
import { TR } from "./tr.ts";
import { UK } from "./uk.ts";
import { ZH_CN } from "./zh-cn.ts";

/** The languages of status pages, and which one a visitor gets. */
export const CATALOGUE: Record<PageLanguage, Messages> = {
  ...{ en: EN, de: DE, fr: FR, es: ES, pt: PT, it: IT, nl: NL, pl: PL, tr: TR, ru: RU, uk: UK },
  ...{ "zh-CN": ZH_CN, ja: JA, ko: KO, ar: AR },
};

/** Formats are expensive to create; a server has few time zones in use. */
const LOCALES_MAX = 200;
const locales = new Map<string, Locale>();

export function localeOf(language: PageLanguage, timezone: string): Locale {
  const key = `${language} ${timezone}`;
  const known = locales.get(key);
  if (known) return known;
  const locale = createLocale(language, { timezone, messages: CATALOGUE[language] });
  if (locales.size >= LOCALES_MAX) locales.clear();
  locales.set(key, locale);
  return locale;
}

export type LanguageChoice = {
  /** The languages that the page offers; empty: all. */
  offered: readonly PageLanguage[];
  fallback: PageLanguage;
};

/** The language of `?lang=`, or null if the page does not offer it. */
export function requestedLanguage(text: unknown, { offered }: LanguageChoice): PageLanguage | null {
  const known = (offered.length > 0 ? offered : PAGE_LANGUAGES).find((language) => language === text);
  return known ?? null;
}

/** Headers of browsers have a few languages; a longer one is ignored. */
const HEADER_LENGTH_MAX = 500;

/** The offered language that the browser prefers most. RFC 9110, section 12.5.4; `zh` and `zh-Hans` mean `zh-CN`. */
export function preferredLanguage(
  header: string | undefined,
  { offered, fallback }: LanguageChoice,
): PageLanguage {
  const all = offered.length > 0 ? offered : PAGE_LANGUAGES;
  if (header === undefined || header.length > HEADER_LENGTH_MAX) return fallback;
  const wanted = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
      return { tag, weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { tag } of wanted) {
    if (tag === "*") return fallback;
    const primary = tag.split("-")[0];
    const found =
      all.find((language) => language.toLowerCase() === tag) ??
      all.find((language) => language.split("-")[0] === primary);
    if (found) return found;
  }
  return fallback;
}
