import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { badFields } from "../../platform/kernel/errors.ts";
import { type DocumentObject, isObject } from "./document-value.ts";

/** Real documents nest about a dozen levels; recursive code may go this deep. */
const DEPTH_MAX = 100;
/**
 * Real documents of 50 MiB have fewer values, and this many take about 500 MB. They are counted before
 * parsing, because `JSON.parse` ignores a thread's memory limit, and running out of memory there ends the
 * process.
 */
const VALUES_MAX = 3_000_000;
/** The YAML parser reads 1.5 MB per second: a longer document would only reach the deadline. */
const YAML_LENGTH_MAX = 16_777_216;
/** Maximum number of alias expansions; documents that use aliases for convenience stay far below. */
const ALIASES_MAX = 10_000;
/** Keys that merges copy: 10,000 entries of ten common settings. */
const MERGED_KEYS_MAX = 100_000;

type ParseOptions = {
  /** Starts the sentence of an error: the field of the request, or the name of a file. */
  path?: string;
  /** Whether `<<` merges other mappings into one, as in YAML 1.1. */
  mergesKeys?: boolean;
};

/** Parses the object in a JSON or YAML text. No error repeats the text, which may contain secrets. */
export function parseDocument(text: string, options: ParseOptions = {}): DocumentObject {
  const value = parseValue(text, options);
  if (!isObject(value))
    throw bad("must hold an object at its top, not a list or a single value", options.path);
  return value;
}

/** Does the same for any JSON or YAML value. */
export function parseValue(text: string, options: ParseOptions = {}): unknown {
  const isJson = /^\s*[{[]/.test(text);
  const count = isJson ? countJsonValues(text) : countYamlValues(text);
  if (count > VALUES_MAX) throw bad(TOO_MANY_VALUES, options.path);
  const value = isJson ? parseJson(text, options) : parseYaml(text, options);
  const error = extentError(value);
  if (error !== null) throw bad(error, options.path);
  return value;
}

/** Returns a lower bound of the number of values; text in quotes counts as one. */
function countJsonValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === BRACKET || code === BRACE) count += 1;
  }
  return count;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BACKSLASH = 0x5c;

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - backslashes - 1) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Does the same for YAML, where only lines, commas and indicators start a value. */
function countYamlValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) if (YAML_MARKS.has(text.charCodeAt(at))) count += 1;
  return count;
}

const YAML_MARKS = new Set(Array.from("\n,[{", (mark) => mark.charCodeAt(0)));

/** Parses JSON text embedded in a document; undefined if it is not JSON. */
export function parseInnerJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || countJsonValues(text) > VALUES_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return extentError(value) === null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parseJson(text: string, options: ParseOptions): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A YAML document may also start with a brace, and the YAML parser reports the location of the error.
    return parseYaml(text, options);
  }
}

const MERGING_SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** Uses the core schema: no dates, no merge keys unless requested, and no types of other languages. */
function parseYaml(text: string, { path, mergesKeys = false }: ParseOptions): unknown {
  if (text.length > YAML_LENGTH_MAX) {
    throw bad(
      `must be at most ${YAML_LENGTH_MAX / 1_048_576} MiB as YAML; a larger document is taken as JSON`,
      path,
    );
  }
  const schema = mergesKeys ? MERGING_SCHEMA : CORE_SCHEMA;
  try {
    return load(text, {
      schema,
      maxDepth: DEPTH_MAX,
      maxAliases: ALIASES_MAX,
      maxTotalMergeKeys: MERGED_KEYS_MAX,
    });
  } catch (error) {
    if (error instanceof RangeError) throw bad(TOO_DEEP, path);
    if (!(error instanceof YAMLException)) throw error;
    throw bad(yamlError(error), path);
  }
}

const TOO_DEEP = `must not be nested more than ${DEPTH_MAX} levels deep`;
const TOO_MANY_VALUES = `must not hold more than ${VALUES_MAX} values; import it in parts`;
const TOO_MANY_ALIASES = "repeats itself too often through YAML aliases";

/** The parser's reason is shown only if it cannot repeat a part of the text. */
function yamlError({ reason, mark }: YAMLException): string {
  if (/nesting|depth/i.test(reason)) return TOO_DEEP;
  if (/aliases|merge keys exceeded/i.test(reason)) return TOO_MANY_ALIASES;
  const place = mark ? `: see line ${mark.line + 1}, column ${mark.column + 1}` : "";
  const shown = /^[a-z ]{1,80}$/.test(reason) ? ` (${reason})` : "";
  return `is neither valid JSON nor YAML${place}${shown}`;
}

function extentError(value: unknown): string | null {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEPTH_MAX) return TOO_DEEP;
    if (++seen > VALUES_MAX) return TOO_MANY_ALIASES;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const inner of Object.values(next.value)) {
      // A plain value is counted here, because an entry for each would take more memory than the document.
      if (typeof inner === "object" && inner !== null) open.push({ value: inner, depth: next.depth + 1 });
      else seen += 1;
    }
  }
  return null;
}

function bad(message: string, path = "content"): Error {
  return badFields([{ path, message }]);
}
