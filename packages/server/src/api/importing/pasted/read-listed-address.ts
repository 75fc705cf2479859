import { isHost } from "@vedette/contract/common/http-rules.ts";
import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { separateUser, type UrlUser } from "../building/url-credentials.ts";

/** What a monitor checks. `identity` is the same for every spelling of one address. */
export type Address = {
  fields: Record<string, unknown>;
  name: string;
  identity: string;
  reasons: string[];
  login?: UrlUser;
};
type ReadAddress = Address | { problem: string };

const PREFIX = /^(tcp|ping|icmp|dns)(?::\/\/|:|\s+)(.+)$/i;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{1,62}\.?$/u;
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[^:\s/]+):(\d{1,5})$/i;

/** Reads `https://…`, `wss://…`, `tcp:host:port`, `ping:host`, `dns:name`, `host:port`, an IP address or a domain. */
export function readListedAddress(text: string): ReadAddress {
  const [, prefix, rest = ""] = PREFIX.exec(text) ?? [];
  if (prefix !== undefined) return ofPrefix(prefix.toLowerCase(), rest.trim().replace(/\/$/, ""));
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?!\d+(?:\/|$))/i.exec(text) ?? [];
  if (scheme !== undefined && !isAddress(text)) return ofUrl(scheme.toLowerCase(), text, []);
  if (isAddress(text.replace(/^\[(.*)\]$/, "$1"))) return ping(text.replace(/^\[(.*)\]$/, "$1"));
  if (HOST_AND_PORT.test(text)) return tcp(text);
  const [host = ""] = text.split(/[/?#:]/);
  if (DOMAIN.test(host))
    return ofUrl("https", `https://${text}`, ["The address has no scheme: https:// is used."]);
  return { problem: "It is no URL, no host with a port, no IP address and no domain." };
}

/** An IPv4 or IPv6 address, as the URL parser reads it. */
function isAddress(text: string): boolean {
  const isPlain =
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) || /^[0-9a-f.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text);
  return isPlain && isHost(text);
}

function ofPrefix(prefix: string, rest: string): ReadAddress {
  if (prefix === "tcp") return tcp(rest);
  if (!isHost(rest)) return { problem: `'${prefix}' must be followed by a host name.` };
  if (prefix === "dns")
    return { fields: { type: "dns", host: rest }, name: rest, identity: `dns ${rest}`, reasons: [] };
  return ping(rest.replace(/^\[(.*)\]$/, "$1"));
}

function ping(host: string): Address {
  const fields = { type: "ping", host: host.toLowerCase() };
  return { fields, name: host, identity: `ping ${fields.host}`, reasons: [] };
}

function tcp(text: string): ReadAddress {
  const [, host, digits] = HOST_AND_PORT.exec(text) ?? [];
  const port = Number(digits);
  if (host === undefined || !isHost(host) || port < 1 || port > 65_535)
    return { problem: "A TCP monitor needs a host and a port, such as tcp:db.example.com:5432." };
  const fields = { type: "tcp", host: host.replace(/^\[(.*)\]$/, "$1").toLowerCase(), port };
  return { fields, name: text, identity: `tcp ${text.toLowerCase()}`, reasons: [] };
}

const TYPE_OF: Readonly<Record<string, string>> = {
  http: "url",
  https: "url",
  ws: "websocket",
  wss: "websocket",
};

function ofUrl(scheme: string, text: string, reasons: string[]): ReadAddress {
  const type = TYPE_OF[scheme];
  if (type === undefined) return { problem: `Addresses of '${scheme}:' have no counterpart.` };
  const parsed = URL.parse(text);
  if (parsed === null || !/^[a-z]+:\/\/[^/]/i.test(text)) return { problem: "It is not a valid URL." };
  const { url: given, user } = separateUser(text);
  const url = escapeTemplate(given);
  parsed.username = "";
  parsed.password = "";
  // Two spellings of a host, such as upper case, are one address.
  const isPlainHost = !/[^\p{ASCII}]/u.test(url);
  const stored = isPlainHost && url.toLowerCase().startsWith(`${scheme}://`) ? parsed.href : url;
  const shown = withoutScheme(url).replace(/\/$/, "");
  return {
    fields: {
      type,
      url: parsed.pathname === "/" && parsed.search === "" ? stored.replace(/\/$/, "") : stored,
    },
    name: shown,
    identity: `${type} ${withoutScheme(parsed.href)}`.replace(/\/$/, ""),
    reasons,
    ...(user !== null && { login: user }),
  };
}

function withoutScheme(url: string): string {
  return url.replace(/^[a-z]+:\/\//i, "");
}
