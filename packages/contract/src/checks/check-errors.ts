/** Why a check failed. A code is never renamed or reused. */
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
  "AUTH_FAILED",
  "PROXY_FAILED",
  "PING_UNAVAILABLE",
  "LOGIN_FAILED",
  "SERVICE_ERROR",
  "PORT_OPEN",
  "RECORDS_CHANGED",
  "SUPPLIER_DOWN",
  "STATUS_PAGE_FAILED",
  "DOMAIN_EXPIRED",
  "DOMAIN_STATUS",
  "DOMAIN_NOT_FOUND",
  "RDAP_FAILED",
  "RDAP_UNSUPPORTED",
  "MEMBERS_DOWN",
  "NO_MEMBERS",
  "SET_DOWN",
  "HEARTBEAT_MISSED",
  "HEARTBEAT_FAILED",
  "HEARTBEAT_TOO_LONG",
] as const;
export type CheckErrorCode = (typeof CHECK_ERROR_CODES)[number];

/**
 * Codes that carry no information about the target: a policy, a limit or a missing part of Vedette, the configuration
 * of the monitor, its proxy or its token endpoint prevented an evaluation. Every such code is listed here and nowhere else. The result
 * of such a check is neither up nor down.
 */
const NOT_JUDGED_CODES: ReadonlySet<string> = new Set<CheckErrorCode>([
  "ADDRESS_BLOCKED",
  "ASSERTION_TOO_COSTLY",
  "AUTH_FAILED",
  "PROXY_FAILED",
  "PING_UNAVAILABLE",
  "STATUS_PAGE_FAILED",
  "NO_MEMBERS",
  "RDAP_FAILED",
  "RDAP_UNSUPPORTED",
]);
/** Codes with which another attempt would end the same way. */
const PERMANENT_CODES: ReadonlySet<string> = new Set<CheckErrorCode>([
  "ADDRESS_BLOCKED",
  "ASSERTION_TOO_COSTLY",
  "PING_UNAVAILABLE",
  // Servers lock users after several failed logins.
  "LOGIN_FAILED",
]);

export function isNotJudged(code: string): boolean {
  return NOT_JUDGED_CODES.has(code);
}

/** Returns whether a failed attempt may be repeated. */
export function isRetryable(code: string): boolean {
  return !PERMANENT_CODES.has(code);
}

/** The phases of a check, in the order in which they occur. */
export const CHECK_PHASES = [
  "auth",
  "proxy",
  "dns",
  "connect",
  "tls",
  "request",
  "headers",
  "body",
  "assertion",
] as const;
export type CheckPhase = (typeof CHECK_PHASES)[number];

/** Why a certificate or a handshake was rejected. */
export const TLS_REASONS = [
  "expired",
  "not_yet_valid",
  "self_signed",
  "unknown_issuer",
  "wrong_host",
  "revoked",
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
