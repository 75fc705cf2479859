import {
  ANSWER_RECORD_LENGTH_MAX,
  ANSWER_RECORDS_MAX,
  type DnsRecord,
} from "@vedette/contract/checks/dns.ts";
import packet, { type Answer, type DecodedPacket } from "dns-packet";

/** A query and its answer in the wire format of RFC 1035, by the library dns-packet. Pure. */

export type DnsQuestion = {
  name: string;
  record: DnsRecord;
  isRecursive: boolean;
  /** Asks the server for a validated answer. Source: RFC 6840, section 5.7. */
  wantsDnssec: boolean;
  /** Asks for the answer without validation. */
  isUnchecked?: boolean;
};

export type DnsAnswer = {
  rcode: string;
  /** The values of the records of the type that was asked for, as a zone file shows them; sorted. */
  values: string[];
  /** The shortest time to live of these records in seconds; null without one. */
  ttl: number | null;
  isAuthenticated: boolean;
  isTruncated: boolean;
};

/** A larger UDP answer is truncated, and asked for over TCP. Source: https://dnsflagday.net/2020/ */
const UDP_BYTES_MAX = 1_232;

/** Types that dns-packet does not know by name. Source: RFC 9460, section 14. */
const NUMBERED: Partial<Record<DnsRecord, string>> = { SVCB: "UNKNOWN_64", HTTPS: "UNKNOWN_65" };

export function encodeQuery(id: number, question: DnsQuestion): Buffer {
  const { name, record, isRecursive, wantsDnssec, isUnchecked } = question;
  const flags =
    (isRecursive ? packet.RECURSION_DESIRED : 0) |
    (wantsDnssec ? packet.AUTHENTIC_DATA : 0) |
    (isUnchecked ? packet.CHECKING_DISABLED : 0);
  return packet.encode({
    type: "query",
    id,
    flags,
    questions: [{ type: wireType(record), name: plainName(name) }],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: UDP_BYTES_MAX,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: wantsDnssec ? packet.DNSSEC_OK : 0,
        options: [],
      },
    ],
  } as never);
}

/** Returns the answer to a query; null if the message is the answer to another one. Throws if it cannot be read. */
export function decodeAnswer(message: Buffer, id: number, { name, record }: DnsQuestion): DnsAnswer | null {
  const decoded = packet.decode(message) as DecodedPacket & { rcode: string };
  const [question] = decoded.questions ?? [];
  const isAnswer =
    decoded.id === id &&
    decoded.type === "response" &&
    // Some servers leave the question out of an error.
    (question === undefined || question.name.toLowerCase() === plainName(name).toLowerCase());
  if (!isAnswer) return null;
  const own = (decoded.answers ?? [])
    .filter(({ type }) => type === wireType(record))
    .slice(0, ANSWER_RECORDS_MAX) as WithData[];
  return {
    rcode: decoded.rcode,
    values: own
      .map((answer) => valueText(record, answer.data).slice(0, ANSWER_RECORD_LENGTH_MAX).toWellFormed())
      .sort(),
    ttl: own.length === 0 ? null : Math.min(...own.map(({ ttl }) => ttl ?? 0)),
    isAuthenticated: decoded.flag_ad,
    isTruncated: decoded.flag_tc,
  };
}

type WithData = Answer & { ttl?: number; data: unknown };

function wireType(record: DnsRecord): never {
  return (NUMBERED[record] ?? record) as never;
}

/** The library writes the root as an empty name. */
function plainName(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

type Fields = Record<string, unknown>;

/** The fields of each type in the order of a zone file. */
const FIELDS: Partial<Record<DnsRecord, readonly string[]>> = {
  CAA: ["flags", "tag", "value"],
  DNSKEY: ["flags", "protocol", "algorithm", "key"],
  DS: ["keyTag", "algorithm", "digestType", "digest"],
  MX: ["preference", "exchange"],
  NAPTR: ["order", "preference", "flags", "services", "regexp", "replacement"],
  SOA: ["mname", "rname", "serial", "refresh", "retry", "expire", "minimum"],
  SRV: ["priority", "weight", "port", "target"],
  TLSA: ["usage", "selector", "matchingType", "certificate"],
};

function valueText(record: DnsRecord, data: unknown): string {
  if (record === "TXT") return (Array.isArray(data) ? data : [data]).map(String).join("");
  const fields = FIELDS[record];
  if (fields !== undefined && typeof data === "object" && data !== null) {
    return fields.map((name) => fieldText(name, (data as Fields)[name])).join(" ");
  }
  // Source: RFC 3597, section 5.
  if (Buffer.isBuffer(data)) return `\\# ${data.length} ${data.toString("hex")}`;
  return String(data);
}

function fieldText(name: string, value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString(name === "key" ? "base64" : "hex");
  // The library leaves it out, because it is always 3. Source: RFC 4034, section 2.1.2.
  return name === "protocol" ? "3" : String(value ?? 0);
}
