import type { ErrorDetail } from "../common/errors.ts";
import { mayHaveTemplate, substitute, templateNames } from "./template.ts";

/** The texts of a request in which variables may stand: address, values of headers, body. */
export type TemplatedTexts = { url: string | null; headers: Record<string, string>; body: string | null };

/** What a text may become at most, as what it may be without variables. */
const LENGTH_MAX = { url: 8_192, headers: 8_192, body: 262_144 };

/** Whether variables may be named at all: quick, for nearly all requests name none. */
export function hasTemplates({ url, headers, body }: TemplatedTexts): boolean {
  if ((url !== null && mayHaveTemplate(url)) || (body !== null && mayHaveTemplate(body))) return true;
  for (const name in headers) if (mayHaveTemplate(headers[name] ?? "")) return true;
  return false;
}

/** The variables that are named, each with the first field that names it, as a dotted path. */
export function namesIn(texts: TemplatedTexts): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, text } of fieldsOf(texts)) {
    for (const name of templateNames(text)) if (!names.has(name)) names.set(name, path);
  }
  return names;
}

/** The names of the headers whose values name one of these variables. */
export function headersNaming(headers: Record<string, string>, names: ReadonlySet<string>): string[] {
  return Object.keys(headers).filter((header) =>
    templateNames(headers[header] ?? "").some((name) => names.has(name)),
  );
}

/** The texts with their variables in place; a text that would become too long is a fault and stays. */
export function resolveTexts<T extends TemplatedTexts>(
  given: T,
  values: ReadonlyMap<string, string>,
): { texts: T; faults: ErrorDetail[] } {
  const faults: ErrorDetail[] = [];
  function resolve(path: string, text: string, lengthMax: number): string {
    const resolved = mayHaveTemplate(text) ? substitute(text, values, lengthMax) : text;
    if (resolved !== null) return resolved;
    faults.push({ path, message: `must be at most ${lengthMax} characters once its variables are in place` });
    return text;
  }
  const { url, headers, body } = given;
  const texts = {
    ...given,
    url: url === null ? null : resolve("url", url, LENGTH_MAX.url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        resolve(`headers.${name}`, value, LENGTH_MAX.headers),
      ]),
    ),
    body: body === null ? null : resolve("body", body, LENGTH_MAX.body),
  };
  return { texts, faults };
}

function fieldsOf({ url, headers, body }: TemplatedTexts): { path: string; text: string }[] {
  return [
    ...(url === null ? [] : [{ path: "url", text: url }]),
    ...Object.entries(headers).map(([name, text]) => ({ path: `headers.${name}`, text })),
    ...(body === null ? [] : [{ path: "body", text: body }]),
  ];
}
