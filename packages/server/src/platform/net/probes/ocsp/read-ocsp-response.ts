import { childrenOf, type DerElement, readDer } from "./read-der.ts";

/** What an OCSP response says about one certificate. */
export type SingleResponse = {
  /** OID in hex, without tag and length. */
  hash: string;
  issuerKeyHash: Buffer;
  serialNumber: bigint;
  status: "good" | "revoked" | "unknown";
  revokedAtMs: number | null;
  /** The number of RFC 5280, section 5.3.1. */
  revocationReason: number | null;
  validFromMs: number;
  /** Null: newer information is always available. */
  validToMs: number | null;
};

export type OcspResponse = {
  responses: readonly SingleResponse[];
  signed: Buffer;
  /** OID in hex. */
  signatureAlgorithm: string;
  signature: Buffer;
  /** Certificates of the signer, DER. */
  certificates: readonly Buffer[];
};

/** Larger than any response about one certificate; those of public authorities have 0.5 to 3 kB. */
const BYTES_MAX = 65_536;
const CERTIFICATES_MAX = 5;
const SUCCESSFUL = 0;
/** 1.3.6.1.5.5.7.48.1.1 */
const BASIC_RESPONSE = "2b0601050507300101";
const TAG = {
  integer: 0x02,
  octetString: 0x04,
  sequence: 0x30,
  generalizedTime: 0x18,
  tagged0: 0xa0,
} as const;

/** Reads a response of RFC 6960, section 4.2.1. Returns null if it is another one, damaged, or an error of the responder. */
export function readOcspResponse(bytes: Buffer): OcspResponse | null {
  if (bytes.length > BYTES_MAX) return null;
  const [status, wrapped] = childrenOf(readDer(bytes)[0]);
  const [type, content] = childrenOf(childrenOf(wrapped)[0]);
  if (status?.content[0] !== SUCCESSFUL || type?.content.toString("hex") !== BASIC_RESPONSE) return null;
  if (content === undefined) return null;
  const [signed, algorithm, signature, certificates] = childrenOf(readDer(content.content)[0]);
  const [algorithmId] = childrenOf(algorithm);
  if (signed === undefined || algorithmId === undefined || signature === undefined) return null;
  const list = childrenOf(signed).find(({ tag }) => tag === TAG.sequence);
  return {
    responses: childrenOf(list).flatMap((each) => readSingle(each) ?? []),
    signed: signed.bytes,
    signatureAlgorithm: algorithmId.content.toString("hex"),
    // The first byte of a bit string is the number of unused bits.
    signature: signature.content.subarray(1),
    certificates: childrenOf(childrenOf(certificates)[0])
      .slice(0, CERTIFICATES_MAX)
      .map((certificate) => certificate.bytes),
  };
}

/** By tag. */
const STATUSES: ReadonlyMap<number, SingleResponse["status"]> = new Map([
  [0x80, "good"],
  [0xa1, "revoked"],
  [0x82, "unknown"],
]);

function readSingle(element: DerElement): SingleResponse | null {
  const [certificate, state, from, ...more] = childrenOf(element);
  const [algorithm, , key, serial] = childrenOf(certificate);
  const [hash] = childrenOf(algorithm);
  const status = STATUSES.get(state?.tag ?? 0);
  const validFromMs = readTime(from);
  if (!hash || key?.tag !== TAG.octetString || serial?.tag !== TAG.integer || serial.content.length === 0)
    return null;
  if (status === undefined || validFromMs === null) return null;
  const [revokedAt, reason] = status === "revoked" ? childrenOf(state) : [];
  const until = more.find(({ tag }) => tag === TAG.tagged0);
  const validToMs = readTime(childrenOf(until)[0]);
  if (until !== undefined && validToMs === null) return null;
  return {
    hash: hash.content.toString("hex"),
    issuerKeyHash: key.content,
    serialNumber: BigInt(`0x${serial.content.toString("hex")}`),
    status,
    revokedAtMs: readTime(revokedAt),
    revocationReason: childrenOf(reason)[0]?.content[0] ?? null,
    validFromMs,
    validToMs,
  };
}

/** In DER: seconds, no fraction, in UTC. */
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

function readTime(element: DerElement | undefined): number | null {
  if (element?.tag !== TAG.generalizedTime) return null;
  const [, year, month, day, hour, minute, second] = TIME.exec(element.content.toString("latin1")) ?? [];
  if (year === undefined) return null;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}
