import { PAGE_DOM_LENGTH_MAX, type PageDom } from "@vedette/contract/runs/run-job.ts";
import { MASK } from "../../../../platform/masking/mask.ts";
import type { RunTimer } from "../run-timer.ts";
import type { JourneyAttempt } from "../step-scope.ts";
import { withTimeout } from "../with-timeout.ts";

/** Usually 20 ms; a page that hangs does not answer at all. */
const READ_MS_MAX = 2_000;
/** After the run's timeout. */
const LATE_READ_MS_MAX = 300;
/** Deeper elements are not indented further. */
const INDENT_MAX = 30;

/**
 * Returns the elements of the newest page as indented HTML: without scripts and styles, without what was typed into
 * fields, with secrets masked. Null if the page does not respond in time. A page may return anything, so its answer is
 * validated.
 */
export async function describeDom(
  { newestPage, show }: Pick<JourneyAttempt, "newestPage" | "show">,
  timer: Pick<RunTimer, "forEvidenceMs">,
): Promise<PageDom | null> {
  const page = newestPage();
  if (page.url() === "about:blank") return null;
  const timeoutMs = timer.forEvidenceMs(READ_MS_MAX, LATE_READ_MS_MAX);
  const result: unknown = await withTimeout(timeoutMs, page.evaluate(READ)).catch(() => null);
  const { tokens, isCut } = readAnswer(result);
  return tokens.length === 0 ? null : toHtml(withoutSecrets(tokens, show), isCut);
}

type Token =
  | { kind: "open"; name: string; attributes: readonly (readonly [string, string])[] }
  | { kind: "close" | "text"; name: string };

function readAnswer(result: unknown): { tokens: Token[]; isCut: boolean } {
  const { tokens, isCut } = (typeof result === "object" && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  const list = Array.isArray(tokens) ? tokens : [];
  return { tokens: list.flatMap((token) => readToken(token) ?? []), isCut: isCut === true };
}

function readToken(token: unknown): Token | null {
  if (!Array.isArray(token)) return null;
  const [kind, name, attributes]: unknown[] = token;
  if (typeof name !== "string") return null;
  if (kind === "close" || kind === "text") return { kind, name };
  if (kind !== "open" || !Array.isArray(attributes)) return null;
  const pairs = attributes.filter(
    (pair): pair is [string, string] =>
      Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string",
  );
  return { kind, name, attributes: pairs };
}

/** A secret may span several elements; then no text of the page is shown. */
function withoutSecrets(tokens: readonly Token[], show: JourneyAttempt["show"]): Token[] {
  const masked = tokens.map((token): Token => {
    const name = show(token.name);
    if (token.kind !== "open") return { ...token, name };
    return { ...token, name, attributes: token.attributes.map(([key, value]) => [show(key), show(value)]) };
  });
  const text = masked.map(({ kind, name }) => (kind === "text" ? name : "")).join("");
  if (show(text) === text) return masked;
  return masked.map((token) => (token.kind === "text" ? { ...token, name: MASK } : token));
}

const VOID_ELEMENTS: ReadonlySet<string> = new Set([
  ...["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"],
]);

function toHtml(tokens: readonly Token[], isCutInPage: boolean): PageDom {
  let depth = 0;
  let html = "";
  for (const token of tokens) {
    const isVoid = VOID_ELEMENTS.has(token.name);
    if (token.kind === "close") depth -= 1;
    if (token.kind === "close" && isVoid) continue;
    const line = `${" ".repeat(Math.max(0, Math.min(depth, INDENT_MAX)))}${lineOf(token)}\n`;
    if (token.kind === "open") depth += 1;
    if (html.length + line.length > PAGE_DOM_LENGTH_MAX) return { html, isCut: true };
    html += line;
  }
  return { html, isCut: isCutInPage };
}

function lineOf(token: Token): string {
  if (token.kind !== "open") return token.kind === "text" ? escapeText(token.name) : `</${token.name}>`;
  const attributes = token.attributes.map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return `<${token.name}${attributes.join("")}>`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const CHILDREN_MAX = 2_000;
const ATTRIBUTES_MAX = 30;
const ATTRIBUTE_LENGTH_MAX = 300;
const TEXT_LENGTH_MAX = 2_000;

/** Runs in the page; a string, because this side has no DOM types. Passwords and hidden values are left out. */
const READ = `(() => {
  const tokens = [];
  let left = ${PAGE_DOM_LENGTH_MAX};
  let isCut = false;
  let hasMore = false;
  const add = (token, length) => {
    left -= length + 4;
    if (left < 0) isCut = true;
    else tokens.push(token);
  };
  const short = (text, most) => text.length > most ? text.slice(0, most) + "…" : text;
  const attributesOf = (element) => Array.from(element.attributes).slice(0, ${ATTRIBUTES_MAX})
    .filter(({ name }) => !/^(on.*|style|nonce|data-vedette-covered)$/.test(name))
    .map(({ name, value }) => [name, short(
      name === "value" && /^(password|hidden)$/i.test(element.type ?? "") ? ${JSON.stringify(MASK)} : value,
      ${ATTRIBUTE_LENGTH_MAX})]);
  const waiting = [document.documentElement];
  while (waiting.length > 0 && !isCut) {
    const next = waiting.pop();
    if (typeof next === "string") {
      add(["close", next], next.length);
      continue;
    }
    if (next.nodeType === Node.TEXT_NODE) {
      const text = next.data.replace(/\\s+/g, " ").trim();
      if (text !== "") add(["text", short(text, ${TEXT_LENGTH_MAX})], Math.min(text.length, ${TEXT_LENGTH_MAX}));
      continue;
    }
    const isRoot = next.nodeType === Node.DOCUMENT_FRAGMENT_NODE;
    if (next.nodeType !== Node.ELEMENT_NODE && !isRoot) continue;
    const name = isRoot ? "shadow-root" : next.localName;
    const attributes = isRoot ? [] : attributesOf(next);
    add(["open", name, attributes], attributes.flat().reduce((sum, text) => sum + text.length, name.length));
    waiting.push(name);
    if (/^(script|style|noscript|template|svg|canvas)$/.test(name)) continue;
    const children = Array.from(next.childNodes).slice(0, ${CHILDREN_MAX});
    hasMore ||= children.length < next.childNodes.length;
    waiting.push(...children.reverse());
    if (next.shadowRoot) waiting.push(next.shadowRoot);
  }
  return { tokens, isCut: isCut || hasMore };
})()`;
