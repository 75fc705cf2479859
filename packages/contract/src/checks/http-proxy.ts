import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { CONTROL } from "../common/http-rules.ts";
import { referenceError } from "../variables/template.ts";

/** The proxy of an HTTP check. */

const TEXT_MAX = 8_192;
/** User name and password are each at most 255 bytes in SOCKS. Source: RFC 1929, section 2. */
const SOCKS_CREDENTIAL_BYTES_MAX = 255;
const DEFAULT_PORTS = { "http:": 80, "https:": 443, "socks5:": 1_080 };

/** The protocol between a check and its proxy. */
export type ProxyProtocol = keyof typeof DEFAULT_PORTS;

const credential = z
  .string()
  .max(TEXT_MAX)
  .superRefine((text, ctx) => {
    const message = referenceError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  });

export const httpProxySchema = z
  .strictObject({
    url: z
      .string()
      .max(TEXT_MAX)
      .superRefine((text, ctx) => {
        const message = proxyUrlError(text);
        if (message !== null) ctx.addIssue({ code: "custom", message });
      })
      .meta({ description: "`http://`, `https://` or `socks5://`, host and port" }),
    auth: z.strictObject({ username: credential, password: credential }).nullable().default(null),
  })
  .meta({ description: "Sends the check through a proxy, which resolves the host of the URL" });

export type HttpProxy = z.output<typeof httpProxySchema>;

/** Returns the parts of a proxy's URL; null if it is not one. */
export function parseProxyUrl(text: string): { protocol: ProxyProtocol; host: string; port: number } | null {
  const url = URL.parse(text);
  if (url === null || !(url.protocol in DEFAULT_PORTS) || url.hostname === "") return null;
  const protocol = url.protocol as ProxyProtocol;
  return { protocol, host: url.hostname, port: url.port === "" ? DEFAULT_PORTS[protocol] : Number(url.port) };
}

function proxyUrlError(text: string): string | null {
  const url = CONTROL.test(text) || text.trim() !== text ? null : URL.parse(text);
  if (url === null || parseProxyUrl(text) === null)
    return "must be the URL of a proxy, such as http://proxy.example:3128 or socks5://proxy.example:1080";
  if (url.username !== "" || url.password !== "") return "must not contain user:password; use proxy.auth";
  return url.search === "" && url.hash === "" && /^\/?$/.test(url.pathname)
    ? null
    : "must end after the host and port";
}

type ProxiedRequest = {
  proxy: HttpProxy | null;
  resolve: Readonly<Record<string, string>>;
  ip_family: "any" | 4 | 6;
};

/** Returns what is wrong with a proxy together with the other options of the connection. */
export function proxyErrors({ proxy, resolve, ip_family }: ProxiedRequest): ErrorDetail[] {
  if (proxy === null) return [];
  const elsewhere = "does not apply to a check through a proxy, which resolves the name";
  return [
    ...(Object.keys(resolve).length > 0 ? [{ path: "resolve", message: elsewhere }] : []),
    ...(ip_family === "any" ? [] : [{ path: "ip_family", message: elsewhere }]),
    ...credentialErrors(proxy),
  ];
}

function credentialErrors({ url, auth }: HttpProxy): ErrorDetail[] {
  const isSocks = parseProxyUrl(url)?.protocol === "socks5:";
  return Object.entries(auth ?? {}).flatMap(([name, text]) => {
    const isTooLong = isSocks && new TextEncoder().encode(text).length > SOCKS_CREDENTIAL_BYTES_MAX;
    const message = CONTROL.test(text)
      ? "must not contain line breaks or control characters"
      : isTooLong
        ? `must be at most ${SOCKS_CREDENTIAL_BYTES_MAX} bytes for a SOCKS proxy`
        : null;
    return message === null ? [] : [{ path: `proxy.auth.${name}`, message }];
  });
}
