import type { Locator, Page } from "playwright-core";
import { createSecretTexts } from "./secret-texts.ts";

/**
 * Tracks the fields that contain a secret, by page. They are drawn as dots before they are filled, so no
 * screenshot, video or trace shows them, and screenshots cover them as well.
 */
export type SecretFields = {
  conceal(locator: Locator): Promise<void>;
  /** Returns the elements to cover in a screenshot of a page. */
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

/**
 * Runs in the page. Uses a Chromium style that draws a field like a password field and changes nothing else.
 */
function drawAsDots(element: {
  style?: { setProperty(name: string, value: string, priority: string): void };
}) {
  element.style?.setProperty("-webkit-text-security", "disc", "important");
}
