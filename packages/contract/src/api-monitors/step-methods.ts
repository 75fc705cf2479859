/**
 * Methods of a step: those of monitors, of WebDAV and caches, and QUERY. CONNECT requests a tunnel, and TRACE returns
 * the credentials of the request in a body: neither is useful to check an API.
 */
export const STEP_METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "COPY",
  "LINK",
  "LOCK",
  "MKCOL",
  "MOVE",
  "PROPFIND",
  "PROPPATCH",
  "PURGE",
  "QUERY",
  "REPORT",
  "SEARCH",
  "UNLINK",
  "UNLOCK",
  "VIEW",
] as const;

/**
 * Returns why a step cannot send a body with this method, or null. A body with GET is allowed because some APIs
 * define one, such as Elasticsearch's `_search`. Source: RFC 9110, section 9.3.1.
 */
export function stepBodyError(method: string): string | null {
  return method === "HEAD" ? "cannot be sent with HEAD; use GET or POST" : null;
}
