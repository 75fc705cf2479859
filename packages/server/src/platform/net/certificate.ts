import type { DetailedPeerCertificate, PeerCertificate } from "node:tls";
import type { TlsReason } from "@vedette/contract/checks/check-errors.ts";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";

type Certificate = PeerCertificate | DetailedPeerCertificate;

/** Maximum characters kept of a name in a certificate, which is untrusted text. */
const NAME_LENGTH_MAX = 200;

/** Returns the facts of a certificate, valid or not. */
export function certificateFacts(certificate: Certificate, protocol: string | null): TlsFacts {
  const expiresAtMs = Date.parse(certificate.valid_to);
  return {
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
    issuer: issuerText(certificate),
    protocol,
    ...(certificate.fingerprint256 && { fingerprint: certificate.fingerprint256 }),
  };
}

/** Converts Node's OpenSSL verification code to a reason and a message. */
export function certificateError(
  code: string,
  certificate: Certificate,
  host: string,
): { reason: TlsReason; message: string } {
  const reason = REASONS[code] ?? "unknown_issuer";
  return { reason, message: `${errorText(reason, certificate, host)} (${code})` };
}

/** Converts the error code of a failed handshake to a reason and a message. */
export function handshakeError(code: string): { reason: TlsReason; message: string } {
  if (WEAK_HANDSHAKE.test(code)) {
    return { reason: "weak", message: `the server offers only outdated TLS versions or keys (${code})` };
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return { reason: "handshake", message: `the server does not speak TLS at this port (${code})` };
  }
  if (CLIENT_CERTIFICATE.test(code)) {
    return { reason: "handshake", message: `the server requires a client certificate (${code})` };
  }
  return { reason: "handshake", message: `the TLS handshake failed (${code})` };
}

const REASONS: Readonly<Record<string, TlsReason>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not_yet_valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self_signed",
  // The chain ends in an untrusted root; the certificate of the server itself is not self-signed.
  SELF_SIGNED_CERT_IN_CHAIN: "unknown_issuer",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong_host",
  HOSTNAME_MISMATCH: "wrong_host",
  // Node has no name for OpenSSL's results for weak keys and digests. Other unnamed results are rare.
  UNSPECIFIED: "weak",
};

const WEAK_HANDSHAKE =
  /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|TOO_SMALL|TOO_WEAK|INSUFFICIENT_SECURITY|UNSAFE_LEGACY|BAD_SIGNATURE_TYPE|WRONG_SIGNATURE_TYPE|LEGACY_SIGALG/;
const CLIENT_CERTIFICATE = /CERTIFICATE_REQUIRED/;

function errorText(reason: TlsReason, certificate: Certificate, host: string): string {
  switch (reason) {
    case "expired":
      return `the certificate expired on ${certificate.valid_to}`;
    case "not_yet_valid":
      return `the certificate is valid only from ${certificate.valid_from}`;
    case "self_signed":
      return "the certificate is self-signed";
    case "wrong_host":
      return `the certificate is not for ${host} but for ${namesText(certificate)}`;
    case "weak":
      return "the certificate or one of its issuers has a key or a signature that is too weak";
    case "unknown_issuer":
      return `the certificate's issuer, ${issuerText(certificate) ?? "without a name"}, is not trusted`;
    default:
      return "the certificate is not accepted";
  }
}

function namesText(certificate: Certificate): string {
  const names = certificate.subjectaltname ?? first(certificate.subject?.CN) ?? "no name";
  return storable(names.replaceAll("DNS:", ""));
}

function issuerText(certificate: Certificate): string | null {
  const organization = first(certificate.issuer?.O);
  const name = first(certificate.issuer?.CN) ?? first(certificate.issuer?.OU);
  if (name === null) return organization === null ? null : storable(organization);
  return storable(organization === null || organization === name ? name : `${name} (${organization})`);
}

/** Removes control characters and unpaired surrogates, because the text is untrusted. */
function storable(text: string): string {
  return text
    .slice(0, NAME_LENGTH_MAX)
    .replaceAll(/\p{Cc}/gu, "\u{fffd}")
    .toWellFormed();
}

/** Node returns a repeated attribute as an array. */
function first(attribute: string | string[] | undefined): string | null {
  return (Array.isArray(attribute) ? attribute[0] : attribute) ?? null;
}
