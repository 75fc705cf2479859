import type { ErrorDetail } from "../common/errors.ts";
import { mayHaveTemplate, substitute, templateNames } from "./template.ts";

/** The texts of a check that may contain variables, such as URL, header values and body. Kinds have some of them. */
export type TemplatedTexts = {
  url?: string | null;
  headers?: Record<string, string>;
  body?: string | null;
};

/** Maximum length of a text with its variables resolved; the same limits apply to texts without variables. */
const LENGTH_MAX = { url: 8_192, headers: 8_192, body: 262_144 };

/** Returns whether any text may reference variables: a fast check, because most requests reference none. */
export function hasTemplates({ url, headers, body }: TemplatedTexts): boolean {
  if ((url && mayHaveTemplate(url)) || (body && mayHaveTemplate(body))) return true;
  for (const name in headers) if (mayHaveTemplate(headers[name] ?? "")) return true;
  return false;
}

/** Returns the referenced variables, each with the dotted path of the first field that references it. */
export function namesIn(texts: TemplatedTexts): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, text } of fieldsOf(texts)) {
    for (const name of templateNames(text)) if (!names.has(name)) names.set(name, path);
  }
  return names;
}

/** Returns the names of headers whose values reference one of these variables. */
export function headersReferencing(headers: Record<string, string>, names: ReadonlySet<string>): string[] {
  return Object.keys(headers).filter((header) =>
    templateNames(headers[header] ?? "").some((name) => names.has(name)),
  );
}

/** Resolves the variables; a text that would become too long is reported and stays unchanged. */
export function resolveTexts<T extends TemplatedTexts>(
  given: T,
  values: ReadonlyMap<string, string>,
): { texts: T; errors: ErrorDetail[] } {
  const errors: ErrorDetail[] = [];
  function resolve(path: string, text: string, lengthMax: number): string {
    const resolved = mayHaveTemplate(text) ? substitute(text, values, lengthMax) : text;
    if (resolved !== null) return resolved;
    errors.push({ path, message: `must be at most ${lengthMax} characters with its variables resolved` });
    return text;
  }
  const texts = { ...given };
  if (given.url) texts.url = resolve("url", given.url, LENGTH_MAX.url);
  if (given.body) texts.body = resolve("body", given.body, LENGTH_MAX.body);
  if (given.headers) {
    const headers = Object.entries(given.headers).map(([name, value]) => [
      name,
      resolve(`headers.${name}`, value, LENGTH_MAX.headers),
    ]);
    texts.headers = Object.fromEntries(headers);
  }
  return { texts, errors };
}

function fieldsOf({ url, headers, body }: TemplatedTexts): { path: string; text: string }[] {
  return [
    ...(url ? [{ path: "url", text: url }] : []),
    ...Object.entries(headers ?? {}).map(([name, text]) => ({ path: `headers.${name}`, text })),
    ...(body ? [{ path: "body", text: body }] : []),
  ];
}
