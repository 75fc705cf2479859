/**
 * What a step may send: the methods of monitors, those of WebDAV and caches, and QUERY. CONNECT asks for a
 * tunnel, and TRACE sends a request's credentials back in a body: neither checks an API.
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
 * What keeps a step from sending a body. With GET it has a meaning for those APIs that define one, such as
 * Elasticsearch's `_search`. Source: RFC 9110, section 9.3.1.
 */
export function stepBodyFault(method: string): string | null {
  return method === "HEAD" ? "cannot be sent with HEAD; use GET or POST" : null;
}
