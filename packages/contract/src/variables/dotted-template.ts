import { backslashesBefore } from "./template.ts";

/**
 * References with dotted names, such as `{{alert.title}}`, in the texts of messages. The grammar and its escape `\{{` are
 * those of `template.ts`, but it is strict: braces that are not a reference are a fault, because a message with the text of a
 * misspelled reference helps no one.
 */

export type TemplatePart = { literal: string } | TemplateReference;
export type TemplateReference = { name: string; at: number };

/** A fault in a template, at an offset in UTF-16 code units. */
export type TemplateFault = { at: number; message: string };

export type ParsedTemplate =
  | { parts: readonly TemplatePart[]; fault: null }
  | { parts: null; fault: TemplateFault };

/** More references than a message needs; limits the length of what a template renders. */
export const TEMPLATE_REFERENCES_MAX = 200;

const DOTTED_REFERENCE = /\{\{[ \t]*([^{}]*?)[ \t]*\}\}/y;
const DOTTED_NAME = /^[a-z][a-z0-9_]{0,63}(\.[a-z][a-z0-9_]{0,63})?$/;
const NAME_SHOWN_MAX = 100;

/** Splits a text into literals, with escapes resolved, and references, or returns its first fault. */
export function parseDottedTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let references = 0;
  let start = 0;
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", start)) {
    const backslashes = backslashesBefore(text, start, at);
    const kept = text.slice(start, at - Math.ceil(backslashes / 2));
    if (backslashes % 2 === 1) {
      parts.push({ literal: `${kept}{{` });
      start = at + 2;
      continue;
    }
    DOTTED_REFERENCE.lastIndex = at;
    const [whole, name = ""] = DOTTED_REFERENCE.exec(text) ?? [];
    if (whole === undefined) return faultAt(at, "'{{' is not closed by '}}'; write \\{{ for literal braces");
    if (!DOTTED_NAME.test(name)) return faultAt(at, `'${name.slice(0, NAME_SHOWN_MAX)}' is not a name`);
    references += 1;
    if (references > TEMPLATE_REFERENCES_MAX) {
      return faultAt(at, `has more than ${TEMPLATE_REFERENCES_MAX} references`);
    }
    if (kept !== "") parts.push({ literal: kept });
    parts.push({ name, at });
    start = at + whole.length;
  }
  if (start < text.length) parts.push({ literal: text.slice(start) });
  return { parts, fault: null };
}

function faultAt(at: number, message: string): ParsedTemplate {
  return { parts: null, fault: { at, message } };
}

/** Returns "line 2, column 5" for an offset, both counted from 1. */
export function positionAt(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return `line ${line}, column ${at - before.lastIndexOf("\n")}`;
}
