/** The languages of status pages, as tags of BCP 47, with their own names. */
export const PAGE_LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  ru: "Русский",
  uk: "Українська",
  "zh-CN": "简体中文",
  ja: "日本語",
  ko: "한국어",
  ar: "العربية",
} as const satisfies Record<string, string>;

export type PageLanguage = keyof typeof PAGE_LANGUAGE_NAMES;

/** In the order in which a page offers them. */
export const PAGE_LANGUAGES = Object.keys(PAGE_LANGUAGE_NAMES) as [PageLanguage, ...PageLanguage[]];
