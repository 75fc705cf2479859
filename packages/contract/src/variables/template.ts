/**
 * `{{NAME}}` in texts. A name is looked up in a flat map and nothing else is evaluated: no paths, no
 * expressions, no built-in object. One pass, so that a value which itself holds `{{…}}` stays as it is.
 * A backslash before the braces escapes them, as in Handlebars: `\{{` is sent as `{{`. Two backslashes are one
 * backslash before braces that keep their meaning, so that every text can be written.
 */

/** How a name may look. Source: decisions.md, section 7. */
export const TEMPLATE_NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}";
const REFERENCE = new RegExp(`\\{\\{[ \\t]*(${TEMPLATE_NAME})[ \\t]*\\}\\}`, "y");
/** With built-ins, whose names begin with `$`; steps have them, monitors do not. */
const REFERENCE_OF_STEP = new RegExp(`\\{\\{[ \\t]*(\\$?${TEMPLATE_NAME})[ \\t]*\\}\\}`, "y");

/** Names that a run makes a value for. Source: decisions.md, section 4. */
export const BUILT_IN_NAMES = ["$uuid", "$timestamp", "$isoTimestamp", "$randomInt"] as const;
const BUILT_IN = new Set<string>(BUILT_IN_NAMES);
const NAME = new RegExp(`^${TEMPLATE_NAME}$`);
const BRACES = /\{\{([^{}]*)\}\}/y;
const SHOWN_LENGTH_MAX = 100;

/** Whether a text may hold a reference: quick, for the many texts that hold none. */
export function mayHaveTemplate(text: string): boolean {
  return text.includes("{{");
}

/** A text in its parts: what stands for itself, escapes resolved, and what stands for a value. */
type TextPart = { literal: string } | { reference: string; name: string };

function* partsOf(text: string, reference: RegExp): Generator<TextPart, void, undefined> {
  let start = 0;
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", at)) {
    const backslashes = backslashesBefore(text, start, at);
    const kept = text.slice(start, at - Math.ceil(backslashes / 2));
    if (backslashes % 2 === 1) {
      yield { literal: `${kept}{{` };
      at += 2;
      start = at;
      continue;
    }
    reference.lastIndex = at;
    const [whole, name = ""] = reference.exec(text) ?? [];
    if (whole === undefined && backslashes === 0) {
      at += 1;
      continue;
    }
    if (kept !== "") yield { literal: kept };
    if (whole !== undefined) yield { reference: whole, name };
    start = at + (whole?.length ?? 0);
    // Braces that name nothing may still hold some that do, as `{{{NAME}}` does.
    at = whole === undefined ? at + 1 : start;
  }
  if (start < text.length) yield { literal: text.slice(start) };
}

function backslashesBefore(text: string, start: number, at: number): number {
  let count = 0;
  while (at - count > start && text[at - count - 1] === "\\") count += 1;
  return count;
}

/** The names that a text refers to, each once, in their order. */
export function templateNames(text: string): string[] {
  if (!mayHaveTemplate(text)) return [];
  const names = new Set<string>();
  for (const part of partsOf(text, REFERENCE)) if ("name" in part) names.add(part.name);
  return [...names];
}

/**
 * The text with every known name replaced and its escapes resolved; an unknown name stays as it is written.
 * Null when it would become longer than `lengthMax`, which is found out before it is built.
 */
export function substitute(
  text: string,
  values: ReadonlyMap<string, string>,
  lengthMax = Number.POSITIVE_INFINITY,
): string | null {
  if (!mayHaveTemplate(text)) return text.length <= lengthMax ? text : null;
  const parts: string[] = [];
  let length = 0;
  for (const part of partsOf(text, REFERENCE)) {
    const written = "literal" in part ? part.literal : (values.get(part.name) ?? part.reference);
    length += written.length;
    if (length > lengthMax) return null;
    parts.push(written);
  }
  return parts.join("");
}

/**
 * A text of another origin, written so that it is sent as it is: all braces are escaped but those around a name
 * that `isReference` knows.
 */
export function escapeTemplate(text: string, isReference: (name: string) => boolean = () => false): string {
  if (!mayHaveTemplate(text)) return text;
  let escaped = "";
  let start = 0;
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", start)) {
    REFERENCE_OF_STEP.lastIndex = at;
    const [whole, name = ""] = REFERENCE_OF_STEP.exec(text) ?? [];
    const isKept = whole !== undefined && isReference(name);
    // `{{{NAME}}` is a brace before a reference.
    const isOuterBrace = !isKept && text[at + 2] === "{" && isReferenceAt(text, at + 1, isReference);
    const before = `${text.slice(start, at)}${"\\".repeat(backslashesBefore(text, start, at))}`;
    escaped += `${before}${isKept ? whole : isOuterBrace ? "{" : "\\{{"}`;
    start = isKept ? at + whole.length : isOuterBrace ? at + 1 : at + 2;
  }
  return escaped + text.slice(start);
}

function isReferenceAt(text: string, at: number, isReference: (name: string) => boolean): boolean {
  REFERENCE_OF_STEP.lastIndex = at;
  const name = REFERENCE_OF_STEP.exec(text)?.[1];
  return name !== undefined && isReference(name);
}

/**
 * What is wrong with how the references of a text are written, where built-in names may stand too; null
 * when nothing is. Whether a name has a value is another question.
 */
export function referenceFault(text: string): string | null {
  const wrong = referencesIn(text).find(({ name }) => !NAME.test(name) && !BUILT_IN.has(name));
  if (!wrong) return null;
  const shown = wrong.braces.slice(0, SHOWN_LENGTH_MAX);
  return `holds '${shown}', which is no name: use letters, digits and _, or one of ${BUILT_IN_NAMES.join(", ")}; write \\{{ for braces that are sent as they are`;
}

/** Whether a text holds anything between double braces. */
export function hasReference(text: string): boolean {
  return referencesIn(text).length > 0;
}

function referencesIn(text: string): { braces: string; name: string }[] {
  if (!mayHaveTemplate(text)) return [];
  return [...partsOf(text, BRACES)].flatMap((part) =>
    "literal" in part ? [] : [{ braces: part.reference, name: part.name.replaceAll(/^[ \t]+|[ \t]+$/g, "") }],
  );
}

/** A text with all in its place, or why there is none. */
export type Filled = { text: string } | { unknownName: string } | { isTooLong: true };

/**
 * As `substitute`, for steps: each reference, `{{$built-in}}` included, is asked for where it stands, so that
 * two may get different values, and the first unknown one is told.
 */
export function fillTemplate(
  text: string,
  lookUp: (name: string) => string | undefined,
  lengthMax: number,
): Filled {
  if (!mayHaveTemplate(text)) return text.length > lengthMax ? { isTooLong: true } : { text };
  const parts: string[] = [];
  let length = 0;
  for (const part of partsOf(text, REFERENCE_OF_STEP)) {
    const written = "literal" in part ? part.literal : lookUp(part.name);
    if (written === undefined) return { unknownName: "literal" in part ? "" : part.name };
    length += written.length;
    // Goes on, so that an unknown name is told first.
    if (length <= lengthMax) parts.push(written);
  }
  return length > lengthMax ? { isTooLong: true } : { text: parts.join("") };
}
