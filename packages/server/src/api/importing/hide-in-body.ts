import { isObject } from "./document-value.ts";
import type { ImportVariables } from "./import-variables.ts";
import { parseInnerJson } from "./parse-document.ts";
import type { DraftBody, Pair } from "./request-draft.ts";
import { isSecretName, isSecretParameter } from "./secret-names.ts";

/** Replaces secrets in request bodies of every kind, and in query strings. */

type Place = { where: string; variables: ImportVariables };

export function hideInBody(body: DraftBody, place: Place): DraftBody {
  switch (body.type) {
    case "json":
      return { type: "json", value: hideInJson(body.value, place) };
    case "text":
      return { type: "text", text: hideInText(body.text, place) };
    case "form":
    case "multipart":
      return { ...body, pairs: hideInPairs(body.pairs, place) };
  }
}

export function hideInPairs(pairs: readonly Pair[], { where, variables }: Place): Pair[] {
  return pairs.map(([name, value]) =>
    isSecretParameter(name)
      ? [name, variables.hide(value, { name: variableOf(name), why: `The value of ${name} at ${where}` })]
      : [name, value],
  );
}

function hideInJson(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => hideInJson(item, place));
  // GraphQL, and documents nested in documents.
  if (typeof value === "string") return /["'<]/.test(value) ? hideInText(value, place) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!isSecretName(name)) return [name, hideInJson(inner, place)];
      return [name, hideLeaves(inner, name, place)];
    }),
  );
}

/** Replaces every text and number below a secret's name. */
function hideLeaves(value: unknown, name: string, place: Place): unknown {
  if (typeof value === "string" || typeof value === "number") {
    const why = `The value of ${name} in the body at ${place.where}`;
    return place.variables.hide(String(value), { name: variableOf(name), why });
  }
  if (Array.isArray(value)) return value.map((item) => hideLeaves(item, name, place));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, hideLeaves(inner, name, place)]),
  );
}

/**
 * Matches `name="value"` and `name: 'value'`, as in GraphQL. An open quote ends with the text: one pass for
 * any input.
 */
const ASSIGNMENT =
  /([\w-]{1,100})(\s{0,20}[:=]\s{0,20})(?:"((?:[^"\\]|\\.)*)(?:"|$)|'((?:[^'\\]|\\.)*)(?:'|$))/gs;
const ELEMENT = /<((?:[\w-]{1,50}:)?([\w-]{1,100}))(\s[^<>]*)?>([^<]+)<\//g;
const FORM = /^[^\s=&{}[\]<>"]{1,200}=[^\s]*$/;

function hideInText(text: string, place: Place): string {
  const hiddenJson = hideInJsonText(text, place);
  if (hiddenJson !== null) return hiddenJson;
  if (FORM.test(text)) return hideInForm(text, place);
  const hide = (name: string, value: string) =>
    place.variables.hide(value, {
      name: variableOf(name),
      why: `The value of ${name} in the body at ${place.where}`,
    });
  return text
    .replaceAll(ASSIGNMENT, (whole, name: string, middle: string, double?: string, single?: string) => {
      if (!isSecretName(name)) return whole;
      const quote = double === undefined ? "'" : '"';
      return `${name}${middle}${quote}${hide(name, double ?? single ?? "")}${quote}`;
    })
    .replaceAll(ELEMENT, (whole, tag: string, name: string, attributes: string | undefined, value: string) =>
      isSecretName(name) ? `<${tag}${attributes ?? ""}>${hide(name, value)}</` : whole,
    );
}

const STRING_OR_REFERENCE = /"(?:[^"\\]|\\.)*(?:"|$)|\{\{[^{}"]*\}\}/gs;
const MARKED_REFERENCE = /"\uE000([^"\uE000]*)\uE000"/g;

/** Parses JSON with references outside of strings, as in `{"id": {{id}}}`; null for anything else. */
function hideInJsonText(text: string, place: Place): string | null {
  const marked = text.replaceAll(STRING_OR_REFERENCE, (found) =>
    found.startsWith("{{") ? `"\uE000${found}\uE000"` : found,
  );
  const json = parseInnerJson(marked);
  if (json === undefined) return null;
  const before = JSON.stringify(json);
  const after = JSON.stringify(hideInJson(json, place));
  return after === before ? text : after.replaceAll(MARKED_REFERENCE, "$1");
}

/**
 * Replaces secret values in `a=b&c=d` and keeps the rest verbatim; the secrets keep their percent-encoding.
 */
export function hideInForm(text: string, { where, variables }: Place): string {
  return text
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      const name = decoded(pair.slice(0, at));
      if (at < 0 || !isSecretParameter(name)) return pair;
      const value = pair.slice(at + 1);
      const isEncoded = decoded(value) !== value;
      const why = `The value of ${name} at ${where}${isEncoded ? ", percent-encoded as it is there" : ""}`;
      return `${pair.slice(0, at + 1)}${variables.hide(value, { name: variableOf(name), why })}`;
    })
    .join("&");
}

/** Decodes a part of a query or form; returns it unchanged if its encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

export function variableOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}
