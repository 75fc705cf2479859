import { load, YAMLException } from "js-yaml";
import { badFields } from "../kernel/errors.ts";
import { type DocumentObject, isObject } from "./document-value.ts";

/** Documents of people and tools nest a dozen levels; what walks them may recurse this deep. */
const DEPTH_MAX = 100;
/** A document of 50 MiB has fewer values unless YAML's aliases multiply them. */
const VALUES_MAX = 5_000_000;
/** How often aliases may be followed; a document that uses them for comfort stays far below. */
const ALIASES_MAX = 10_000;

/** The object that a JSON or YAML text holds. No message repeats the text: it may hold secrets. */
export function parseDocument(text: string): DocumentObject {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
  if (!isObject(value)) throw bad("must hold an object at its top, not a list or a single value");
  const fault = extentFault(value);
  if (fault !== null) throw bad(fault);
  return value;
}

/** The value of a JSON text that stands inside of a document, or undefined where it is none. */
export function parseInnerJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return extentFault(value) === null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A YAML document may begin with a brace as well, and its parser knows the place of the fault.
    return parseYaml(text);
  }
}

/** Under the core schema: no dates, no merge keys and no types of other languages. */
function parseYaml(text: string): unknown {
  try {
    return load(text, { maxDepth: DEPTH_MAX, maxAliases: ALIASES_MAX });
  } catch (error) {
    if (error instanceof RangeError) throw bad(TOO_DEEP);
    if (!(error instanceof YAMLException)) throw error;
    throw bad(yamlFault(error));
  }
}

const TOO_DEEP = `must not be nested more than ${DEPTH_MAX} levels deep`;
const TOO_MANY_ALIASES = "repeats itself too often through YAML aliases";

/** The parser's reason is shown only where it cannot repeat a part of the text. */
function yamlFault({ reason, mark }: YAMLException): string {
  if (/nesting|depth/i.test(reason)) return TOO_DEEP;
  if (/aliases/i.test(reason)) return TOO_MANY_ALIASES;
  const place = mark ? `: see line ${mark.line + 1}, column ${mark.column + 1}` : "";
  const shown = /^[a-z ]{1,80}$/.test(reason) ? ` (${reason})` : "";
  return `is neither valid JSON nor YAML${place}${shown}`;
}

function extentFault(value: unknown): string | null {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEPTH_MAX) return TOO_DEEP;
    if (++seen > VALUES_MAX) return TOO_MANY_ALIASES;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const inner of Object.values(next.value)) {
      // A plain value is counted here: an entry for each would take more memory than the document.
      if (typeof inner === "object" && inner !== null) open.push({ value: inner, depth: next.depth + 1 });
      else seen += 1;
    }
  }
  return null;
}

function bad(message: string): Error {
  return badFields([{ path: "content", message }]);
}
