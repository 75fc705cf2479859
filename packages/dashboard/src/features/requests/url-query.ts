/**
 * The query of a URL as a list of parameters. A parameter that is not edited keeps its text, so that variables
 * (`{{NAME}}`) and unusual encodings survive. Pure.
 */

export type QueryParameter = { name: string; value: string };

/** Returns the parameters as they are written: `a=1`, `b`. */
export function queryTexts(url: string): string[] {
  const { query } = splitUrl(url);
  return query === null || query === "" ? [] : query.split("&");
}

/** Replaces the query; without parameters, the URL has none. */
export function withQueryTexts(url: string, texts: readonly string[]): string {
  const { before, hash } = splitUrl(url);
  return `${before}${texts.length === 0 ? "" : `?${texts.join("&")}`}${hash}`;
}

export function readParameter(text: string): QueryParameter {
  const at = text.indexOf("=");
  if (at === -1) return { name: decode(text), value: "" };
  return { name: decode(text.slice(0, at)), value: decode(text.slice(at + 1)) };
}

export function parameterText({ name, value }: QueryParameter): string {
  return `${encode(name)}=${encode(value)}`;
}

/** Does not use the parser of the browser, because a URL can be incomplete or start with a variable. */
function splitUrl(url: string): { before: string; query: string | null; hash: string } {
  const hashAt = url.indexOf("#");
  const hash = hashAt === -1 ? "" : url.slice(hashAt);
  const rest = hashAt === -1 ? url : url.slice(0, hashAt);
  const queryAt = rest.indexOf("?");
  if (queryAt === -1) return { before: rest, query: null, hash };
  return { before: rest.slice(0, queryAt), query: rest.slice(queryAt + 1), hash };
}

function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A percent sign that encodes nothing is shown as it is.
    return spaced;
  }
}

/** References to variables stay readable; the server resolves them. */
function encode(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");
}
