import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { textPayload } from "../building/text-payload.ts";
import { separateUser } from "../building/url-credentials.ts";
import { type DocumentObject, isObject, objectOf, textOf } from "../document-value.ts";
import { endpointRequest } from "./endpoint-request.ts";
import type { GatusTexts } from "./gatus-texts.ts";
import { gatusFlag } from "./gatus-values.ts";
import { hostOfUrl } from "./host-of-url.ts";

/** The check of an endpoint: its type by the URL, and the fields of that type. */

export type EndpointMonitor =
  | { type: CheckType; fields: DocumentObject; mustPause: boolean }
  /** What Gatus calls it, and why there is no such check. */
  | { type: null; reason: string };

type Context = {
  texts: GatusTexts;
  owner: string;
  files: ReadonlyMap<string, string>;
  /** Receives what differs. */
  reasons: string[];
};

export function endpointMonitor(endpoint: DocumentObject, context: Context): EndpointMonitor {
  const url = (textOf(endpoint.url) ?? "").trim();
  if (isObject(endpoint.dns)) return dnsMonitor(endpoint.dns, url, context);
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1]?.toLowerCase() ?? "";
  switch (scheme) {
    case "http":
    case "https":
      return urlMonitor(endpoint, context);
    case "tcp":
      return made("tcp", { ...address(url, context), ...payload(endpoint, context) });
    case "udp":
      return textOf(endpoint.body)
        ? made("udp", { ...address(url, context), ...payload(endpoint, context) })
        : refused("A UDP check needs data to send, and the endpoint has no body.");
    case "icmp":
      return made("ping", { host: address(url, context).host, count: 1 });
    case "starttls":
      return tlsMonitor(endpoint, { ...address(url, context), starttls: "smtp" }, context);
    case "tls":
      return tlsMonitor(endpoint, address(url, context), context);
    case "grpc":
    case "grpcs":
      return made("grpc", { ...address(url, context), tls: scheme === "grpcs", ...verification(endpoint) });
    case "ws":
    case "wss":
      return websocketMonitor(endpoint, context);
    case "ssh":
      return sshMonitor(endpoint, context);
    case "sctp":
      return refused("There is no check of SCTP.");
    default:
      return refused("The URL has no scheme that Vedette checks.");
  }
}

function made(type: CheckType, fields: DocumentObject): EndpointMonitor {
  return { type, fields, mustPause: false };
}

function refused(reason: string): EndpointMonitor {
  return { type: null, reason };
}

function address(url: string, { texts }: Context): { host: string; port?: number } {
  const found = hostOfUrl(texts.plain(url));
  return { host: found?.host ?? "", ...(found?.port != null && { port: found.port }) };
}

function verification(endpoint: DocumentObject): DocumentObject {
  return { verify_tls: !gatusFlag(objectOf(endpoint.client).insecure, false) };
}

function payload(endpoint: DocumentObject, { texts }: Context): DocumentObject {
  const body = textOf(endpoint.body) ?? "";
  return body === "" ? {} : { send: texts.templated(textPayload(body)) };
}

function urlMonitor(endpoint: DocumentObject, context: Context): EndpointMonitor {
  const { reasons, texts } = context;
  const client = objectOf(endpoint.client);
  if ("identity-aware-proxy" in client)
    return refused("Vedette cannot log in to an Identity-Aware Proxy of Google.");
  const request = endpointRequest(endpoint, context);
  const hasNoCertificate = isObject(client.tls) && request.auth?.type !== "mtls";
  if (hasNoCertificate)
    reasons.push("The client certificate is in files that were not uploaded: it is paused until you set it.");
  if (gatusFlag(client["store-cookies"], false)) reasons.push("Cookies are not kept between checks.");
  if (/\[(?:RANDOM_STRING_\d+|LOCAL_ADDRESS)\]/.test(request.body ?? ""))
    reasons.push("Placeholders in the body are sent as they are.");
  const proxy = textOf(client["proxy-url"]);
  return {
    type: "url",
    fields: { ...request, ...(proxy !== null && proxy !== "" && { proxy: proxyOf(proxy, texts) }) },
    mustPause: hasNoCertificate,
  };
}

function proxyOf(given: string, texts: GatusTexts): DocumentObject {
  const { url, user } = separateUser(given);
  if (user === null) return { url: texts.plain(url) };
  const password = texts.secret("GATUS_PROXY_PASSWORD", user.password);
  return { url: texts.plain(url), auth: { username: texts.templated(user.username), password } };
}

function tlsMonitor(endpoint: DocumentObject, fields: DocumentObject, context: Context): EndpointMonitor {
  if (textOf(endpoint.body))
    context.reasons.push("The body is not sent: the check ends after the TLS handshake.");
  return made("tls", { ...fields, ...verification(endpoint) });
}

function websocketMonitor(endpoint: DocumentObject, context: Context): EndpointMonitor {
  const { url, headers, verify_tls } = endpointRequest({ ...endpoint, body: "" }, context);
  return made("websocket", { url, headers, verify_tls, ...payload(endpoint, context) });
}

function sshMonitor(endpoint: DocumentObject, context: Context): EndpointMonitor {
  const { username, password, "private-key": key } = objectOf(endpoint.ssh);
  const logsIn = [username, password, key].some((text) => (textOf(text) ?? "") !== "");
  if (logsIn) {
    context.reasons.push(
      "It checks the identification and the host key of the server, without a login or command.",
    );
  }
  return made("ssh", address(textOf(endpoint.url) ?? "", context));
}

/** The URL of a DNS endpoint is the server. */
function dnsMonitor(dns: DocumentObject, url: string, context: Context): EndpointMonitor {
  const { host: server, port } = address(url, context);
  const name = context.texts.plain(textOf(dns["query-name"]) ?? "").trim();
  return made("dns", {
    host: name === "." ? name : name.replace(/\.$/, ""),
    record: (textOf(dns["query-type"]) ?? "A").toUpperCase(),
    server: [server],
    ...(port !== undefined && { port }),
  });
}
