import { escapeHtml } from "../../../platform/mail/escape-html.ts";

/** HTML that is complete: every text in it was escaped. */
export type Markup = { readonly html: string };

type Part = Markup | string | number | null | readonly Markup[];

/** Makes markup from a template. Texts are escaped, null is nothing. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const html = strings.reduce((text, next, index) => `${text}${toHtml(parts[index - 1] ?? null)}${next}`);
  return { html };
}

function toHtml(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  if ("html" in part) return part.html;
  return part.map(({ html }) => html).join("");
}
