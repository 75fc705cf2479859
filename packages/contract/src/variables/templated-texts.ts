import type { ErrorDetail } from "../common/errors.ts";
import { mayHaveTemplate, substitute, templateNames } from "./template.ts";

/** The texts of a check that may contain variables, such as URL, header values and body. Kinds have some of them. */
export type TemplatedTexts = {
  url?: string | null;
  headers?: Record<string, string>;
  body?: string | null;
  /** What a check of a TCP, UDP or WebSocket service sends. */
  send?: string | null;
  /** With what a check logs in to a service. */
  user?: string | null;
  password?: string | null;
  community?: string | null;
  privacy_password?: string | null;
  /** Objects whose texts, at any depth, may contain variables. */
  auth?: object | null;
  proxy?: object | null;
};

/** Maximum length of a text with its variables resolved; the same limits apply to texts without variables. */
const LENGTH_MAX: Record<keyof TemplatedTexts, number> = {
  url: 8_192,
  headers: 8_192,
  body: 262_144,
  send: 8_192,
  user: 8_192,
  password: 8_192,
  community: 8_192,
  privacy_password: 8_192,
  auth: 65_536,
  proxy: 8_192,
};
const FIELDS = Object.keys(LENGTH_MAX) as (keyof TemplatedTexts)[];

/** Returns whether any text may reference variables: a fast check, because most requests reference none. */
export function hasTemplates(texts: TemplatedTexts): boolean {
  return FIELDS.some((name) => mayHaveTemplates(texts[name]));
}

function mayHaveTemplates(value: unknown): boolean {
  if (typeof value === "string") return mayHaveTemplate(value);
  return typeof value === "object" && value !== null && Object.values(value).some(mayHaveTemplates);
}

/** Returns the referenced variables, each with the dotted path of the first field that references it. */
export function namesIn(texts: TemplatedTexts): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, text } of fieldsOf(texts)) {
    for (const name of templateNames(text)) if (!names.has(name)) names.set(name, path);
  }
  return names;
}

/** Returns the names of headers whose values reference one of these variables. */
export function headersReferencing(headers: Record<string, string>, names: ReadonlySet<string>): string[] {
  return Object.keys(headers).filter((header) =>
    templateNames(headers[header] ?? "").some((name) => names.has(name)),
  );
}

/** Resolves the variables; a text that would become too long is reported and stays unchanged. */
export function resolveTexts<T extends TemplatedTexts>(
  given: T,
  values: ReadonlyMap<string, string>,
): { texts: T; errors: ErrorDetail[] } {
  const errors: ErrorDetail[] = [];
  const resolve = (path: string, text: string, lengthMax: number): string => {
    const resolved = mayHaveTemplate(text) ? substitute(text, values, lengthMax) : text;
    if (resolved !== null) return resolved;
    errors.push({ path, message: `must be at most ${lengthMax} characters with its variables resolved` });
    return text;
  };
  const texts: Record<string, unknown> = { ...given };
  for (const name of FIELDS) {
    const value = given[name];
    if (value) texts[name] = mapTexts(name, value, (path, text) => resolve(path, text, LENGTH_MAX[name]));
  }
  return { texts: texts as T, errors };
}

type TextField = { path: string; text: string };

function fieldsOf(texts: TemplatedTexts): TextField[] {
  return FIELDS.flatMap((name) => textsIn(name, texts[name]));
}

/** Returns the texts of a value, at any depth, with their paths. */
function textsIn(path: string, value: unknown): TextField[] {
  const texts: TextField[] = [];
  mapTexts(path, value, (at, text) => {
    if (text !== "") texts.push({ path: at, text });
    return text;
  });
  return texts;
}

/** Returns a copy of a value of texts, lists and plain objects with each text replaced. */
function mapTexts<Value>(path: string, value: Value, map: (path: string, text: string) => string): Value;
function mapTexts(path: string, value: unknown, map: (path: string, text: string) => string): unknown {
  if (typeof value === "string") return map(path, value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each, index) => mapTexts(`${path}.${index}`, each, map));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(`${path}.${name}`, each, map)]),
  );
}
