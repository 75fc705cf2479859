import server from "../../../../package.json" with { type: "json" };

/** The request of one hop. Header names keep the user's spelling. */
export type HttpRequest = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Names of the headers that contain a secret. */
  secretHeaders?: readonly string[];
  body: Buffer | null;
  /** Names the whole URL, because a proxy forwards the request. */
  isForProxy?: true;
};

const USER_AGENT = `Vedette/${server.version}`;
const ACCEPT_ENCODING = "gzip, deflate, br";
/** Requests with one of these methods declare the length of their body even without one. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
/** Set only here, because they frame the message. */
const FRAMING: ReadonlySet<string> = new Set(["connection", "content-length", "transfer-encoding"]);

/**
 * Returns the header fields of a request as a flat list of names and values, in the order in which they are
 * sent.
 */
export function requestHeaders({ method, url, headers, body }: HttpRequest): string[] {
  const fields: string[] = [];
  const names = new Set<string>();
  const own: string[] = [];
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (FRAMING.has(lower)) continue;
    names.add(lower);
    // Servers expect the host first. Source: RFC 9110, section 7.2.
    (lower === "host" ? fields : own).push(name, headers[name] ?? "");
  }
  if (!names.has("host")) fields.push("Host", url.host);
  if (!names.has("user-agent")) fields.push("User-Agent", USER_AGENT);
  if (!names.has("accept")) fields.push("Accept", "*/*");
  if (!names.has("accept-encoding")) fields.push("Accept-Encoding", ACCEPT_ENCODING);
  fields.push(...own);
  if (body !== null) fields.push("Content-Length", String(body.length));
  else if (METHODS_WITH_BODY.has(method)) fields.push("Content-Length", "0");
  fields.push("Connection", "close");
  return fields;
}
