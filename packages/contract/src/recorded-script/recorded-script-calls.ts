import type { JourneyStepInput } from "../journeys/journey-steps.ts";
import { hasReference, mayHaveTemplate } from "../variables/template.ts";
import { toRe2 } from "./recorded-script-patterns.ts";
import {
  type AnyNode,
  assertArguments,
  chainOf,
  NotConvertibleError,
  nameOf,
  patternIn,
  readFields,
  readLiteral,
  readNumber,
  readText,
  readTimeout,
} from "./recorded-script-syntax.ts";

/** Converts calls on elements and on the page to the equivalent steps. */

type Args = readonly AnyNode[];

export function stepOfLocatorCall(name: string, args: Args, selector: string): JourneyStepInput {
  const toStep = Object.hasOwn(LOCATOR_CALLS, name) ? LOCATOR_CALLS[name] : undefined;
  if (toStep === undefined)
    throw new NotConvertibleError(WITHOUT_EQUAL[name] ?? `no step is equivalent to '${name}'`);
  return toStep(selector, args);
}

export function stepOfPageCall(name: string, args: Args): JourneyStepInput {
  const toStep = Object.hasOwn(PAGE_CALLS, name) ? PAGE_CALLS[name] : undefined;
  if (toStep !== undefined) return toStep(args);
  const [selector, ...rest] = args;
  const onElement = Object.hasOwn(SELECTOR_CALLS, name) ? SELECTOR_CALLS[name] : undefined;
  if (onElement === undefined)
    throw new NotConvertibleError(WITHOUT_EQUAL[name] ?? `no step is equivalent to '${name}'`);
  return stepOfLocatorCall(onElement, rest, firstOf(readLiteral(selector)));
}

/** `page.click(selector)`: converted like the same call on the first element that matches the selector. */
const SELECTOR_CALLS: Readonly<Record<string, string>> = {
  click: "click",
  dblclick: "dblclick",
  hover: "hover",
  check: "check",
  uncheck: "uncheck",
  fill: "fill",
  press: "press",
  selectOption: "selectOption",
  setInputFiles: "setInputFiles",
  waitForSelector: "waitFor",
};

function firstOf(selector: string): string {
  if (hasReference(selector))
    throw new NotConvertibleError("a step would read {{…}} in its selector as a variable");
  return `${selector.trim()} >> nth=0`;
}

/** Specific reasons for calls without an equivalent step. */
const WITHOUT_EQUAL: Readonly<Record<string, string>> = {
  close: "a step cannot close a page; steps act on the most recently opened page",
  setViewportSize: "the page size is set by the `viewport` of the journey",
  evaluate: "steps do not run code in the page",
  evaluateAll: "steps do not run code in the page",
  route: "steps do not mock responses",
  reload: "use a `goto` step to open the URL again",
  goBack: "use a `goto` step to open the URL again",
  waitForResponse:
    "steps do not wait for requests; use `wait_for` to wait for what the page shows afterwards",
  waitForRequest: "steps do not wait for requests; use `wait_for` to wait for what the page shows afterwards",
  waitForFunction: "steps do not run code in the page",
  screenshot: "a `screenshot` step requires a label to compare screenshots by",
  pressSequentially: "no step types key by key; `fill` enters the whole text at once",
  type: "no step types key by key; `fill` enters the whole text at once",
};

const LOCATOR_CALLS: Readonly<Record<string, (selector: string, args: Args) => JourneyStepInput>> = {
  click: pointer("click"),
  dblclick: pointer("double_click"),
  hover: pointer("hover"),
  check: pointer("check"),
  uncheck: pointer("uncheck"),
  fill: (selector, args) => ({ action: "fill", selector, value: readText(args[0]), ...timeAt(args, 1) }),
  clear: (selector, args) => ({ action: "fill", selector, value: "", ...timeAt(args, 0) }),
  press: (selector, args) => ({ action: "press", selector, key: readText(args[0]), ...timeAt(args, 1) }),
  selectOption: (selector, args) => ({
    action: "select_option",
    selector,
    value: readText(onlyOption(args[0])),
    ...timeAt(args, 1),
  }),
  setInputFiles: (selector, args) => ({ action: "upload", selector, ...fileOf(args[0]), ...timeAt(args, 1) }),
  waitFor: waitForElement,
};

function pointer(action: "click" | "double_click" | "hover" | "check" | "uncheck") {
  return (selector: string, args: Args): JourneyStepInput => ({ action, selector, ...timeAt(args, 0) });
}

/** Reads the options, which are the last argument. */
function timeAt(args: Args, at: number): { timeout_ms?: number } {
  assertArguments(args, at + 1);
  return readTimeout(args[at]);
}

/** Returns the text, or the only entry of a list. An object selects by value or by label; a step matches either. */
function onlyOption(node: AnyNode | undefined): AnyNode | undefined {
  if (node?.type !== "ArrayExpression") return node;
  const [option, ...more] = node.elements as AnyNode[];
  if (more.length > 0) throw new NotConvertibleError("a step selects one option");
  return option;
}

/** `{ name, mimeType, buffer: Buffer.from(…) }`. */
function fileOf(node: AnyNode | undefined): { name: string; content_base64: string } {
  const why =
    "the file is on the machine that recorded the script; an `upload` step contains the file content";
  if (node?.type !== "ObjectExpression") throw new NotConvertibleError(why);
  const fields = readFields(node);
  const buffer = fields.get("buffer");
  if (buffer?.type !== "CallExpression") throw new NotConvertibleError(why);
  const { root, links } = chainOf(buffer);
  const [from, ...more] = links;
  if (nameOf(root) !== "Buffer" || from?.name !== "from" || more.length > 0)
    throw new NotConvertibleError(why);
  const [content, encoding] = from.args ?? [];
  const text = readLiteral(content);
  const encoded = encoding === undefined ? "utf8" : readLiteral(encoding);
  if (encoded === "base64") return { name: readLiteral(fields.get("name")), content_base64: text };
  if (!/^utf-?8$/i.test(encoded)) throw new NotConvertibleError(why);
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { name: readLiteral(fields.get("name")), content_base64: btoa(binary) };
}

function waitForElement(selector: string, args: Args): JourneyStepInput {
  assertArguments(args, 1);
  const { state, timeout } = Object.fromEntries(readFields(args[0]));
  const known = new Set(["state", "timeout"]);
  for (const name of readFields(args[0]).keys()) {
    if (!known.has(name))
      throw new NotConvertibleError(`a step does not support the option '${name}' for this call`);
  }
  const time = timeout === undefined ? {} : { timeout_ms: readNumber(timeout) };
  const awaited = state === undefined ? "visible" : readLiteral(state);
  if (awaited === "visible") return { action: "wait_for", selector, ...time };
  if (awaited === "hidden") return { action: "expect_hidden", selector, ...time };
  throw new NotConvertibleError(`no step waits until an element is ${awaited}`);
}

const PAGE_CALLS: Readonly<Record<string, (args: Args) => JourneyStepInput>> = {
  goto: (args) => ({ action: "goto", url: absoluteUrl(readText(args[0])), ...timeAt(args, 1) }),
  waitForURL(args) {
    const pattern = patternIn(args[0]);
    const time = timeAt(args, 1);
    if (pattern === null) return { action: "wait_for", url: readText(args[0]), ...time };
    return { action: "expect_url", operator: "matches", value: toRe2(pattern, true), ...time };
  },
  waitForLoadState: (args) => ({
    action: "wait_for",
    load_state: loadStateOf(args[0] === undefined ? "load" : readLiteral(args[0])),
    ...timeAt(args, 1),
  }),
  waitForTimeout(args) {
    assertArguments(args, 1);
    return { action: "wait_for", milliseconds: readNumber(args[0]) };
  },
  "keyboard.press"(args) {
    assertArguments(args, 1);
    return { action: "press", key: readText(args[0]) };
  },
};

/** Returns the URL if it is absolute, or starts with a variable that may contain the origin. */
export function absoluteUrl(address: string): string {
  if (URL.canParse(address) || (mayHaveTemplate(address) && address.startsWith("{{"))) return address;
  throw new NotConvertibleError(
    "its URL is not absolute: a journey has no base URL; use a URL that starts with https://",
  );
}

function loadStateOf(name: string): "load" | "domcontentloaded" | "networkidle" {
  if (name === "load" || name === "domcontentloaded" || name === "networkidle") return name;
  throw new NotConvertibleError(`no step waits for '${name}'`);
}
