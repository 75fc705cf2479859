import {
  type AssertionType,
  type Operator,
  takesList,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { formatValue } from "./assertion-value.ts";

/** Labels of assertions in forms and results. */

export const ASSERTION_TYPE_LABELS: Record<AssertionType, string> = {
  status_code: "Status code",
  response_time: "Response time (ms)",
  header: "Header",
  body: "Body",
  json_path: "JSON value",
  ssl_expiry: "Certificate (days left)",
  ip: "IP address",
  http_version: "HTTP version",
  redirect_url: "Redirect URL",
  json_schema: "JSON body",
  issuer_cn: "Certificate issuer (CN)",
  subject_cn: "Certificate subject (CN)",
  san: "Certificate names (SAN)",
  key_type: "Key type",
  key_bits: "Key size (bits)",
  signature_algorithm: "Signature algorithm",
  fingerprint_sha256: "SHA-256 fingerprint",
  tls_version: "TLS version",
  cipher: "Cipher",
  chain_complete: "Complete chain",
  hostname_ok: "Host name matches",
  self_signed: "Self-signed",
  ocsp_stapled: "Stapled OCSP response",
  ocsp_status: "OCSP status",
  rcode: "Response code",
  answer: "Records",
  answer_count: "Number of records",
  ttl: "TTL (seconds)",
  authenticated: "Authenticated (AD)",
  packet_loss: "Packet loss (%)",
  rtt_min: "Shortest round trip (ms)",
  rtt_avg: "Average round trip (ms)",
  rtt_max: "Longest round trip (ms)",
  jitter: "Jitter (ms)",
  domain_expiry: "Domain (days left)",
  registrar: "Registrar",
  domain_status: "Domain status",
  nameserver: "Name servers",
  dnssec: "DNSSEC (signed)",
  supplier_status: "Supplier status",
  incidents: "Open incidents",
  incident_count: "Number of open incidents",
  serving_status: "Serving status",
  grpc_status: "gRPC status",
  value: "Value",
  restart_count: "Restarts",
  container_health: "Container health",
  container_state: "Container state",
  entries: "Entries",
  clock_offset: "Clock offset (ms)",
  stratum: "Stratum",
  host_key_fingerprint: "Host key fingerprint",
  host_key_type: "Host key type",
  rows: "Rows",
};

const OPERATOR_LABELS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is greater than",
  greater_than_or_equal: "is at least",
  less_than: "is less than",
  less_than_or_equal: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  matches: "matches the pattern",
  in: "is one of",
  equals_set: "has exactly the values",
  not_in: "is none of",
  starts_with: "starts with",
  ends_with: "ends with",
  length_equals: "has the length",
  length_greater_than: "is longer than",
  length_less_than: "is shorter than",
  exists: "exists",
  not_exists: "does not exist",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

/** Options of a select. */
export function operatorOptions<T extends Operator>(operators: readonly T[]): { value: T; label: string }[] {
  return operators.map((value) => ({ value, label: OPERATOR_LABELS[value] }));
}

/** "Header content-type contains json". */
export function assertionText(assertion: Assertion): string {
  const { type, property } = assertion;
  const source = property ? `${ASSERTION_TYPE_LABELS[type]} ${property}` : ASSERTION_TYPE_LABELS[type];
  return `${source} ${expectedText(assertion)}`;
}

/** "is 200", "is one of 200, 204", "exists". */
export function expectedText(assertion: Pick<Assertion, "type" | "operator" | "value">): string {
  const { type, operator } = assertion;
  if (type === "json_schema") return "matches the JSON Schema";
  if (!takesValue(operator)) return OPERATOR_LABELS[operator];
  const expected = formatValue(assertion);
  return `${OPERATOR_LABELS[operator]} ${takesList(operator) ? expected.replaceAll("\n", ", ") : expected}`;
}
