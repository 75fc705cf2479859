import {
  type AssertionType,
  type Operator,
  takesList,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { t } from "../../language/t.ts";
import { formatValue } from "./assertion-value.ts";

/** Labels of assertions in forms and results. */

export const ASSERTION_TYPE_LABELS: Record<AssertionType, string> = {
  status_code: t("Status code"),
  response_time: t("Response time (ms)"),
  header: t("Header"),
  body: t("Body"),
  json_path: t("JSON value"),
  ssl_expiry: t("Certificate (days left)"),
  ip: t("IP address"),
  http_version: t("HTTP version"),
  redirect_url: t("Redirect URL"),
  json_schema: t("JSON body"),
  issuer_cn: t("Certificate issuer (CN)"),
  subject_cn: t("Certificate subject (CN)"),
  san: t("Certificate names (SAN)"),
  key_type: t("Key type"),
  key_bits: t("Key size (bits)"),
  signature_algorithm: t("Signature algorithm"),
  fingerprint_sha256: t("SHA-256 fingerprint"),
  tls_version: t("TLS version"),
  cipher: t("Cipher"),
  chain_complete: t("Complete chain"),
  hostname_ok: t("Host name matches"),
  self_signed: t("Self-signed"),
  ocsp_stapled: t("Stapled OCSP response"),
  ocsp_status: t("OCSP status"),
  rcode: t("Response code"),
  answer: t("Records"),
  answer_count: t("Number of records"),
  ttl: t("TTL (seconds)"),
  authenticated: t("Authenticated (AD)"),
  packet_loss: t("Packet loss (%)"),
  rtt_min: t("Shortest round trip (ms)"),
  rtt_avg: t("Average round trip (ms)"),
  rtt_max: t("Longest round trip (ms)"),
  jitter: t("Jitter (ms)"),
  domain_expiry: t("Domain (days left)"),
  registrar: t("Registrar"),
  domain_status: t("Domain status"),
  nameserver: t("Name servers"),
  dnssec: t("DNSSEC (signed)"),
  supplier_status: t("Supplier status"),
  incidents: t("Open incidents"),
  incident_count: t("Number of open incidents"),
  serving_status: t("Serving status"),
  grpc_status: t("gRPC status"),
  value: t("Value"),
  restart_count: t("Restarts"),
  container_health: t("Container health"),
  container_state: t("Container state"),
  entries: t("Entries"),
  clock_offset: t("Clock offset (ms)"),
  stratum: t("Stratum"),
  host_key_fingerprint: t("Host key fingerprint"),
  host_key_type: t("Host key type"),
  rows: t("Rows"),
};

const OPERATOR_LABELS: Record<Operator, string> = {
  equals: t("is"),
  not_equals: t("is not"),
  greater_than: t("is greater than"),
  greater_than_or_equal: t("is at least"),
  less_than: t("is less than"),
  less_than_or_equal: t("is at most"),
  contains: t("contains"),
  not_contains: t("does not contain"),
  matches: t("matches the pattern"),
  in: t("is one of"),
  equals_set: t("has exactly the values"),
  not_in: t("is none of"),
  starts_with: t("starts with"),
  ends_with: t("ends with"),
  length_equals: t("has the length"),
  length_greater_than: t("is longer than"),
  length_less_than: t("is shorter than"),
  exists: t("exists"),
  not_exists: t("does not exist"),
  is_empty: t("is empty"),
  is_not_empty: t("is not empty"),
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
  if (type === "json_schema") return t("matches the JSON Schema");
  if (!takesValue(operator)) return OPERATOR_LABELS[operator];
  const expected = formatValue(assertion);
  return `${OPERATOR_LABELS[operator]} ${takesList(operator) ? expected.replaceAll("\n", ", ") : expected}`;
}
