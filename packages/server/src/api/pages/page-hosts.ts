import type { IncomingMessage } from "node:http";
import type { ServedPage } from "../../pipeline/status-pages/served-queries.ts";

/**
 * Leads requests for the domain of a page to the paths of that page, before they are routed. Nothing else of this server
 * is served at such a domain, so that no page can be used against the dashboard.
 */
export const PAGES_PATH = "/status";
/** Pattern of the address of a page. */
export const PAGE_ROUTE = `${PAGES_PATH}/:slug`;
const OWN_PATHS = /^\/(?:\.well-known\/vedette-page\/|\.well-known\/acme-challenge\/)/;

/** A page that does not exist, for host names below the status domain without a page. */
const NO_PAGE = "-";
const HOST_LENGTH_MAX = 260;

type Hosts = {
  statusDomain: string | null;
  findByHost: (host: string) => Pick<ServedPage, "slug"> | null;
};

/** Returns the path to route. `request.url` is what the client sent. */
export function pathAtHost(
  { url = "/", headers }: Pick<IncomingMessage, "url" | "headers">,
  hosts: Hosts,
): string {
  const slug = slugOfHost(headers.host, hosts);
  if (slug === null || OWN_PATHS.test(url)) return url;
  const path = url.startsWith("/") ? url : "/";
  return `${PAGES_PATH}/${slug}${path === "/" ? "" : path.startsWith("/?") ? path.slice(1) : path}`;
}

/** The slug of the page at a host; null for other hosts. */
function slugOfHost(header: string | undefined, { statusDomain, findByHost }: Hosts): string | null {
  const host = hostName(header);
  if (host === null) return null;
  const page = findByHost(host);
  if (page) return page.slug;
  if (statusDomain === null || !host.endsWith(`.${statusDomain}`)) return null;
  const label = host.slice(0, -statusDomain.length - 1);
  return /^[a-z0-9-]{1,63}$/.test(label) ? label : NO_PAGE;
}

/** The name in a Host header, without port and final dot, in lower case; null if there is none. */
export function hostName(header: string | undefined): string | null {
  if (header === undefined || header === "" || header.length > HOST_LENGTH_MAX) return null;
  return header.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
