/**
 * `{{NAME}}` in texts. A name is looked up in a flat map and nothing else is evaluated: no paths, no
 * expressions, no built-in object. One pass, so that a value which itself holds `{{…}}` stays as it is.
 */

/** How a name may look. Source: decisions.md, section 7. */
export const TEMPLATE_NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}";
const REFERENCE = new RegExp(`\\{\\{[ \\t]*(${TEMPLATE_NAME})[ \\t]*\\}\\}`, "g");

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
