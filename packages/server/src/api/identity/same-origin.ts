import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser sent this request from a page of this server. Checked before sign-in, and before a cookie
 * authorizes a change, because browsers send cookies with requests of any page.
 *
 * The browser sets both headers; a page cannot. Every write has `Origin`, so a write without it is rejected.
 * `Sec-Fetch-Site` also distinguishes http from https, and subdomains.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || !URL.canParse(origin)) return false;
  // With a configured public URL, no other host name of this server can sign in or write.
  if (publicUrl !== null) return origin === publicUrl;
  // Behind a proxy, the scheme is unknown.
  const page = new URL(origin);
  return host !== undefined && URL.parse(`${page.protocol}//${host}`)?.host === page.host;
}
