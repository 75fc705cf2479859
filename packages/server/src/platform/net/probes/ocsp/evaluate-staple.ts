import { createHash, verify, X509Certificate } from "node:crypto";
import { childrenOf, readDer } from "./read-der.ts";
import { type OcspResponse, readOcspResponse, type SingleResponse } from "./read-ocsp-response.ts";

/** What a stapled OCSP response says. `detail` is when and why the certificate was revoked. */
export type StapleFinding = {
  /** `invalid`: damaged, about another certificate, or not signed for the issuer. */
  status: "none" | "good" | "revoked" | "unknown" | "expired" | "invalid";
  detail: string | null;
};

type StapleContext = {
  leaf: X509Certificate;
  /** The certificate that issued it; null if it is not known. */
  issuer: X509Certificate | null;
  nowMs: number;
};

/** Clocks differ by so much. */
const SKEW_MS = 300_000;

/** Evaluates what a server stapled, as clients do. Source: RFC 6960, section 3.2. */
export function evaluateStaple(staple: Buffer | null, context: StapleContext): StapleFinding {
  if (staple === null || staple.length === 0) return { status: "none", detail: null };
  const response = readOcspResponse(staple);
  if (response === null || context.issuer === null) return INVALID;
  try {
    return evaluateResponse(response, { ...context, issuer: context.issuer });
  } catch {
    // A certificate of the server has a number or a key that node:crypto does not read.
    return INVALID;
  }
}

function evaluateResponse(
  response: OcspResponse,
  { leaf, issuer, nowMs }: StapleContext & { issuer: X509Certificate },
): StapleFinding {
  const single = response.responses.find((each) => isAbout(each, { leaf, issuer }));
  if (single === undefined || !isSignedFor(response, issuer, nowMs)) return INVALID;
  // A revocation does not end with the response.
  if (single.status === "revoked") return { status: "revoked", detail: revocationText(single) };
  if (nowMs < single.validFromMs - SKEW_MS) return INVALID;
  if (single.validToMs !== null && nowMs > single.validToMs + SKEW_MS)
    return { status: "expired", detail: null };
  return { status: single.status, detail: null };
}

const INVALID: StapleFinding = { status: "invalid", detail: null };

/** By OID in hex. */
const HASHES: Readonly<Record<string, string>> = {
  "2b0e03021a": "sha1",
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

/** The key and the serial number identify the certificate; the name of the issuer adds nothing. */
function isAbout(
  { hash, issuerKeyHash, serialNumber }: SingleResponse,
  { leaf, issuer }: { leaf: X509Certificate; issuer: X509Certificate },
): boolean {
  const algorithm = HASHES[hash];
  if (algorithm === undefined || serialNumber !== BigInt(`0x${leaf.serialNumber}`)) return false;
  const [, key] = childrenOf(readDer(issuer.publicKey.export({ type: "spki", format: "der" }))[0]);
  if (key === undefined) return false;
  return createHash(algorithm).update(key.content.subarray(1)).digest().equals(issuerKeyHash);
}

/** The digest by the OID of the signature algorithm in hex; null if the algorithm has none of its own. */
const SIGNATURE_DIGESTS: Readonly<Record<string, string | null>> = {
  "2a864886f70d010105": "sha1",
  "2a864886f70d01010b": "sha256",
  "2a864886f70d01010c": "sha384",
  "2a864886f70d01010d": "sha512",
  "2a8648ce3d040302": "sha256",
  "2a8648ce3d040303": "sha384",
  "2a8648ce3d040304": "sha512",
  "2b6570": null,
};
/** Extended key usage of certificates that may sign for their issuer. */
const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";

/** Whether the issuer signed the response, or a signer whom it authorized. */
function isSignedFor(response: OcspResponse, issuer: X509Certificate, nowMs: number): boolean {
  const { signatureAlgorithm, signed, signature } = response;
  const digest = SIGNATURE_DIGESTS[signatureAlgorithm];
  if (digest === undefined) return false;
  const signers = response.certificates.flatMap((bytes) => readCertificate(bytes) ?? []);
  return [issuer, ...signers.filter((signer) => isAuthorized(signer, issuer, nowMs))].some((signer) => {
    try {
      return verify(digest, signed, signer.publicKey, signature);
    } catch {
      // The key cannot have made such a signature.
      return false;
    }
  });
}

function readCertificate(bytes: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(bytes);
  } catch {
    return null;
  }
}

function isAuthorized(signer: X509Certificate, issuer: X509Certificate, nowMs: number): boolean {
  return (
    signer.checkIssued(issuer) &&
    signer.verify(issuer.publicKey) &&
    (signer.keyUsage ?? []).includes(OCSP_SIGNING) &&
    nowMs >= Date.parse(signer.validFrom) - SKEW_MS &&
    nowMs <= Date.parse(signer.validTo) + SKEW_MS
  );
}

/** Source: RFC 5280, section 5.3.1. */
const REASONS = new Map([
  [1, "key compromise"],
  [2, "CA compromise"],
  [3, "affiliation changed"],
  [4, "superseded"],
  [5, "cessation of operation"],
  [6, "certificate hold"],
  [9, "privilege withdrawn"],
  [10, "AA compromise"],
]);

function revocationText({ revokedAtMs, revocationReason }: SingleResponse): string {
  const reason = REASONS.get(revocationReason ?? 0);
  const at = revokedAtMs === null ? "" : ` on ${new Date(revokedAtMs).toISOString().slice(0, 10)}`;
  return `the certificate was revoked${at}${reason === undefined ? "" : ` (${reason})`}`;
}
