/** The options of curl by short letter and long name, and how each is imported. Source: `man curl`, 8.x. */

export type CurlOption = { takesValue: boolean; use: CurlUse };
export type CurlUse =
  | "request"
  | "header"
  | "data"
  | "data-raw"
  | "data-binary"
  | "data-urlencode"
  | "json"
  | "get"
  | "user"
  | "bearer"
  | "cookie"
  | "user-agent"
  | "referer"
  | "insecure"
  | "location"
  | "head"
  | "max-time"
  | "form"
  | "url"
  | "url-query"
  | "fail"
  | "range"
  | "globoff"
  /** `-u` is for a scheme other than Basic. */
  | "auth-scheme"
  | "next"
  /** Ignored: it has no meaning for a check, or checks do it anyway. */
  | "harmless"
  | "unsupported";

const USED: Record<Exclude<CurlUse, "harmless" | "unsupported">, string> = {
  request: "X:request",
  header: "H:header",
  data: "d:data :data-ascii",
  "data-raw": ":data-raw",
  "data-binary": ":data-binary",
  "data-urlencode": ":data-urlencode",
  json: ":json",
  get: "G.get",
  user: "u:user",
  bearer: ":oauth2-bearer",
  cookie: "b:cookie",
  "user-agent": "A:user-agent",
  referer: "e:referer",
  insecure: "k.insecure",
  location: "L.location .location-trusted",
  head: "I.head",
  "max-time": "m:max-time",
  form: "F:form :form-string",
  url: ":url",
  "url-query": ":url-query",
  fail: "f.fail .fail-with-body",
  range: "r:range",
  globoff: "g.globoff",
  "auth-scheme": ".digest .ntlm .negotiate .anyauth :aws-sigv4",
  next: ":.next",
};
const HARMLESS =
  ".compressed s.silent S.show-error v.verbose i.include #.progress-bar .no-progress-meter N.no-buffer o:output O.remote-name J.remote-header-name w:write-out D:dump-header .fail-early .path-as-is .basic .trace-time :trace :trace-ascii .styled-output .create-dirs c:cookie-jar j.junk-session-cookies :stderr .no-keepalive .tcp-nodelay .ssl-reqd Z.parallel .no-sessionid q.disable";
const UNSUPPORTED =
  "x:proxy U:proxy-user :proxy-header :noproxy :preproxy :socks4 :socks4a :socks5 :socks5-hostname E:cert :cert-type :key :key-type :pass :cacert :capath :pinnedpubkey :ciphers :tls13-ciphers :tls-max 0.http1.0 .http1.1 .http2 .http2-prior-knowledge .http3 .http3-only 1.tlsv1 .tlsv1.0 .tlsv1.1 .tlsv1.2 .tlsv1.3 2.sslv2 3.sslv3 4.ipv4 6.ipv6 :resolve :connect-to :interface :local-port :unix-socket :abstract-unix-socket :connect-timeout :retry :retry-delay :retry-max-time .retry-all-errors .retry-connrefused T:upload-file C:continue-at z:time-cond y:speed-time Y:speed-limit :limit-rate :max-redirs :max-filesize .post301 .post302 .post303 K:config n.netrc :netrc-file .netrc-optional :request-target :doh-url :dns-servers :expect100-timeout :keepalive-time :proto :proto-redir :proto-default a.append B.use-ascii l.list-only p.proxytunnel P:ftp-port Q:quote t:telnet-option R.remote-time :etag-save :etag-compare :variable :expand-url :expand-data :expand-header :haproxy-clientip .haproxy-protocol .tr-encoding .raw .ignore-content-length .cert-status .ssl-no-revoke .proxy-insecure h.help V.version M.manual";

const options = new Map<string, CurlOption>();
for (const [use, spec] of Object.entries(USED)) register(spec, use as CurlUse);
register(HARMLESS, "harmless");
register(UNSUPPORTED, "unsupported");

export function findCurlOption(name: string): CurlOption | null {
  return options.get(name) ?? null;
}

/** `x:long` takes a value, `x.long` does not; the letter is optional. */
function register(spec: string, use: CurlUse): void {
  for (const entry of spec.split(" ")) {
    const [, letter = "", kind = "", long = ""] = /^([A-Za-z0-9#]?)([:.]{1,2})(.+)$/.exec(entry) ?? [];
    const option: CurlOption = { takesValue: kind === ":", use };
    options.set(`--${long}`, option);
    if (letter !== "") options.set(`-${letter}`, option);
  }
}
