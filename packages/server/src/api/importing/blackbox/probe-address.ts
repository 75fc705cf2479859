/** Returns host and port of a target such as `db.example:5432`, `[2001:db8::1]:22` or a URL. */
export function targetAddress(target: string): { host: string; port?: number } {
  const authority =
    target
      .trim()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
      .split("/", 1)[0] ?? "";
  if (/^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(authority)) return { host: authority };
  const [, bracketed, named, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = bracketed ?? named ?? "";
  return port === undefined ? { host } : { host, port: Number(port) };
}
