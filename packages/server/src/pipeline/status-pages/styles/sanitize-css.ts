import { type CssNode, generate, parse, type WalkContext, walk } from "css-tree";
import {
  ALLOWED_AT_RULES,
  ALLOWED_ATTRIBUTES,
  ALLOWED_FUNCTIONS,
  ALLOWED_NODES,
  ALLOWED_PROPERTIES,
  ALLOWED_PSEUDO_CLASSES,
  ALLOWED_PSEUDO_ELEMENTS,
  ALLOWED_URLS,
} from "./allowed-css.ts";

/**
 * Checks custom CSS with a parser and writes it again from the syntax tree, so that a browser reads exactly what was
 * checked. Pure.
 */
export type SanitizedCss = { css: string; errors: readonly CssError[] };
export type CssError = { line: number; message: string };

/** Enough to correct a style sheet; the rest follows at the next attempt. */
const ERRORS_MAX = 10;
/** Every selector is compared with every element of the page. */
const RULES_MAX = 1_000;
const SELECTORS_MAX = 2_000;
/** Selectors of more parts are slow, and none needs them. */
const SELECTOR_PARTS_MAX = 12;
/** Deeper nesting could exhaust the stack of the parser. */
const NESTING_MAX = 10;

export function sanitizeCss(text: string): SanitizedCss {
  if (text.trim() === "") return { css: "", errors: [] };
  const before = textErrors(text);
  if (before.length > 0) return { css: "", errors: before };
  const errors: CssError[] = [];
  const add = (line: number, message: string) => void errors.push({ line, message });
  const tree = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => add(lineOf(error), `cannot be read: ${error.message}`),
  });
  const counts = { rules: 0, selectors: 0 };
  walk(tree, function (this: WalkContext, node: CssNode) {
    const message = nodeError(node, this.rule !== null && this.rule !== node);
    if (message !== null) add(node.loc?.start.line ?? 1, message);
    if (node.type === "Rule") counts.rules += 1;
    if (node.type === "Selector") counts.selectors += 1;
  });
  if (counts.rules > RULES_MAX) add(1, `has more than ${RULES_MAX} rules`);
  if (counts.selectors > SELECTORS_MAX) add(1, `has more than ${SELECTORS_MAX} selectors`);
  const unique = [...new Map(errors.map((error) => [`${error.line} ${error.message}`, error])).values()];
  return { css: errors.length > 0 ? "" : generate(tree), errors: unique.slice(0, ERRORS_MAX) };
}

/** Errors that are found before parsing, because they could mislead or exhaust the parser. */
function textErrors(text: string): CssError[] {
  const errors: CssError[] = [];
  let depth = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.includes("\\"))
      errors.push({ line: index + 1, message: "contains a backslash; write the character itself" });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
    if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(line))
      errors.push({ line: index + 1, message: "contains a control character" });
    if (/<[/!]/.test(line)) errors.push({ line: index + 1, message: "contains an HTML tag" });
    for (const character of line) {
      if ("([{".includes(character)) depth += 1;
      else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
      if (depth <= NESTING_MAX) continue;
      return [...errors, { line: index + 1, message: `nests more than ${NESTING_MAX} brackets` }].slice(
        0,
        ERRORS_MAX,
      );
    }
  }
  return errors.slice(0, ERRORS_MAX);
}

type Of<Type extends CssNode["type"]> = Extract<CssNode, { type: Type }>;

/** What is wrong with a node of a kind, besides what is wrong with the nodes in it. */
const NODE_ERRORS: { [Type in CssNode["type"]]?: (node: Of<Type>, isInRule: boolean) => string | null } = {
  Atrule: ({ name, block }, isInRule) =>
    ALLOWED_AT_RULES.has(name.toLowerCase()) && block !== null && !isInRule
      ? null
      : `@${name} is not allowed here`,
  Rule: (_node, isInRule) => (isInRule ? "nests a rule in a rule; write them one after the other" : null),
  Declaration: ({ property }) => declarationError(property),
  Function: ({ name }) => (ALLOWED_FUNCTIONS.has(name.toLowerCase()) ? null : `${name}() is not allowed`),
  Url: ({ value }) =>
    ALLOWED_URLS.has(value)
      ? null
      : `url() can only name an image of the page: ${[...ALLOWED_URLS].join(", ")}`,
  PseudoClassSelector: ({ name }) =>
    ALLOWED_PSEUDO_CLASSES.has(name.toLowerCase()) ? null : `:${name} is not allowed`,
  PseudoElementSelector: ({ name }) =>
    ALLOWED_PSEUDO_ELEMENTS.has(name.toLowerCase()) ? null : `::${name} is not allowed`,
  AttributeSelector: ({ name: { name }, matcher }) =>
    ALLOWED_ATTRIBUTES.has(name.toLowerCase()) && (matcher === null || matcher === "=")
      ? null
      : `[${name}${matcher ?? ""}] is not allowed; use a class`,
  Selector: ({ children }) =>
    children.size > SELECTOR_PARTS_MAX ? `has a selector of more than ${SELECTOR_PARTS_MAX} parts` : null,
};

function nodeError(node: CssNode, isInRule: boolean): string | null {
  if (!ALLOWED_NODES.has(node.type)) return `contains '${shown(node)}', which is not allowed`;
  return errorOf(node, isInRule);
}

/** Guarantee behind the cast: the table has the function of each type under its name. */
function errorOf<Type extends CssNode["type"]>(node: Of<Type>, isInRule: boolean): string | null {
  const check = NODE_ERRORS[node.type] as ((node: Of<Type>, isInRule: boolean) => string | null) | undefined;
  return check?.(node, isInRule) ?? null;
}

function declarationError(property: string): string | null {
  if (/^--[a-z][a-z0-9-]{0,60}$/.test(property)) return null;
  return ALLOWED_PROPERTIES.has(property.toLowerCase()) ? null : `the property '${property}' is not allowed`;
}

const SHOWN_CHARACTERS = 40;

function shown(node: CssNode): string {
  return generate(node).slice(0, SHOWN_CHARACTERS);
}

function lineOf(error: Error): number {
  return "line" in error && typeof error.line === "number" ? error.line : 1;
}
