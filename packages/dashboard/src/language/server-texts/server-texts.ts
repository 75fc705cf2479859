/**
 * Translates texts of the server, which are English for programs, by templates: "must be at least {min}". Causes of failed
 * checks, errors of the API and of fields have them.
 */

/** A text in which `{name}` stands for a value, and its translation. */
export type ServerTexts = Readonly<Record<string, string>>;
export type TranslateServerText = (text: string) => string;

type Template = { pattern: RegExp; names: readonly string[]; translation: string };

/** A placeholder is a lowercase name; `{{KEY}}` and JSON are text. */
const PLACEHOLDER = /(?<!\{)\{([a-z]+)\}/g;
/** Texts of one page that are kept, so that each is matched once. */
const KEPT_MAX = 1_000;

/**
 * Returns a function that translates a text. A text without a template stays as it is. A value is translated too if a
 * template fits it. If several templates fit, the one with the most text of its own counts.
 */
export function createServerTexts(texts: ServerTexts): TranslateServerText {
  const exact = new Map(Object.entries(texts).filter(([text]) => text.search(PLACEHOLDER) === -1));
  const templates = Object.entries(texts)
    .filter(([text]) => !exact.has(text))
    .toSorted(([a], [b]) => ownLength(b) - ownLength(a))
    .map(([text, translation]) => templateOf(text, translation));
  const kept = new Map<string, string>();

  function translate(text: string): string {
    const known = exact.get(text) ?? kept.get(text);
    if (known !== undefined) return known;
    const found = translateByTemplate(text);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(text, found);
    return found;
  }

  function translateByTemplate(text: string): string {
    for (const { pattern, names, translation } of templates) {
      const values = pattern.exec(text)?.slice(1);
      if (values === undefined) continue;
      const byName = new Map(names.map((name, index) => [name, translate(values[index] ?? "")]));
      return translation.replaceAll(PLACEHOLDER, (placeholder, name) => byName.get(name) ?? placeholder);
    }
    return text;
  }

  return translate;
}

function ownLength(text: string): number {
  return text.replaceAll(PLACEHOLDER, "").length;
}

function templateOf(text: string, translation: string): Template {
  const names: string[] = [];
  const source = text
    .split(PLACEHOLDER)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
      names.push(part);
      return "(.+?)";
    })
    .join("");
  return { pattern: new RegExp(`^${source}$`, "su"), names, translation };
}
