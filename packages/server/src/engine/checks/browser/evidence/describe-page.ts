import type { Page } from "playwright-core";
import { quote } from "../step-failure.ts";
import { withTimeout } from "../with-timeout.ts";

/** Describes what a page shows, for the end of a sentence about a failed step. */

/** A busy page does not answer at all. */
const EVALUATE_MS_MAX = 500;
const NAMES_MAX = 6;
const NAME_LENGTH_MAX = 40;

type PageSummary = {
  title: string;
  buttons: string[];
  links: string[];
  fields: string[];
  headings: string[];
};

/**
 * For example: `the page 'Cart' (http://…/cart) shows buttons 'Pay', 'Help'`. Lists the elements of the kind
 * that the selector addresses.
 */
export async function describePage(page: Page, selector: string | null): Promise<string> {
  const result = await withTimeout(EVALUATE_MS_MAX, page.evaluate<unknown>(COLLECT_SUMMARY)).catch(
    () => null,
  );
  const url = page.url();
  if (result === null) return `the page (${url}) does not respond`;
  const summary = readSummary(result);
  const description =
    summary.title === "" ? `the page (${url})` : `the page ${quote(summary.title)} (${url})`;
  const lists = kindsFor(selector)
    .filter((kind) => summary[kind].length > 0)
    .map((kind) => `${kind} ${summary[kind].map((name) => quote(name, NAME_LENGTH_MAX)).join(", ")}`);
  return lists.length === 0
    ? `${description} shows none of that kind`
    : `${description} shows ${lists.join(" and ")}`;
}

type Kind = "buttons" | "links" | "fields" | "headings";

function kindsFor(selector: string | null): readonly Kind[] {
  if (selector !== null && /button/i.test(selector)) return ["buttons"];
  if (selector !== null && /\blink\b|^a\b/i.test(selector)) return ["links"];
  if (selector !== null && /textbox|input|label|placeholder|combobox|select|checkbox/i.test(selector)) {
    return ["fields"];
  }
  return ["headings", "buttons"];
}

/** A page may have replaced the built-in functions used here, so its answer is treated as untrusted text. */
function readSummary(result: unknown): PageSummary {
  const raw = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>;
  const names = (value: unknown): string[] =>
    Array.isArray(value)
      ? value
          .filter((name): name is string => typeof name === "string" && name.trim() !== "")
          .slice(0, NAMES_MAX)
      : [];
  return {
    title: typeof raw.title === "string" ? raw.title : "",
    buttons: names(raw.buttons),
    links: names(raw.links),
    fields: names(raw.fields),
    headings: names(raw.headings),
  };
}

/** Runs in the page; a string, because this side has no DOM types. */
const COLLECT_SUMMARY = `(() => {
  const shown = (element) => element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) : true;
  const names = (selector, nameOf) => {
    const found = [];
    for (const element of document.querySelectorAll(selector)) {
      if (found.length >= ${NAMES_MAX}) break;
      const name = String(nameOf(element) || "").slice(0, 200);
      if (name.trim() !== "" && shown(element)) found.push(name);
    }
    return found;
  };
  const textOf = (element) => element.getAttribute("aria-label") || element.innerText || element.value;
  const labelOf = (element) =>
    element.getAttribute("aria-label") || element.labels?.[0]?.innerText || element.placeholder || element.name || element.id;
  return {
    title: document.title.slice(0, 200),
    buttons: names("button, [role=button], input[type=submit], input[type=button]", textOf),
    links: names("a[href]", textOf),
    fields: names("input:not([type=hidden]):not([type=submit]):not([type=button]), select, textarea", labelOf),
    headings: names("h1, h2, h3, [role=heading], [role=alert]", textOf),
  };
})()`;
