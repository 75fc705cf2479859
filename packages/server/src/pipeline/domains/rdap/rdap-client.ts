import type { FetchJson } from "../../../platform/net/fetch-json.ts";
import { parseBootstrap, type RdapServices } from "./bootstrap.ts";
import { type DomainFacts, parseDomain } from "./parse-domain.ts";

/** Requests of RDAP (RFC 7480). What a service does is an answer, never an exception. */

/** `retryAfterMs`: the service wants no request before then. */
export type DomainAnswer =
  | { kind: "found"; facts: DomainFacts }
  | { kind: "missing" }
  | { kind: "limited"; retryAfterMs: number }
  | { kind: "failed"; message: string };

export type BootstrapAnswer =
  | { kind: "new"; services: RdapServices; etag: string | null; lastModified: string | null }
  | { kind: "unchanged" }
  | { kind: "failed"; message: string };

type Request = { fetch: FetchJson; signal: AbortSignal };

const REDIRECTS_MAX = 3;
/** If a service says no time, and the longest that is honored. */
const RETRY_AFTER_DEFAULT_MS = 3_600_000;
const RETRY_AFTER_MAX_MS = 86_400_000;
const MESSAGE_LENGTH_MAX = 300;

export async function fetchDomain(
  service: string,
  domain: string,
  { nowMs, ...request }: Request & { nowMs: number },
): Promise<DomainAnswer> {
  try {
    const url = new URL(`domain/${domain}`, service);
    const response = await follow(url, { accept: "application/rdap+json, application/json" }, request);
    switch (response.status) {
      case 200:
        return { kind: "found", facts: parseDomain(await response.json()) };
      case 404:
        return { kind: "missing" };
      case 429:
      case 503:
        return { kind: "limited", retryAfterMs: retryAfterMs(response.headers.get("retry-after"), nowMs) };
      default:
        return { kind: "failed", message: `${url.host} answered with the status ${response.status}` };
    }
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

/** Gets the list of services if it is another one than that with these validators. */
export async function fetchBootstrap(
  url: string,
  { etag, lastModified, ...request }: Request & { etag: string | null; lastModified: string | null },
): Promise<BootstrapAnswer> {
  try {
    const headers = {
      accept: "application/json",
      ...(etag !== null && { "if-none-match": etag }),
      ...(lastModified !== null && { "if-modified-since": lastModified }),
    };
    const response = await follow(new URL(url), headers, request);
    if (response.status === 304) return { kind: "unchanged" };
    if (response.status !== 200)
      return { kind: "failed", message: `${url} answered with the status ${response.status}` };
    const [newEtag, newModified] = [response.headers.get("etag"), response.headers.get("last-modified")];
    return {
      kind: "new",
      services: parseBootstrap(await response.json()),
      ...{ etag: newEtag, lastModified: newModified },
    };
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

/** RFC 7480, section 5.2: a service may redirect to another one. Each URL is dialed within the egress policy. */
async function follow(
  url: URL,
  headers: Record<string, string>,
  { fetch, signal }: Request,
): Promise<Response> {
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(current.href, { method: "GET", headers, signal });
    const location = [301, 302, 303, 307, 308].includes(response.status)
      ? response.headers.get("location")
      : null;
    if (location === null) return response;
    if (redirects === REDIRECTS_MAX)
      throw new Error(`${url.host} redirects more than ${REDIRECTS_MAX} times`);
    const next = URL.parse(location, current.href);
    if (next === null || !/^https?:$/.test(next.protocol))
      throw new Error(`${current.host} redirects to something else than a URL`);
    current = next;
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | null, nowMs: number): number {
  const ms = value !== null && /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value ?? "") - nowMs;
  return Number.isNaN(ms) ? RETRY_AFTER_DEFAULT_MS : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll("\0", "").slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}
