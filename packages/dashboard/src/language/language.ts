/** The languages of the dashboard, with their names in themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "vedette.language";

/** The language of this page load. The script in index.html has chosen it, before the first paint. */
export const LANGUAGE: Language = globalThis.document?.documentElement.lang === "de" ? "de" : "en";

/**
 * The BCP 47 tag for `Intl`: the browser's regional variant of the language if it has one, so that a British browser
 * shows English dates in the British order.
 */
export const LOCALE: string =
  globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === LANGUAGE) ?? LANGUAGE;

/** The language that the person chose in this browser, or null if the browser's languages decide. */
export function storedLanguage(): Language | null {
  const stored = localStorage.getItem(KEY);
  return stored !== null && Object.hasOwn(LANGUAGES, stored) ? (stored as Language) : null;
}

/** Stores the choice and loads the page again: texts are looked up once, when a module starts. */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, language);
  location.reload();
}
