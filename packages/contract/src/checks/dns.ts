import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { isHost } from "../common/http-rules.ts";
import { defaultedField, defineCheckKind, optionalField, switchField } from "./check-kind.ts";
import { expectField } from "./fields/exchange-fields.ts";
import { hostField, portField } from "./fields/host-fields.ts";
import { ipFamilyField, ipFamilySpec, keepBodyField, keepBodySpec } from "./http-options.ts";

/** One DNS query for a name, at the resolver of the system or at given servers. */

export const DNS_RECORDS = [
  "A",
  "AAAA",
  "CAA",
  "CNAME",
  "DNSKEY",
  "DS",
  "HTTPS",
  "MX",
  "NAPTR",
  "NS",
  "PTR",
  "SOA",
  "SRV",
  "SVCB",
  "TLSA",
  "TXT",
] as const;
export type DnsRecord = (typeof DNS_RECORDS)[number];

export const DNS_TRANSPORTS = ["udp", "tcp", "tls", "https"] as const;
export type DnsTransport = (typeof DNS_TRANSPORTS)[number];
export const DNS_PORTS: Record<DnsTransport, number> = { udp: 53, tcp: 53, tls: 853, https: 443 };

/** The value of `expect` with which a changed set of records is down until it is accepted. */
const UNCHANGED = "unchanged";

/** Further records of an answer are ignored, and longer ones cut. */
export const ANSWER_RECORDS_MAX = 200;
export const ANSWER_RECORD_LENGTH_MAX = 8_192;

const SERVERS_MAX = 5;
const record = z.enum(DNS_RECORDS);
const transport = z.enum(DNS_TRANSPORTS);
const dnssec = z.enum(["ignore", "require"]);

/** A label of at most 63 characters. Names such as _dmarc.example.com are allowed. */
const DNS_NAME = /^(?=.{1,253}\.?$)(?:\.|(?:[^.\s\0-\x20\x7f]{1,63}\.)*[^.\s\0-\x20\x7f]{1,63}\.?)$/;

export const dnsCheck = defineCheckKind({
  fields: {
    host: hostField,
    record: defaultedField(record, record, "A" as const),
    server: optionalField(
      z.array(z.string().max(253)).min(1).max(SERVERS_MAX).meta({
        description:
          "The servers to ask, by host name or address; several must give the same answer. Default: the resolver of the runner",
      }),
      z.array(z.string()),
    ),
    port: portField,
    transport: defaultedField(
      transport.meta({ description: "`tls` is DNS over TLS, `https` is DNS over HTTPS at `/dns-query`" }),
      transport,
      "udp" as const,
    ),
    recursion: switchField(z.boolean().meta({ description: "Ask the server to resolve the name" }), true),
    expect: expectField,
    dnssec: defaultedField(
      dnssec.meta({ description: "`require` fails unless the server validated the answer" }),
      dnssec,
      "ignore" as const,
    ),
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },

  findErrors({ host, server, port, transport: via, expect }) {
    const errors: ErrorDetail[] = [];
    if (host === null) errors.push({ path: "host", message: "is required for type 'dns'" });
    else if (!DNS_NAME.test(host)) errors.push({ path: "host", message: "must be a DNS name" });
    for (const [index, each] of (server ?? []).entries()) {
      if (!isHost(each))
        errors.push({ path: `server.${index}`, message: "must be a host name or an IP address" });
    }
    if (server === null && port !== null)
      errors.push({ path: "port", message: "needs a server; the resolver of the runner has its own" });
    if (server === null && (via === "tls" || via === "https"))
      errors.push({ path: "server", message: `is required for transport '${via}'` });
    if (expect !== null && expect !== UNCHANGED)
      errors.push({ path: "expect", message: `must be '${UNCHANGED}' for type 'dns'` });
    return errors;
  },

  address: ({ host, record: type }) => `${host} ${type}`,

  toSpec: (
    { host, record: type, server, port, transport: via, recursion, dnssec: mode, ...options },
    { baseline },
  ) => ({
    host: host ?? "",
    record: type,
    servers: server,
    port: port ?? DNS_PORTS[via],
    transport: via,
    ...(!recursion && { noRecursion: true as const }),
    ...(options.expect === UNCHANGED && { baseline: { records: baseline } }),
    ...(mode === "require" && { requiresDnssec: true as const }),
    ...ipFamilySpec(options.ip_family),
    ...keepBodySpec(options.keep_body),
  }),

  noCertificate: () => "a DNS monitor",

  masked: [],
});

/** Returns whether a monitor compares the records with those that were accepted. */
export function comparesRecords(config: object): boolean {
  return "expect" in config && config.expect === UNCHANGED;
}
