import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser sent this request from a page of ours. Asked before anything is changed on the strength
 * of a cookie, which a browser sends with requests of any page, and before sign-in.
 *
 * Both headers are set by the browser, out of a page's reach. `Origin` comes with every request that changes
 * something, so one without it is refused. `Sec-Fetch-Site` also distinguishes http from https and one subdomain from
 * another.
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
