import { templateNames } from "../variables/template.ts";
import type { ErrorDetail } from "./errors.ts";

/** What may be sent as a request, and what a list may hold: the same for monitors and for steps. */

const HEADERS_MAX = 50;
const HEADER_VALUE_LENGTH_MAX = 8_192;
/** A header's name. Source: RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible latin-1, spaces and tabs: neither line breaks nor NUL. Source: RFC 9110, section 5.5. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that frame the message; setting them by hand would let one request become two. */
const FRAMING_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
export const CONTROL = /[\x00-\x1f\x7f]/;
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD"]);

/** What keeps a text from being an http(s) URL without credentials, read by the same parser as the check's. */
export function urlFault(text: string): string | null {
  const plain = isPlain(text);
  // Read again by whoever knows the variables, with these in their places.
  if (plain && templateNames(text).length > 0) return null;
  const url = plain ? parsed(text) : null;
  if (!url || url.hostname === "") return "must be a whole URL, such as https://example.com/health";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (!/^https?:\/\/[^/\\]/i.test(text)) return "must have a host right after http:// or https://";
  if (url.username !== "" || url.password !== "") {
    return "must not contain user:password; send an Authorization header instead";
  }
  return null;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** False for what the URL parser would drop silently: control characters, and spaces around the text. */
function isPlain(text: string): boolean {
  return text.trim() === text && !CONTROL.test(text);
}

export function headerFaults(headers: Record<string, string>): ErrorDetail[] {
  const names = Object.keys(headers);
  if (names.length > HEADERS_MAX) return [{ path: "headers", message: `must be at most ${HEADERS_MAX}` }];
  const seen = new Set<string>();
  const faults: ErrorDetail[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    const message = seen.has(lower)
      ? "is there twice; upper and lower case are one header"
      : headerFault(name, headers[name] ?? "");
    seen.add(lower);
    if (message !== null) faults.push({ path: `headers.${name}`, message });
  }
  return faults;
}

function headerFault(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return "is not a valid header name";
  if (FRAMING_HEADERS.has(name.toLowerCase())) return "is set by the check itself; leave it out";
  if (!FIELD_VALUE.test(value)) return "must be without line breaks and other control characters";
  return value.length > HEADER_VALUE_LENGTH_MAX
    ? `must be at most ${HEADER_VALUE_LENGTH_MAX} characters`
    : null;
}

/** What keeps a body from being sent with this method. */
export function bodyFault(method: string): string | null {
  return METHODS_WITHOUT_BODY.has(method) ? `cannot be sent with ${method}; use POST, PUT or PATCH` : null;
}

export function repeated(path: string, values: readonly string[]): ErrorDetail[] {
  return new Set(values).size === values.length ? [] : [{ path, message: "must not name anything twice" }];
}
