import { escapeHtml } from "../../../platform/mail/escape-html.ts";

/** HTML that was built with `html`, or by a renderer that escapes what it gets. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** A template whose values are escaped; null, undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) text += textOf(value) + (parts[index + 1] ?? "");
  return new Html(text);
}

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return escapeHtml(String(value));
}
