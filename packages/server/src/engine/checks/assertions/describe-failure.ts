import {
  type AssertionType,
  type Operator,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";

const SENTENCE_LENGTH_MAX = 200;
/** Maximum length of each of the three quoted texts; with the words between them they fit the sentence. */
const QUOTE_LENGTH_MAX = 45;

/** Describes the expected and the actual value in at most 200 characters. */
export function describeFailure(outcome: AssertionOutcome): string {
  if (outcome.type === "json_schema") return shorten(schemaFailure(outcome), SENTENCE_LENGTH_MAX);
  const sentence = `expected ${source(outcome)} ${expectation(outcome)}, got ${came(outcome)}`;
  return shorten(sentence, SENTENCE_LENGTH_MAX);
}

function schemaFailure({ actual }: AssertionOutcome): string {
  return actual === null ? "the body is not JSON" : `the body does not match the JSON Schema: ${actual}`;
}

/** Describes which assertion exceeds the evaluation budget. */
export function describeCostly(outcome: AssertionOutcome): string {
  return shorten(
    `${source(outcome)} was not evaluated: ${costlyPart(outcome)} needs too much work`,
    SENTENCE_LENGTH_MAX,
  );
}

function costlyPart({ type, operator }: AssertionOutcome): string {
  if (type === "json_schema") return "its schema";
  return operator === "matches" ? "its pattern, or the text that it searches," : "its path";
}

const SOURCES: Record<AssertionType, string> = {
  status_code: "status code",
  response_time: "response time in ms",
  header: "header",
  body: "body",
  json_path: "JSON path",
  ssl_expiry: "days until the certificate expires",
  ip: "IP address",
  http_version: "HTTP version",
  redirect_url: "redirect URL",
  json_schema: "body",
  issuer_cn: "issuer of the certificate",
  subject_cn: "subject of the certificate",
  san: "names of the certificate",
  key_type: "key type",
  key_bits: "key size in bits",
  signature_algorithm: "signature algorithm",
  fingerprint_sha256: "SHA-256 fingerprint",
  tls_version: "TLS version",
  cipher: "cipher",
  chain_complete: "complete chain",
  hostname_ok: "matching host name",
  self_signed: "self-signed certificate",
  ocsp_stapled: "stapled OCSP response",
  ocsp_status: "OCSP status",
  rcode: "response code",
  answer: "answer",
  answer_count: "number of records",
  ttl: "time to live in s",
  authenticated: "authenticated answer",
  packet_loss: "packet loss in percent",
  rtt_min: "shortest round-trip time in ms",
  rtt_avg: "average round-trip time in ms",
  rtt_max: "longest round-trip time in ms",
  domain_expiry: "days until the domain expires",
  registrar: "registrar",
  domain_status: "status of the domain",
  nameserver: "name servers",
  dnssec: "DNSSEC",
  supplier_status: "status of the supplier",
  incidents: "open incidents",
  incident_count: "number of open incidents",
  jitter: "jitter in ms",
  serving_status: "serving status",
  grpc_status: "gRPC status",
  value: "value",
  restart_count: "number of restarts",
  container_health: "health of the container",
  container_state: "state of the container",
  entries: "number of entries",
  clock_offset: "clock offset in ms",
  stratum: "stratum",
  host_key_fingerprint: "fingerprint of the host key",
  host_key_type: "type of the host key",
  rows: "number of rows",
};

export const EXPECTATIONS: Record<Operator, string> = {
  equals: "to be",
  not_equals: "not to be",
  greater_than: "to be greater than",
  greater_than_or_equal: "to be at least",
  less_than: "to be less than",
  less_than_or_equal: "to be at most",
  contains: "to contain",
  not_contains: "not to contain",
  matches: "to match",
  in: "to be one of",
  equals_set: "to have exactly the values",
  not_in: "not to be one of",
  starts_with: "to start with",
  ends_with: "to end with",
  length_equals: "to have the length",
  length_greater_than: "to be longer than",
  length_less_than: "to be shorter than",
  exists: "to exist",
  not_exists: "not to exist",
  is_empty: "to be empty",
  is_not_empty: "not to be empty",
};

function source({ type, property }: AssertionOutcome): string {
  return property === null ? SOURCES[type] : `${SOURCES[type]} ${shorten(property, QUOTE_LENGTH_MAX)}`;
}

function expectation({ operator, value }: AssertionOutcome): string {
  if (!takesValue(operator)) return EXPECTATIONS[operator];
  if (!Array.isArray(value)) return `${EXPECTATIONS[operator]} ${quote(value)}`;
  return `${EXPECTATIONS[operator]} ${shorten(value.map(quote).join(", "), QUOTE_LENGTH_MAX)}`;
}

function came({ actual }: AssertionOutcome): string {
  return actual === null ? "nothing" : quote(actual);
}

function quote(value: AssertionOutcome["value"]): string {
  if (typeof value !== "string") return String(value);
  return `"${shorten(value.replaceAll(/\s+/g, " "), QUOTE_LENGTH_MAX)}"`;
}

function shorten(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
