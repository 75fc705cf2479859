import type { Frame, Locator, Page } from "playwright-core";
import { createFinder } from "../../../platform/masking/mask.ts";

/**
 * Finds where pages show a secret, in any form that is masked in texts. The page returns its texts and
 * receives the indexes to mark: no secret is sent to a page, where its scripts and the trace of the run could
 * read it.
 */
export type SecretTexts = {
  /** Marks the elements of a page that currently show a secret; returns what to cover. */
  mark(page: Page): Promise<Locator[]>;
};

/** Shorter secrets are part of ordinary words. */
const SHOWN_LENGTH_MIN = 4;
/** A page with advertisements has dozens; each costs a round trip to the browser. */
const FRAMES_MAX = 20;
/** Maximum length of a frame's text; the rest is far below what a screenshot shows. */
const TEXT_LENGTH_MAX = 500_000;

export function createSecretTexts(secrets: readonly string[]): SecretTexts {
  const find = createFinder(secrets.filter((secret) => secret.length >= SHOWN_LENGTH_MIN));

  async function markIn(frame: Frame): Promise<Locator | null> {
    const result: unknown = await frame.evaluate(COLLECT);
    const found = findPieces(readPieces(result));
    if (found.length === 0) return null;
    await frame.evaluate(`(${MARK})(${JSON.stringify(found)})`);
    return frame.locator(`[${ATTRIBUTE}]`);
  }

  /** Returns the pieces that a match touches: a text may span several elements. */
  function findPieces({ text, lengths }: Pieces): number[] {
    const spans = find(text);
    const found: number[] = [];
    let from = 0;
    for (const [index, length] of lengths.entries()) {
      const to = from + length;
      if (spans.some((span) => span.from < to && span.to > from)) found.push(index);
      from = to;
    }
    return found;
  }

  async function markAgain(frame: Frame, page: Page): Promise<Locator | null> {
    try {
      return await markIn(frame);
    } catch (error) {
      // Other frames come and go; a page that has navigated is searched after it loads.
      if (frame !== page.mainFrame()) return null;
      if (page.isClosed()) throw error;
      await page.waitForLoadState("domcontentloaded");
      return markIn(frame);
    }
  }

  return {
    async mark(page) {
      const frames = page.frames().slice(0, FRAMES_MAX);
      const marked = await Promise.all(frames.map((frame) => markAgain(frame, page)));
      return marked.filter((locator) => locator !== null);
    },
  };
}

type Pieces = { text: string; lengths: number[] };

/** A page may have replaced the built-in functions used here, so its answer is validated. */
function readPieces(result: unknown): Pieces {
  const { text, lengths } = (typeof result === "object" && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  if (typeof text !== "string" || !Array.isArray(lengths)) return { text: "", lengths: [] };
  return { text, lengths: lengths.map((length) => (typeof length === "number" ? length : 0)) };
}

const ATTRIBUTE = "data-vedette-covered";
const PIECES = `Symbol.for("vedette.pieces")`;

/** Runs in the page; a string, because this side has no DOM types. Removes earlier marks. */
const COLLECT = `(() => {
  const elements = [];
  const texts = [];
  let left = ${TEXT_LENGTH_MAX};
  const add = (element, text) => {
    if (!element || text === "" || left <= 0) return;
    elements.push(element);
    texts.push(text.slice(0, left));
    left -= text.length;
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && left > 0; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.parentElement?.tagName ?? "")) {
          add(node.parentElement ?? node.parentNode?.host, node.data);
        }
        continue;
      }
      node.removeAttribute("${ATTRIBUTE}");
      if (typeof node.value === "string") add(node, "\\n" + node.value + "\\n");
      if (typeof node.placeholder === "string") add(node, "\\n" + node.placeholder + "\\n");
      if (node.shadowRoot) walk(node.shadowRoot);
    }
  };
  if (document.documentElement) walk(document.documentElement);
  Object.defineProperty(globalThis, ${PIECES}, { value: elements, configurable: true, enumerable: false });
  return { text: texts.join(""), lengths: texts.map((text) => text.length) };
})()`;

const MARK = `(found) => {
  const elements = globalThis[${PIECES}] ?? [];
  for (const index of found) elements[index]?.setAttribute("${ATTRIBUTE}", "");
  delete globalThis[${PIECES}];
}`;
