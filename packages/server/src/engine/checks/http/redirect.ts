import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { HttpRequest } from "./request-headers.ts";

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Never sent to another origin. `host` is no secret, but names a server of the first origin. */
const BOUND_TO_ORIGIN: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "x-api-key",
  "api-key",
  "x-auth-token",
  "host",
]);

/** Returns true for the statuses that redirect, given a location; 300 and 304 do not. */
export function isRedirect(statusCode: number): boolean {
  return REDIRECT_STATUSES.has(statusCode);
}

/** Returns the request that a redirect leads to, or why it is not sent. Source: RFC 9110, section 15.4. */
export function redirectedRequest(
  from: HttpRequest,
  statusCode: number,
  location: string,
): HttpRequest | CheckError {
  const text = utf8(location);
  const url = redirectedUrl(from.url, location);
  if (url === null) return refused(`the redirect's URL is not valid: ${shortened(text)}`);
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
    return refused(`redirects are followed to http and https only, not to ${shortened(text)}`);
  }
  const keepsMethod = statusCode === 307 || statusCode === 308 || !becomesGet(from.method, statusCode);
  // Another origin includes a downgrade to http. Headers that were dropped once do not come back.
  const isElsewhere = url.origin !== from.url.origin;
  return {
    method: keepsMethod ? from.method : "GET",
    url,
    headers: keptHeaders(from, { isElsewhere, keepsBody: keepsMethod }),
    ...(from.secretHeaders && { secretHeaders: from.secretHeaders }),
    body: keepsMethod ? from.body : null,
  };
}

/** Returns null if the location is not a URL. */
export function redirectedUrl(from: URL, location: string): URL | null {
  return URL.parse(utf8(location), from.href);
}

/** Node reads header bytes as latin-1; servers that put bare UTF-8 there mean UTF-8. */
function utf8(location: string): string {
  return Buffer.from(location, "latin1").toString("utf8");
}

function becomesGet(method: string, statusCode: number): boolean {
  if (statusCode === 303) return method !== "GET" && method !== "HEAD";
  return method === "POST";
}

function keptHeaders(
  { headers, secretHeaders }: HttpRequest,
  { isElsewhere, keepsBody }: { isElsewhere: boolean; keepsBody: boolean },
): HttpRequest["headers"] {
  if (!isElsewhere && keepsBody) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => {
      const lower = name.toLowerCase();
      if (isElsewhere && (BOUND_TO_ORIGIN.has(lower) || secretHeaders?.includes(name))) return false;
      return keepsBody || !lower.startsWith("content-");
    }),
  );
}

function refused(message: string): CheckError {
  return { code: "PROTOCOL_ERROR", message, phase: "headers" };
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text;
}
