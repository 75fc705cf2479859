import { hasReference } from "../variables/template.ts";
import { exactTextPattern, toSelectorPattern } from "./recorded-script-patterns.ts";
import {
  type AnyNode,
  assertArguments,
  type Link,
  NotConvertibleError,
  patternIn,
  readBoolean,
  readFields,
  readLiteral,
  readNumber,
  type WrittenPattern,
} from "./recorded-script-syntax.ts";

/**
 * Converts Playwright locators to selectors of steps. Each `getBy…` becomes the selector engine that people write if it
 * finds exactly the same elements; labels, and texts by a pattern, have no such engine and keep the one that Playwright
 * generates. Verified against the source of Playwright 1.65.1 (`locatorUtils.ts`, `injectedScript.ts`), and against the
 * calls themselves in engine/checks/browser/recorded-script.test.ts.
 */

export type SelectorReading = { testIdAttribute: string };
type PartContext = SelectorReading & { isFirst: boolean };

/** Returns the selector of these links, appended to the selector of the locator they are called on. */
export function selectorOf(base: string | null, links: readonly Link[], reading: SelectorReading): string {
  const parts = base === null ? [] : [base];
  for (const { name, args } of links) {
    const toParts = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (toParts === undefined || args === null) throw new NotConvertibleError(whyNoPart(name));
    parts.push(...toParts(args, { ...reading, isFirst: parts.length === 0 }));
  }
  if (parts.length === 0) throw new NotConvertibleError("it names no element");
  const selector = parts.join(" >> ");
  if (hasReference(selector))
    throw new NotConvertibleError("a step would interpret {{…}} in its selector as a variable");
  return selector;
}

function whyNoPart(name: string): string {
  if (/frame/i.test(name)) return "a selector of a step does not reach into a frame";
  return `selectors of steps do not support '${name}'`;
}

const PARTS: Readonly<Record<string, (args: readonly AnyNode[], context: PartContext) => string[]>> = {
  getByRole: (args) => [rolePart(args)],
  getByText: (args, context) => [textPart(readWanted(args), context)],
  // No other engine resolves a label to its field.
  getByLabel: (args) => [`internal:label=${internalText(readWanted(args))}`],
  getByPlaceholder: (args) => [attributePart("placeholder", readWanted(args))],
  getByAltText: (args) => [attributePart("alt", readWanted(args))],
  getByTitle: (args) => [attributePart("title", readWanted(args))],
  getByTestId: (args, context) => [testIdPart(args, context)],
  locator(args) {
    assertArguments(args, 2);
    if (args[0]?.type === "CallExpression")
      throw new NotConvertibleError("a selector cannot contain another locator");
    return [readLiteral(args[0]).trim(), ...filterParts(args[1])];
  },
  filter(args) {
    assertArguments(args, 1);
    return filterParts(args[0]);
  },
  first: () => ["nth=0"],
  last: () => ["nth=-1"],
  nth: (args) => [`nth=${readNumber(args[0])}`],
  describe: () => [],
};

type Wanted = { text: string | WrittenPattern; isExact: boolean };

/** Reads the arguments of a `getBy…` call: `(text, { exact })`. */
function readWanted(args: readonly AnyNode[]): Wanted {
  assertArguments(args, 2);
  const options = readFields(args[1]);
  for (const name of options.keys()) {
    if (name !== "exact")
      throw new NotConvertibleError(`selectors of steps do not support the option '${name}' for this call`);
  }
  const exact = options.get("exact");
  const text = patternIn(args[0]) ?? readLiteral(args[0]);
  return { text, isExact: exact !== undefined && readBoolean(exact) };
}

const ROLE_OPTIONS: ReadonlySet<string> = new Set(["checked", "disabled", "selected", "expanded", "pressed"]);

function rolePart(args: readonly AnyNode[]): string {
  assertArguments(args, 2);
  const role = readLiteral(args[0]);
  if (!/^[a-z]+$/i.test(role)) throw new NotConvertibleError(`'${role}' is not a role`);
  const options = readFields(args[1]);
  const exact = options.get("exact");
  const isExact = exact !== undefined && readBoolean(exact);
  const attributes = [...options].map(([name, value]) => {
    if (name === "exact") return "";
    if (name === "name" || name === "description") return `[${name}${accessibleText(value, isExact)}]`;
    if (name === "level") return `[level=${readNumber(value)}]`;
    if (name === "includeHidden") return `[include-hidden=${readBoolean(value)}]`;
    if (!ROLE_OPTIONS.has(name))
      throw new NotConvertibleError(`selectors of steps do not support the option '${name}' for this call`);
    return `[${name}=${value.value === "mixed" ? "mixed" : readBoolean(value)}]`;
  });
  return `role=${role}${attributes.join("")}`;
}

/** Matches a part of the accessible name in any case, or the exact name. */
function accessibleText(value: AnyNode, isExact: boolean): string {
  const pattern = patternIn(value);
  if (pattern !== null) return `=${toSelectorPattern(pattern)}`;
  const text = quoted(oneLine(readLiteral(value)));
  return isExact ? `=${text}s` : `*=${text}i`;
}

/** Matches the innermost element whose text contains the given text in any case, or whose text is exactly equal. */
function textPart({ text, isExact }: Wanted, { isFirst }: PartContext): string {
  if (typeof text !== "string") return `text=${toSelectorPattern(text)}`;
  const line = oneLine(text);
  // `text="…"` compares each text node of an element separately. Soft hyphens on the page are not handled.
  if (isExact) return `text=${exactTextPattern(line)}`;
  const isPlain = line !== "" && !/^["'`/]/.test(line) && !line.includes(">>");
  if (isPlain) return `text=${line}`;
  // The plain form `text=` would parse this as syntax. The pseudo-class also matches the element that it is scoped to.
  const pseudo = `:text(${quoted(line)})`;
  return isFirst ? pseudo : `:is(${pseudo}, :scope${pseudo})`;
}

function internalText({ text, isExact }: Wanted): string {
  if (typeof text !== "string") return toSelectorPattern(text);
  return `${JSON.stringify(text)}${isExact ? "s" : "i"}`;
}

/** CSS ignores the case of ASCII letters only; the recorder writes the text as it is on the page. */
function attributePart(name: string, { text, isExact }: Wanted): string {
  if (typeof text !== "string") throw new NotConvertibleError("CSS does not support patterns for attributes");
  if (isExact) return `[${name}=${quoted(text)}]`;
  return text === "" ? `[${name}]` : `[${name}*=${quoted(text)} i]`;
}

function testIdPart(args: readonly AnyNode[], { testIdAttribute }: PartContext): string {
  const { text } = readWanted(args);
  if (typeof text !== "string") throw new NotConvertibleError("CSS does not support patterns for attributes");
  const isPlain = testIdAttribute === "data-testid" && /^[\w.:/-]+$/.test(text);
  return isPlain ? `data-testid=${text}` : `[${testIdAttribute}=${quoted(text)}]`;
}

function filterParts(options: AnyNode | undefined): string[] {
  return [...readFields(options)].map(([name, value]) => {
    if (name === "visible") return `visible=${readBoolean(value)}`;
    const isNot = name === "hasNotText";
    if (name !== "hasText" && !isNot)
      throw new NotConvertibleError(`selectors of steps do not support the filter '${name}'`);
    const pattern = patternIn(value);
    // `:text-matches()` matches only the innermost element; this filter matches any element that contains the text.
    if (pattern !== null) return `internal:has-${isNot ? "not-" : ""}text=${toSelectorPattern(pattern)}`;
    const pseudo = `:has-text(${quoted(oneLine(readLiteral(value)))})`;
    return isNot ? `:scope:not(${pseudo})` : `:scope${pseudo}`;
  });
}

/** Normalizes text as Playwright does before it compares. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\u200b\u00ad]/g, "")
    .trim()
    .replaceAll(/\s+/g, " ");
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\a ")}"`;
}
