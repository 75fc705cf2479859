import { templateNames } from "../variables/template.ts";
import type { ErrorDetail } from "./errors.ts";

/** Rules for requests that monitors and API steps share. */

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** The limit of `fetch` is 20; ten are more than real sites use. */
export const REDIRECTS_MAX_DEFAULT = 10;
const HEADERS_MAX = 50;
const HEADER_VALUE_LENGTH_MAX = 8_192;
/** A header's name. Source: RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible Latin-1, spaces and tabs: no line breaks and no NUL. Source: RFC 9110, section 5.5. */
export const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that frame the message; setting them manually would allow request smuggling. */
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
export const CONTROL = /[\x00-\x1f\x7f]/;
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD"]);

/** Returns why a text is not an http(s) URL without credentials, or null. Uses the same parser as the check. */
export function urlError(text: string): string | null {
  const plain = isPlain(text);
  // Validated again with the values of the variables in place.
  if (plain && templateNames(text).length > 0) return null;
  const url = plain ? parsed(text) : null;
  if (!url || url.hostname === "") return "must be an absolute URL, such as https://example.com/health";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must start with http:// or https://";
  if (!/^https?:\/\/[^/\\]/i.test(text)) return "must have a host directly after http:// or https://";
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

/** Returns false for characters that the URL parser drops silently: control characters and surrounding spaces. */
function isPlain(text: string): boolean {
  return text.trim() === text && !CONTROL.test(text);
}

export function headerErrors(headers: Record<string, string>): ErrorDetail[] {
  const names = Object.keys(headers);
  if (names.length > HEADERS_MAX) return [{ path: "headers", message: `must be at most ${HEADERS_MAX}` }];
  const seen = new Set<string>();
  const errors: ErrorDetail[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    const message = seen.has(lower)
      ? "is set twice; header names are case-insensitive"
      : headerError(name, headers[name] ?? "");
    seen.add(lower);
    if (message !== null) errors.push({ path: `headers.${name}`, message });
  }
  return errors;
}

function headerError(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return "is not a valid header name";
  if (FRAMING_HEADERS.has(name.toLowerCase())) return "is set by the check itself; remove it";
  if (!FIELD_VALUE.test(value)) return "must not contain line breaks or other control characters";
  return value.length > HEADER_VALUE_LENGTH_MAX
    ? `must be at most ${HEADER_VALUE_LENGTH_MAX} characters`
    : null;
}

/** Returns why a body cannot be sent with this method, or null. */
export function bodyError(method: string): string | null {
  return METHODS_WITHOUT_BODY.has(method) ? `cannot be sent with ${method}; use POST, PUT or PATCH` : null;
}

export function repeated(path: string, values: readonly string[]): ErrorDetail[] {
  return new Set(values).size === values.length ? [] : [{ path, message: "must not contain duplicates" }];
}

/** Returns whether a text is a host name or an address, as parsed by the URL parser. */
export function isHost(text: string): boolean {
  if (/[\s/?#@\\%]/.test(text) || CONTROL.test(text)) return false;
  if (text.startsWith("[") && !text.endsWith("]")) return false;
  return URL.canParse(`http://${text.includes(":") && !text.startsWith("[") ? `[${text}]` : text}/`);
}
