/** XML whose values are escaped; characters that XML 1.0 does not allow are left out. */
export function xml(parts: TemplateStringsArray, ...values: readonly (string | readonly Xml[])[]): Xml {
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries())
    text +=
      (typeof value === "string" ? escapeXml(value) : value.map((part) => part.text).join("")) +
      (parts[index + 1] ?? "");
  return { text };
}

export type Xml = { readonly text: string };

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** XML 1.0, section 2.2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches what XML does not allow.
const FORBIDDEN = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
