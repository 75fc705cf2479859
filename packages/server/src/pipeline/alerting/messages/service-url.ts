/** The URL of an API below the root of a user's own server, which may have a path. */
export function serviceUrl(serverUrl: string, path: string): string {
  const url = new URL(serverUrl);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  return url.href;
}

/** A URL with more query parameters. */
export function withQuery(text: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(text);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
