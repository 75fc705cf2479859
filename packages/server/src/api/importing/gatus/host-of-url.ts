/** Returns host and port of a URL of any scheme, such as `tcp://db.example:5432`; null if it has no host. */
export function hostOfUrl(url: string): { host: string; port: number | null } | null {
  const authority = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(url.trim())?.[1] ?? "";
  const [, bracketed, named, digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const isAddress = /^[0-9a-f:.]+$/i.test(authority) && authority.split(":").length > 2;
  const host = isAddress ? authority : (bracketed ?? named ?? "");
  if (host === "") return null;
  const port = isAddress || digits === undefined ? null : Number(digits);
  return { host, port };
}
