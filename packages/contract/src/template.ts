/**
 * `{{NAME}}` in texts. A name is looked up in a flat map and nothing else is evaluated: no paths, no
 * expressions, no built-in object. One pass, so that a value which itself holds `{{…}}` stays as it is.
 */

/** How a name may look. Source: decisions.md, section 7. */
export const TEMPLATE_NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}";
const REFERENCE = new RegExp(`\\{\\{[ \\t]*(${TEMPLATE_NAME})[ \\t]*\\}\\}`, "g");
/** With built-ins, whose names begin with `$`; what runs in steps has them, monitors do not. */
const REFERENCE_OF_STEP = new RegExp(`\\{\\{[ \\t]*(\\$?${TEMPLATE_NAME})[ \\t]*\\}\\}`, "g");

/** Names that a run makes a value for. Source: decisions.md, section 4. */
export const BUILT_IN_NAMES = ["$uuid", "$timestamp", "$isoTimestamp", "$randomInt"] as const;
const BUILT_IN = new Set<string>(BUILT_IN_NAMES);
const NAME = new RegExp(`^${TEMPLATE_NAME}$`);
const BRACES = /\{\{([^{}]*)\}\}/g;
const SHOWN_LENGTH_MAX = 100;

/** Whether a text may hold a reference: quick, for the many texts that hold none. */
export function mayHaveTemplate(text: string): boolean {
  return text.includes("{{");
}

/** The names that a text refers to, each once, in their order. */
export function templateNames(text: string): string[] {
  if (!mayHaveTemplate(text)) return [];
  return [...new Set(Array.from(text.matchAll(REFERENCE), (match) => match[1] ?? ""))];
}

/**
 * The text with every known name replaced; an unknown one stays as it is written. Null when it would
 * become longer than `lengthMax`, which is found out before it is built.
 */
export function substitute(
  text: string,
  values: ReadonlyMap<string, string>,
  lengthMax = Number.POSITIVE_INFINITY,
): string | null {
  if (!mayHaveTemplate(text)) return text.length <= lengthMax ? text : null;
  let length = text.length;
  for (const [reference, name = ""] of text.matchAll(REFERENCE)) {
    length += (values.get(name) ?? reference).length - reference.length;
  }
  if (length > lengthMax) return null;
  return text.replace(REFERENCE, (reference, name: string) => values.get(name) ?? reference);
}

/**
 * What is wrong with how the references of a text are written, where built-in names may stand too; null
 * when nothing is. Whether a name has a value is another question.
 */
export function referenceFault(text: string): string | null {
  const wrong = referencesIn(text).find(({ name }) => !NAME.test(name) && !BUILT_IN.has(name));
  if (!wrong) return null;
  const shown = wrong.braces.slice(0, SHOWN_LENGTH_MAX);
  return `holds '${shown}', which is no name: use letters, digits and _, or one of ${BUILT_IN_NAMES.join(", ")}`;
}

/** Whether a text holds anything between double braces. */
export function hasReference(text: string): boolean {
  return referencesIn(text).length > 0;
}

function referencesIn(text: string): { braces: string; name: string }[] {
  if (!mayHaveTemplate(text)) return [];
  return Array.from(text.matchAll(BRACES), ([braces, inside = ""]) => ({
    braces,
    name: inside.replaceAll(/^[ \t]+|[ \t]+$/g, ""),
  }));
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
  const parts: string[] = [];
  let length = 0;
  let end = 0;
  for (const match of mayHaveTemplate(text) ? text.matchAll(REFERENCE_OF_STEP) : []) {
    const [reference, name = ""] = match;
    const value = lookUp(name);
    if (value === undefined) return { unknownName: name };
    parts.push(text.slice(end, match.index), value);
    length += match.index - end + value.length;
    end = match.index + reference.length;
  }
  if (length + text.length - end > lengthMax) return { isTooLong: true };
  return { text: end === 0 ? text : parts.join("") + text.slice(end) };
}
