import type { IncomingHttpHeaders } from "node:http";

export type OriginRules = {
  /** The configured public URL of this server, without a trailing slash; null to accept its loopback addresses. */
  publicUrl: string | null;
  /** Origins whose pages may call the API with a key. */
  corsOrigins: "*" | readonly string[];
};

/**
 * Whether a request does not come from a page, or from a page that may use the MCP server. Prevents DNS rebinding: a page
 * whose host name resolves to this server sends its own host name as Origin and as Host.
 * Source: MCP specification 2025-06-18, Transports, Security Warning.
 */
export function isAllowedOrigin(
  { origin, host }: IncomingHttpHeaders,
  { publicUrl, corsOrigins }: OriginRules,
): boolean {
  if (origin === undefined) return true;
  if (corsOrigins === "*" || corsOrigins.includes(origin)) return true;
  const page = URL.parse(origin);
  if (page === null) return false;
  if (publicUrl !== null) return page.origin === new URL(publicUrl).origin;
  return LOOPBACK_HOSTS.has(page.hostname) && page.host === host;
}

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
