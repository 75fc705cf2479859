import type { Locator, Page } from "playwright-core";

/**
 * Which fields of which page hold a secret: they are drawn as dots from before they are filled, so that no
 * picture, film or trace shows them, and covered in screenshots besides.
 */
export type SecretFields = {
  conceal(locator: Locator): Promise<void>;
  /** What to cover in a screenshot of a page. */
  covers(page: Page): Locator[];
};

/** Texts of a page are looked through for each of these. */
const SHOWN_VALUES_MAX = 10;
/** Shorter ones are part of ordinary words. */
const SHOWN_LENGTH_MIN = 4;

export function createSecretFields(secrets: readonly string[]): SecretFields {
  const filled = new WeakMap<Page, Locator[]>();
  const shown = secrets.filter((secret) => secret.length >= SHOWN_LENGTH_MIN).slice(0, SHOWN_VALUES_MAX);
  return {
    async conceal(locator) {
      const page = locator.page();
      filled.set(page, [...(filled.get(page) ?? []), locator]);
      await locator.evaluate(drawAsDots);
    },
    covers: (page) => [
      page.locator("input[type=password]"),
      ...(filled.get(page) ?? []),
      ...shown.map((secret) => page.getByText(secret)),
    ],
  };
}

/** Runs in the page: as browsers draw password fields, by a style of Chromium's own that changes nothing else. */
function drawAsDots(element: {
  style?: { setProperty(name: string, value: string, priority: string): void };
}) {
  element.style?.setProperty("-webkit-text-security", "disc", "important");
}
