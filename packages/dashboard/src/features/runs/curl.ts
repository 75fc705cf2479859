import type { RunStep } from "@vedette/contract/runs/runs.ts";

type SentRequest = Omit<NonNullable<RunStep["request"]>, "body_truncated">;
type Option = { name: string; value?: string };

/** Returns the request as a shell command. Secrets are masked, as in every API response. */
export function curlOf({ method, url, headers, body }: SentRequest, options: readonly Option[] = []): string {
  const parts = [`curl ${quoted(url)}`];
  // curl's option for HEAD: with -X it would wait for a body that never arrives.
  if (method === "HEAD") parts.push("--head");
  else if (method !== (body === null ? "GET" : "POST")) parts.push(`-X ${method}`);
  for (const { name, value } of options) parts.push(value === undefined ? name : `${name} ${quoted(value)}`);
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== "content-length") parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  if (body !== null) parts.push(`--data-raw ${quoted(body)}`);
  return parts.join(" \\\n  ");
}

/** Quotes a text for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Does not use `URL`, which would percent-encode `{{NAME}}`. */
export function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  if (pairs.length === 0) return url;
  const [base = "", fragment] = url.split("#");
  const joined = `${base}${base.includes("?") ? "&" : "?"}${pairs.join("&")}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");
