import type { CheckError, CheckErrorCode, CheckPhase } from "@vedette/contract/checks/check-errors.ts";

const TIMEOUTS: Record<CheckPhase, { code: CheckErrorCode; what: string }> = {
  auth: { code: "AUTH_FAILED", what: "no access token came" },
  proxy: { code: "PROXY_FAILED", what: "the proxy was not reached" },
  dns: { code: "DNS_FAILED", what: "the name was not resolved" },
  connect: { code: "CONNECT_TIMEOUT", what: "no connection was established" },
  tls: { code: "TIMEOUT", what: "the TLS handshake did not end" },
  request: { code: "TIMEOUT", what: "the server did not accept the request" },
  headers: { code: "TIMEOUT", what: "no response headers came" },
  body: { code: "TIMEOUT", what: "the body did not end" },
  assertion: { code: "TIMEOUT", what: "the assertions were not evaluated" },
};

/** Returns the error for a try that timed out in a phase. `missing` says what did not come, unless it is HTTP. */
export function timeoutError(phase: CheckPhase, timeoutMs: number, missing?: string): CheckError {
  const { code, what: ofHttp } = TIMEOUTS[phase];
  const what = missing ?? ofHttp;
  return { code, message: `timed out: ${what} within ${timeoutMs / 1_000} s`, phase };
}
