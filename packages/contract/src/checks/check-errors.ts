/** Why a check failed. A code is never renamed or reused. Source: decisions.md, section 3. */
export const CHECK_ERROR_CODES = [
  "DNS_FAILED",
  "CONNECT_REFUSED",
  "CONNECT_TIMEOUT",
  "TLS_INVALID",
  "TIMEOUT",
  "CONNECTION_RESET",
  "TOO_MANY_REDIRECTS",
  "BODY_TOO_LARGE",
  "PROTOCOL_ERROR",
  "ADDRESS_BLOCKED",
  "ASSERTION_FAILED",
  "ASSERTION_TOO_COSTLY",
] as const;
export type CheckErrorCode = (typeof CHECK_ERROR_CODES)[number];

/**
 * Codes that say nothing of the target: a policy, a limit or a missing part of Vedette, or the monitor's own
 * configuration, kept it from judging. Every such code is listed here and nowhere else. A check that ends
 * in one is neither up nor down. Source: decisions.md, section 10.
 */
const NOT_JUDGED_CODES: ReadonlySet<string> = new Set<CheckErrorCode>([
  "ADDRESS_BLOCKED",
  "ASSERTION_TOO_COSTLY",
]);

export function isNotJudged(code: string): boolean {
  return NOT_JUDGED_CODES.has(code);
}

/** The part of a check in which it failed, in the order in which a check goes through them. */
export const CHECK_PHASES = ["dns", "connect", "tls", "request", "headers", "body", "assertion"] as const;
export type CheckPhase = (typeof CHECK_PHASES)[number];

/** What is wrong with a certificate or a handshake. */
export const TLS_REASONS = [
  "expired",
  "not_yet_valid",
  "self_signed",
  "unknown_issuer",
  "wrong_host",
  "weak",
  "handshake",
] as const;
export type TlsReason = (typeof TLS_REASONS)[number];

export type CheckError = {
  code: CheckErrorCode;
  message: string;
  phase: CheckPhase;
  reason?: TlsReason;
};
