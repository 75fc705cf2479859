import type { DnsAnswerFacts } from "@vedette/contract/evidence/dns-facts.ts";
import { EVIDENCE_RECORDS_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import packet, { type DecodedPacket } from "dns-packet";
import { factText } from "../fact-text.ts";

/** An answer of a name server as evidence: all records of the answer, with their aliases. Pure. */
export type ReadMessage = Pick<
  DnsAnswerFacts,
  "rcode" | "records" | "is_authenticated" | "is_authoritative"
> & {
  isTruncated: boolean;
};

type Decoded = DecodedPacket & { rcode: string };
type WireRecord = { type: string; ttl?: number; data?: unknown };

/** The types that say where a name leads to. */
const READ_TYPES: ReadonlySet<string> = new Set(["A", "AAAA", "CNAME", "DNAME", "NS"]);
const RCODE_LENGTH_MAX = 30;
const TTL_MAX = 2_147_483_647;

/** Returns null if the message cannot be read or answers another query. */
export function readMessage(message: Buffer, id: number, name: string): ReadMessage | null {
  const decoded = decode(message);
  if (decoded === null || decoded.id !== id || decoded.type !== "response") return null;
  const [question] = decoded.questions ?? [];
  // Some servers leave the question out of an error.
  if (question !== undefined && question.name.toLowerCase() !== name.toLowerCase()) return null;
  const answers = (decoded.answers ?? []) as WireRecord[];
  return {
    rcode: factText(String(decoded.rcode), RCODE_LENGTH_MAX),
    records: answers
      .filter(({ type, data }) => READ_TYPES.has(type) && typeof data === "string")
      .slice(0, EVIDENCE_RECORDS_MAX)
      .map(({ type, data, ttl = 0 }) => ({
        type,
        value: factText(String(data)),
        ttl: Math.min(Math.max(0, ttl), TTL_MAX),
      })),
    is_authenticated: decoded.flag_ad,
    is_authoritative: decoded.flag_aa,
    isTruncated: decoded.flag_tc,
  };
}

/** The library throws plain errors and RangeErrors at messages that it cannot read. */
function decode(message: Buffer): Decoded | null {
  try {
    return packet.decode(message) as Decoded;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
