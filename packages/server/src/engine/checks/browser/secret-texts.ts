import type { Frame, Locator, Page } from "playwright-core";
import { createFinder } from "../../../platform/masking/mask.ts";

/**
 * Finds where pages show a secret, in any form that is masked in texts. The page hands out its texts and is told
 * which of them to mark: no secret is handed to a page, where its scripts and the trace of the run could read it.
 */
export type SecretTexts = {
  /** Marks the elements of a page that show a secret now; what to cover. */
  mark(page: Page): Promise<Locator[]>;
};

/** Shorter ones are part of ordinary words. */
const SHOWN_LENGTH_MIN = 4;
/** A page of advertisements has dozens; each costs a round trip to the browser. */
const FRAMES_MAX = 20;
/** Of one frame; what is behind lies far below what a picture shows. */
const TEXT_LENGTH_MAX = 500_000;

export function createSecretTexts(secrets: readonly string[]): SecretTexts {
  const find = createFinder(secrets.filter((secret) => secret.length >= SHOWN_LENGTH_MIN));

  async function markIn(frame: Frame): Promise<Locator | null> {
    const answer: unknown = await frame.evaluate(COLLECT);
    const found = findPieces(readPieces(answer));
    if (found.length === 0) return null;
    await frame.evaluate(`(${MARK})(${JSON.stringify(found)})`);
    return frame.locator(`[${ATTRIBUTE}]`);
  }

  /** The pieces that a find touches: a text may go over several elements. */
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
      // Other frames come and go; a page that went elsewhere meanwhile is looked through once it is there.
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

/** A page may have replaced whatever was used: what comes from there is checked. */
function readPieces(answer: unknown): Pieces {
  const { text, lengths } = (typeof answer === "object" && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >;
  if (typeof text !== "string" || !Array.isArray(lengths)) return { text: "", lengths: [] };
  return { text, lengths: lengths.map((length) => (typeof length === "number" ? length : 0)) };
}

const ATTRIBUTE = "data-vedette-covered";
const PIECES = `Symbol.for("vedette.pieces")`;

/** Runs in the page; a text, because this side has no types of a document. Removes the marks of the time before. */
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
