import {
  PAGE_ELEMENT_TEXT_MAX,
  PAGE_ELEMENTS_MAX,
  type PageElement,
} from "@vedette/contract/runs/run-job.ts";
import type { Page } from "playwright-core";

/** The elements of a page that a step could use, each with a selector that matches only it. */

type ListOptions = {
  viewport: Size;
  timeoutMs: number;
  /** Returns whether a text contains no secret. A selector with a masked secret would not work. */
  isPublic(text: string): boolean;
};
type Size = { width: number; height: number };
type Box = Size & { x: number; y: number };
type Candidate = Box & { role: string; name: string };

/** Roles that an action or an expectation is about. Containers are left out, because they cover the others. */
const ROLES: ReadonlySet<string> = new Set([
  ...["button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch"],
  ...["slider", "spinbutton", "tab", "option", "menuitem", "menuitemcheckbox", "menuitemradio"],
  ...["heading", "img", "alert", "status", "cell", "rowheader", "columnheader", "progressbar", "meter"],
]);
/** Bounds the time for a page of any size. */
const CANDIDATES_MAX = 1_000;

/**
 * Lists what Playwright's accessibility snapshot contains, so that roles and names are those that its selectors match.
 * Runs outside of the page's own scripts. Elements with a test id are selected by that.
 */
export async function listElements(page: Page, options: ListOptions): Promise<PageElement[]> {
  const { viewport, timeoutMs, isPublic } = options;
  const snapshot: unknown = await page.ariaSnapshotJSON({ boxes: true, timeout: timeoutMs });
  const candidates = collect(snapshot, []);
  const shown = candidates
    .filter((one) => isVisible(one, viewport) && isPublic(one.name))
    .slice(0, PAGE_ELEMENTS_MAX);
  const testIds = await listTestIds(page);
  const totals = await countMatches(page, [...new Set(shown.map(selectorOf))]);
  const elements = shown.map((one): PageElement | null => {
    const testId = testIds.find((other) => hasSameBox(one, other));
    if (testId) return { ...one, selector: testId.selector };
    const selector = selectorOf(one);
    const same = candidates.filter((other) => selectorOf(other) === selector);
    // The selector also matches something that the snapshot does not contain.
    if (totals.get(selector) !== same.length) return null;
    return { ...one, selector: same.length === 1 ? selector : `${selector} >> nth=${same.indexOf(one)}` };
  });
  // Elements of the same size, such as a heading and its link, can share a test id.
  return [...new Map(elements.flatMap((one) => (one ? [[one.selector, one] as const] : []))).values()];
}

async function countMatches(page: Page, selectors: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counted = selectors.map(
    async (selector) => [selector, await page.locator(selector).count()] as const,
  );
  return new Map(await Promise.all(counted));
}

/** Returns the nodes of the snapshot in the order of the page. */
function collect(node: unknown, found: Candidate[]): Candidate[] {
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return found;
  }
  if (typeof node !== "object" || node === null || found.length >= CANDIDATES_MAX) return found;
  const { role, name, text, box, children } = node as Record<string, unknown>;
  const area = readBox(box);
  if (typeof role === "string" && ROLES.has(role) && area !== null) {
    const label = typeof name === "string" && name !== "" ? name : "";
    found.push({ role, name: label.slice(0, PAGE_ELEMENT_TEXT_MAX), ...area });
  } else if (typeof text === "string" && text !== "" && area !== null && typeof role === "string") {
    found.push({ role: "text", name: text.slice(0, PAGE_ELEMENT_TEXT_MAX), ...area });
  }
  return collect(children, found);
}

function readBox(box: unknown): Box | null {
  if (typeof box !== "object" || box === null) return null;
  const { x, y, width, height } = box as Record<string, unknown>;
  const sizes = [x, y, width, height];
  if (!sizes.every((size) => typeof size === "number" && Number.isSafeInteger(size))) return null;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

/** A name that was cut is matched by its beginning. */
function selectorOf({ role, name }: Candidate): string {
  const isCut = name.length >= PAGE_ELEMENT_TEXT_MAX;
  if (role === "text") return isCut ? `text=${JSON.stringify(name)}i` : `text=${JSON.stringify(name)}`;
  if (name === "") return `role=${role}`;
  return `role=${role}[name${isCut ? "*" : ""}=${JSON.stringify(name)}]`;
}

type TestId = Box & { id: string };

async function listTestIds(page: Page): Promise<(Box & { selector: string })[]> {
  const found: unknown = await page.locator("[data-testid]").evaluateAll(readTestIds, CANDIDATES_MAX);
  const read = (Array.isArray(found) ? found : []).flatMap((one: Partial<TestId> | null) => {
    const box = readBox(one);
    const id = one?.id;
    return box !== null && typeof id === "string" && SIMPLE_ID.test(id) ? [{ ...box, id }] : [];
  });
  const isUnique = (id: string) => read.filter((other) => other.id === id).length === 1;
  return read.flatMap(({ id, ...box }) => (isUnique(id) ? [{ ...box, selector: `data-testid=${id}` }] : []));
}

const SIMPLE_ID = /^[\w.:/-]{1,100}$/;

/** The part of an element that `readTestIds` uses; this side has no DOM types. */
type PageNode = { getAttribute(name: string): string | null; getBoundingClientRect(): Box };

/** Runs in the page, which may have replaced what it calls: the result is read as untrusted data. */
function readTestIds(elements: PageNode[], countMax: number): TestId[] {
  return elements.slice(0, countMax).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      id: element.getAttribute("data-testid") ?? "",
      x: Math.round(x),
      y: Math.round(y),
      width: Math.round(width),
      height: Math.round(height),
    };
  });
}

function isVisible({ x, y, width, height }: Box, viewport: Size): boolean {
  return (
    width > 0 && height > 0 && x < viewport.width && y < viewport.height && x + width > 0 && y + height > 0
  );
}

function hasSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
