import { LineCounter, parseDocument as parseYamlDocument } from "yaml";
import { badFields } from "../kernel/errors.ts";
import { type DocumentObject, isObject } from "./document-value.ts";

/** Documents of people and tools nest a dozen levels; what walks them may recurse this deep. */
const DEPTH_MAX = 100;
/** A document of 1 MiB has fewer values unless YAML's aliases multiply them. */
const VALUES_MAX = 1_000_000;
/** Reading YAML takes 2.7 s a MiB, on the thread that answers requests; JSON takes 10 ms. */
const YAML_LENGTH_MAX = 262_144;
/** How often aliases may be followed; a document that uses them for comfort stays far below. */
const ALIASES_MAX = 100;

/** The object that a JSON or YAML text holds. No message repeats the text: it may hold secrets. */
export function parseDocument(text: string): DocumentObject {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
  if (!isObject(value)) throw bad("must hold an object at its top, not a list or a single value");
  if (isTooDeep(value)) throw bad(`must not be nested more than ${DEPTH_MAX} levels deep`);
  return value;
}

/** The value of a JSON text that stands inside of a document, or undefined where it is none. */
export function parseInnerJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
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

function parseYaml(text: string): unknown {
  if (text.length > YAML_LENGTH_MAX) {
    throw bad(`must be at most ${YAML_LENGTH_MAX / 1_024} KiB as YAML; a larger document is taken as JSON`);
  }
  const lineCounter = new LineCounter();
  try {
    const document = parseYamlDocument(text, {
      lineCounter,
      prettyErrors: false,
      logLevel: "silent",
      strict: true,
      schema: "core",
    });
    const fault = document.errors[0];
    if (fault) {
      const { line, col } = lineCounter.linePos(fault.pos[0]);
      throw bad(
        `is neither valid JSON nor YAML: see line ${line}, column ${col} (${fault.code.toLowerCase().replaceAll("_", " ")})`,
      );
    }
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (error) {
    // The parser recurses, and says this when aliases multiply.
    if (error instanceof RangeError) throw bad(`must not be nested more than ${DEPTH_MAX} levels deep`);
    if (error instanceof ReferenceError) throw bad("repeats itself too often through YAML aliases");
    throw error;
  }
}

function isTooDeep(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEPTH_MAX || ++seen > VALUES_MAX) return true;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 });
  }
  return false;
}

function bad(message: string): Error {
  return badFields([{ path: "content", message }]);
}
