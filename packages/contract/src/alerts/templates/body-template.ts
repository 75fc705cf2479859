import type { TemplateFault, TemplatePart } from "../../variables/dotted-template.ts";
import { type TemplateValue, templateText } from "./template-fields.ts";

/**
 * Fills the body of a message by the place of each reference, so that no value changes the structure of the body. A
 * template without fault renders a well-formed body with any values.
 */

export const BODY_CONTENT_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
] as const;
export type BodyContentType = (typeof BODY_CONTENT_TYPES)[number];

type LookUp = (name: string) => TemplateValue;

/** Renders a body from the parts of a template that `bodyFault` accepts. */
export function fillBody(type: BodyContentType, parts: readonly TemplatePart[], lookUp: LookUp): string {
  switch (type) {
    case "application/json":
      return fillJson(parts, lookUp);
    case "application/x-www-form-urlencoded":
      return parts
        .map((part) => ("literal" in part ? part.literal : encodeText(templateText(lookUp(part.name)))))
        .join("");
    case "text/plain":
      return parts
        .map((part) => ("literal" in part ? part.literal : onOneLine(templateText(lookUp(part.name)))))
        .join("");
  }
}

/** Returns the first fault of a body, or null. */
export function bodyFault(
  type: BodyContentType,
  parts: readonly TemplatePart[],
  sample: LookUp,
): TemplateFault | null {
  if (type === "application/json") return jsonFault(parts, sample);
  return type === "application/x-www-form-urlencoded" ? formFault(parts) : null;
}

function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

function onOneLine(text: string): string {
  return text.replaceAll(CONTROLS, " ").toWellFormed();
}

function fillJson(parts: readonly TemplatePart[], lookUp: LookUp): string {
  let state = OUTSIDE;
  let json = "";
  for (const part of parts) {
    if ("literal" in part) {
      state = stateAfter(state, part.literal);
      json += part.literal;
    } else {
      const value = lookUp(part.name);
      json += state.inString
        ? JSON.stringify(templateText(value).toWellFormed()).slice(1, -1)
        : JSON.stringify(value);
    }
  }
  return json;
}

/** Where a JSON text continues: within a string or not, and how many characters of an escape are still to come. */
type JsonState = { inString: boolean; escapeRest: number };
const OUTSIDE: JsonState = { inString: false, escapeRest: 0 };
const UNICODE_ESCAPE_DIGITS = 4;

function stateAfter({ inString, escapeRest }: JsonState, literal: string): JsonState {
  let isIn = inString;
  let rest = escapeRest;
  let isEscapeStart = false;
  for (const char of literal) {
    if (rest > 0) {
      rest = isEscapeStart && char === "u" ? UNICODE_ESCAPE_DIGITS : rest - 1;
      isEscapeStart = false;
    } else if (isIn && char === "\\") {
      rest = 1;
      isEscapeStart = true;
    } else if (char === '"') isIn = !isIn;
  }
  return { inString: isIn, escapeRest: rest };
}

/**
 * A body that is valid JSON with null in place of each reference outside of strings is valid with any other JSON value:
 * null stands only where a whole value may.
 */
function jsonFault(parts: readonly TemplatePart[], sample: LookUp): TemplateFault | null {
  let state = OUTSIDE;
  for (const part of parts) {
    if ("literal" in part) state = stateAfter(state, part.literal);
    else if (state.escapeRest > 0) {
      return { at: part.at, message: "a reference cannot follow a backslash in a JSON string" };
    }
  }
  for (const lookUp of [sample, () => null]) {
    const message = jsonError(fillJson(parts, lookUp));
    if (message !== null) return { at: 0, message: `is not valid JSON once it is filled: ${message}` };
  }
  return null;
}

function jsonError(json: string): string | null {
  try {
    JSON.parse(json);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Characters of a form that need no encoding, and whole percent encodings. */
const FORM_LITERAL = /^(?:[A-Za-z0-9\-._~!$'()*+,;=:@/?&[\]]|%[0-9A-Fa-f]{2})*$/;

function formFault(parts: readonly TemplatePart[]): TemplateFault | null {
  let at = 0;
  for (const part of parts) {
    if (!("literal" in part)) at = part.at;
    else if (!FORM_LITERAL.test(part.literal)) {
      return { at, message: "must be form-encoded, as in title={{alert.title}}&priority=5" };
    }
  }
  return null;
}
