import { hasReference } from "../variables/template.ts";
import { exactTextPattern, toSelectorPattern } from "./recorded-script-patterns.ts";
import {
  type AnyNode,
  assertArguments,
  type Link,
  NoEqualError,
  patternIn,
  readBoolean,
  readFields,
  readLiteral,
  readNumber,
  type WrittenPattern,
} from "./recorded-script-syntax.ts";

/**
 * Locators of Playwright as selectors of steps. Each `getBy…` becomes the selector engine that people write,
 * where one finds the very same elements; labels and texts by a pattern have none, so those keep the engine
 * that Playwright itself makes of the call. Compared with Playwright's source 1.65.1 (`locatorUtils.ts`,
 * `injectedScript.ts`), and with the calls themselves in engine/checks/browser/recorded-script.test.ts.
 */

export type SelectorReading = { testIdAttribute: string };
type Place = SelectorReading & { isFirst: boolean };

/** The selector of these links, behind that of the locator which they are called on. */
export function selectorOf(base: string | null, links: readonly Link[], reading: SelectorReading): string {
  const parts = base === null ? [] : [base];
  for (const { name, args } of links) {
    const toParts = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (toParts === undefined || args === null) throw new NoEqualError(whyNoPart(name));
    parts.push(...toParts(args, { ...reading, isFirst: parts.length === 0 }));
  }
  if (parts.length === 0) throw new NoEqualError("it names no element");
  const selector = parts.join(" >> ");
  if (hasReference(selector)) throw new NoEqualError("a step would read {{…}} in its selector as a variable");
  return selector;
}

function whyNoPart(name: string): string {
  if (/frame/i.test(name)) return "a selector of a step does not reach into a frame";
  return `selectors of steps have nothing for '${name}'`;
}

const PARTS: Readonly<Record<string, (args: readonly AnyNode[], place: Place) => string[]>> = {
  getByRole: (args) => [rolePart(args)],
  getByText: (args, place) => [textPart(readWanted(args), place)],
  // No other engine goes from a label to its field.
  getByLabel: (args) => [`internal:label=${internalText(readWanted(args))}`],
  getByPlaceholder: (args) => [attributePart("placeholder", readWanted(args))],
  getByAltText: (args) => [attributePart("alt", readWanted(args))],
  getByTitle: (args) => [attributePart("title", readWanted(args))],
  getByTestId: (args, place) => [testIdPart(args, place)],
  locator(args) {
    assertArguments(args, 2);
    if (args[0]?.type === "CallExpression") throw new NoEqualError("a selector cannot hold another locator");
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

/** What a `getBy…` looks for: `(text, { exact })`. */
function readWanted(args: readonly AnyNode[]): Wanted {
  assertArguments(args, 2);
  const options = readFields(args[1]);
  for (const name of options.keys()) {
    if (name !== "exact") throw new NoEqualError(`selectors of steps have no option '${name}' for it`);
  }
  const exact = options.get("exact");
  const text = patternIn(args[0]) ?? readLiteral(args[0]);
  return { text, isExact: exact !== undefined && readBoolean(exact) };
}

const ROLE_OPTIONS: ReadonlySet<string> = new Set(["checked", "disabled", "selected", "expanded", "pressed"]);

function rolePart(args: readonly AnyNode[]): string {
  assertArguments(args, 2);
  const role = readLiteral(args[0]);
  if (!/^[a-z]+$/i.test(role)) throw new NoEqualError(`'${role}' is no role`);
  const options = readFields(args[1]);
  const exact = options.get("exact");
  const isExact = exact !== undefined && readBoolean(exact);
  const attributes = [...options].map(([name, value]) => {
    if (name === "exact") return "";
    if (name === "name" || name === "description") return `[${name}${accessibleText(value, isExact)}]`;
    if (name === "level") return `[level=${readNumber(value)}]`;
    if (name === "includeHidden") return `[include-hidden=${readBoolean(value)}]`;
    if (!ROLE_OPTIONS.has(name)) throw new NoEqualError(`selectors of steps have no option '${name}' for it`);
    return `[${name}=${value.value === "mixed" ? "mixed" : readBoolean(value)}]`;
  });
  return `role=${role}${attributes.join("")}`;
}

/** A part of the name in any case, or all of it as it is written. */
function accessibleText(value: AnyNode, isExact: boolean): string {
  const pattern = patternIn(value);
  if (pattern !== null) return `=${toSelectorPattern(pattern)}`;
  const text = quoted(oneLine(readLiteral(value)));
  return isExact ? `=${text}s` : `*=${text}i`;
}

/** The innermost element whose text has this in it, in any case; or whose text this is. */
function textPart({ text, isExact }: Wanted, { isFirst }: Place): string {
  if (typeof text !== "string") return `text=${toSelectorPattern(text)}`;
  const line = oneLine(text);
  // `text="…"` looks at each piece of an element's text by itself. What this misses are soft hyphens on the page.
  if (isExact) return `text=${exactTextPattern(line)}`;
  const isPlain = line !== "" && !/^["'`/]/.test(line) && !line.includes(">>");
  if (isPlain) return `text=${line}`;
  // What `text=` would take for syntax. It also looks at the element that it is looked for in.
  const pseudo = `:text(${quoted(line)})`;
  return isFirst ? pseudo : `:is(${pseudo}, :scope${pseudo})`;
}

function internalText({ text, isExact }: Wanted): string {
  if (typeof text !== "string") return toSelectorPattern(text);
  return `${JSON.stringify(text)}${isExact ? "s" : "i"}`;
}

/** CSS compares ASCII letters alone in any case; the recorder writes all of them as the page has them. */
function attributePart(name: string, { text, isExact }: Wanted): string {
  if (typeof text !== "string") throw new NoEqualError("CSS has no patterns for attributes");
  if (isExact) return `[${name}=${quoted(text)}]`;
  return text === "" ? `[${name}]` : `[${name}*=${quoted(text)} i]`;
}

function testIdPart(args: readonly AnyNode[], { testIdAttribute }: Place): string {
  const { text } = readWanted(args);
  if (typeof text !== "string") throw new NoEqualError("CSS has no patterns for attributes");
  const isPlain = testIdAttribute === "data-testid" && /^[\w.:/-]+$/.test(text);
  return isPlain ? `data-testid=${text}` : `[${testIdAttribute}=${quoted(text)}]`;
}

function filterParts(options: AnyNode | undefined): string[] {
  return [...readFields(options)].map(([name, value]) => {
    if (name === "visible") return `visible=${readBoolean(value)}`;
    const isNot = name === "hasNotText";
    if (name !== "hasText" && !isNot) throw new NoEqualError(`selectors of steps have no filter '${name}'`);
    const pattern = patternIn(value);
    // `:text-matches()` takes the innermost element alone, and this one any that holds the text.
    if (pattern !== null) return `internal:has-${isNot ? "not-" : ""}text=${toSelectorPattern(pattern)}`;
    const pseudo = `:has-text(${quoted(oneLine(readLiteral(value)))})`;
    return isNot ? `:scope:not(${pseudo})` : `:scope${pseudo}`;
  });
}

/** As Playwright reads texts of a page before it compares them. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\u200b\u00ad]/g, "")
    .trim()
    .replaceAll(/\s+/g, " ");
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\a ")}"`;
}
