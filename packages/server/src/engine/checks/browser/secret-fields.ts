import type { Locator, Page } from "playwright-core";
import { createSecretTexts } from "./secret-texts.ts";

/**
 * Which fields of which page hold a secret: they are drawn as dots from before they are filled, so that no
 * picture, film or trace shows them, and covered in screenshots besides.
 */
export type SecretFields = {
  conceal(locator: Locator): Promise<void>;
  /** What to cover in a screenshot of a page that is taken now. */
  covers(page: Page): Promise<Locator[]>;
};

export function createSecretFields(secrets: readonly string[]): SecretFields {
  const filled = new WeakMap<Page, Locator[]>();
  const texts = secrets.length > 0 ? createSecretTexts(secrets) : null;
  return {
    async conceal(locator) {
      const page = locator.page();
      filled.set(page, [...(filled.get(page) ?? []), locator]);
      await locator.evaluate(drawAsDots);
    },
    covers: async (page) => [
      page.locator("input[type=password]"),
      ...(filled.get(page) ?? []),
      ...((await texts?.mark(page)) ?? []),
    ],
  };
}

/** Runs in the page: as browsers draw password fields, by a style of Chromium's own that changes nothing else. */
function drawAsDots(element: {
  style?: { setProperty(name: string, value: string, priority: string): void };
}) {
  element.style?.setProperty("-webkit-text-security", "disc", "important");
}
