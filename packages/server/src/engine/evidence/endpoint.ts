import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";

/** Where a check connects to. */
export type EvidenceEndpoint = {
  /** A host name or an address, without brackets. */
  host: string;
  /** 0 if the kind has no port. */
  port: number;
  /** How TLS starts with the connection; null if it does not. */
  tls: { verify: boolean; servername: string } | null;
  ipFamily: 4 | 6 | null;
  /** The address that the monitor gives for the host instead of its records. */
  pinned: string | null;
  /** The check is about the name, and connects to no address of it. */
  isNameOnly: boolean;
};

/** Returns null for a check that connects to no host of its own, or by way of a proxy, which resolves the host. */
export function endpointOf(spec: CheckSpec): EvidenceEndpoint | null {
  if (spec.kind === "url") return urlEndpoint(spec);
  if (!("host" in spec) || spec.host === "" || spec.host === ".") return null;
  const { host } = spec;
  const port = "port" in spec && typeof spec.port === "number" ? spec.port : 0;
  const ipFamily = "ipFamily" in spec ? (spec.ipFamily ?? null) : null;
  const plain = plainHost(host);
  const isNameOnly = spec.kind === "dns";
  return { host: plain, port, tls: tlsOf(spec, plain), ipFamily, pinned: null, isNameOnly };
}

function urlEndpoint(spec: Extract<CheckSpec, { kind: "url" }>): EvidenceEndpoint | null {
  if (spec.proxy !== undefined || !URL.canParse(spec.url)) return null;
  const url = new URL(spec.url);
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return null;
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const host = plainHost(url.hostname);
  return {
    host,
    port,
    tls: isSecure ? { verify: spec.verifyTls, servername: host } : null,
    ipFamily: spec.ipFamily ?? null,
    pinned: spec.resolve?.[`${url.hostname}:${port}`] ?? null,
    isNameOnly: false,
  };
}

function tlsOf(spec: CheckSpec, host: string): EvidenceEndpoint["tls"] {
  if (spec.kind === "tls") {
    if (spec.startTls !== undefined) return null;
    return { verify: spec.verifyTls, servername: plainHost(spec.servername ?? host) };
  }
  if (spec.kind === "tcp" && spec.tls) return { verify: spec.tls.verify, servername: host };
  return null;
}

function plainHost(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}
