/** Types, operators and values of assertions. Loads no validation, so that browsers can use it. */

/** What an assertion on an HTTP response evaluates. */
export const HTTP_ASSERTION_TYPES = [
  "status_code",
  "response_time",
  "header",
  "body",
  "json_path",
  "ssl_expiry",
  "ip",
  "http_version",
  "redirect_url",
  "json_schema",
] as const;

/** What an assertion on a TLS handshake and its certificate evaluates. */
export const TLS_ASSERTION_TYPES = [
  "issuer_cn",
  "subject_cn",
  "san",
  "key_type",
  "key_bits",
  "signature_algorithm",
  "fingerprint_sha256",
  "tls_version",
  "cipher",
  "chain_complete",
  "hostname_ok",
  "self_signed",
  "ocsp_stapled",
  "ocsp_status",
] as const;

/** What an assertion on an answer of a DNS server evaluates. */
export const DNS_ASSERTION_TYPES = ["answer", "answer_count", "rcode", "ttl", "authenticated"] as const;

/** What an assertion on a ping evaluates: percent and milliseconds. */
export const PING_ASSERTION_TYPES = ["packet_loss", "rtt_avg", "rtt_min", "rtt_max", "jitter"] as const;

/** What an assertion on the registration of a domain evaluates. */
export const DOMAIN_ASSERTION_TYPES = [
  "domain_expiry",
  "registrar",
  "domain_status",
  "nameserver",
  "dnssec",
] as const;

/** What an assertion on the status page of a supplier evaluates. */
export const SUPPLIER_ASSERTION_TYPES = ["supplier_status", "incidents", "incident_count"] as const;

/** What an assertion evaluates. `ASSERTION_TYPES_OF` has those of each check kind. */
export const ASSERTION_TYPES = [
  ...HTTP_ASSERTION_TYPES,
  ...TLS_ASSERTION_TYPES,
  ...DNS_ASSERTION_TYPES,
  ...PING_ASSERTION_TYPES,
  ...DOMAIN_ASSERTION_TYPES,
  ...SUPPLIER_ASSERTION_TYPES,
  "serving_status",
  "grpc_status",
  "value",
  "restart_count",
  "container_health",
  "container_state",
  "entries",
  "clock_offset",
  "stratum",
  "host_key_fingerprint",
  "host_key_type",
  "rows",
] as const;
export type AssertionType = (typeof ASSERTION_TYPES)[number];

export const OPERATORS = [
  "equals",
  "not_equals",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
  "contains",
  "not_contains",
  "matches",
  "in",
  "not_in",
  "equals_set",
  "starts_with",
  "ends_with",
  "length_equals",
  "length_greater_than",
  "length_less_than",
  "exists",
  "not_exists",
  "is_empty",
  "is_not_empty",
] as const;
export type Operator = (typeof OPERATORS)[number];

const EQUALITIES = ["equals", "not_equals"] as const;
const COMPARISONS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const TEXT = ["contains", "not_contains", "matches", "starts_with", "ends_with"] as const;
const LISTS = ["in", "not_in"] as const;
const LENGTHS = ["length_equals", "length_greater_than", "length_less_than"] as const;
const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const EXISTENCE = ["exists", "not_exists"] as const;

const NUMERIC: readonly Operator[] = [...EQUALITIES, ...COMPARISONS];
/** Operators for a text that is always present. */
export const TEXT_OPERATORS: readonly Operator[] = [
  ...EQUALITIES,
  ...TEXT,
  ...LISTS,
  ...LENGTHS,
  ...EMPTINESS,
];
const NUMBER_TYPES: readonly AssertionType[] = [
  "status_code",
  "response_time",
  "ssl_expiry",
  "key_bits",
  "tls_version",
  "answer_count",
  "ttl",
  ...PING_ASSERTION_TYPES,
  "domain_expiry",
  "incident_count",
  "grpc_status",
  "rows",
  "stratum",
  "clock_offset",
  "entries",
  "restart_count",
];
/** Their value is true or false. */
const BOOLEAN_TYPES: readonly AssertionType[] = [
  "chain_complete",
  "hostname_ok",
  "self_signed",
  "ocsp_stapled",
  "authenticated",
  "dnssec",
];
/** Operators for a short text. */
const NAME_OPERATORS: readonly Operator[] = [...EQUALITIES, ...TEXT, ...LISTS];
/** Operators for a list of texts. */
const SET_OPERATORS: readonly Operator[] = ["contains", "not_contains", "matches", "equals_set", ...LENGTHS];

/** The operators each type supports; any other combination is rejected. */
export const OPERATORS_OF: Record<AssertionType, readonly Operator[]> = {
  status_code: [...NUMERIC, ...LISTS],
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  header: [...TEXT_OPERATORS, ...EXISTENCE],
  body: TEXT_OPERATORS,
  json_path: OPERATORS,
  ip: [...EQUALITIES, ...TEXT, ...LISTS],
  http_version: [...EQUALITIES, ...LISTS],
  redirect_url: [...TEXT_OPERATORS, ...EXISTENCE],
  json_schema: ["matches"],
  issuer_cn: NAME_OPERATORS,
  subject_cn: NAME_OPERATORS,
  san: SET_OPERATORS,
  key_type: [...EQUALITIES, ...LISTS],
  key_bits: NUMERIC,
  signature_algorithm: NAME_OPERATORS,
  fingerprint_sha256: [...EQUALITIES, ...LISTS],
  tls_version: NUMERIC,
  cipher: NAME_OPERATORS,
  chain_complete: EQUALITIES,
  hostname_ok: EQUALITIES,
  self_signed: EQUALITIES,
  ocsp_stapled: EQUALITIES,
  ocsp_status: [...EQUALITIES, ...LISTS],
  rcode: [...EQUALITIES, ...LISTS],
  answer: SET_OPERATORS,
  answer_count: NUMERIC,
  ttl: NUMERIC,
  authenticated: EQUALITIES,
  packet_loss: NUMERIC,
  rtt_min: NUMERIC,
  rtt_avg: NUMERIC,
  rtt_max: NUMERIC,
  jitter: NUMERIC,
  domain_expiry: NUMERIC,
  registrar: NAME_OPERATORS,
  domain_status: SET_OPERATORS,
  nameserver: SET_OPERATORS,
  dnssec: EQUALITIES,
  supplier_status: [...EQUALITIES, ...LISTS],
  incidents: SET_OPERATORS,
  incident_count: NUMERIC,
  serving_status: [...EQUALITIES, ...LISTS],
  grpc_status: [...NUMERIC, ...LISTS],
  rows: NUMERIC,
  host_key_type: [...EQUALITIES, ...LISTS],
  host_key_fingerprint: [...EQUALITIES, ...LISTS],
  stratum: [...NUMERIC, ...LISTS],
  clock_offset: NUMERIC,
  entries: NUMERIC,
  container_state: [...EQUALITIES, ...LISTS],
  container_health: [...EQUALITIES, ...LISTS],
  restart_count: NUMERIC,
  value: [...TEXT_OPERATORS, ...COMPARISONS, ...EXISTENCE],
};

/** Types that evaluate a header or a path, which is their property. */
export function takesProperty(type: AssertionType): boolean {
  return type === "header" || type === "json_path";
}

export function takesValue(operator: Operator): boolean {
  return !([...EXISTENCE, ...EMPTINESS] as readonly Operator[]).includes(operator);
}

/** Returns whether an operator compares with a list of values. */
export function takesList(operator: Operator): boolean {
  return operator === "equals_set" || (LISTS as readonly Operator[]).includes(operator);
}

/** Returns whether a type and an operator compare with true or false. */
export function isBoolean(type: AssertionType, operator: Operator): boolean {
  return BOOLEAN_TYPES.includes(type) && OPERATORS_OF[type].includes(operator);
}

/**
 * The kind of value that a type and an operator compare with, or of each value of a list. `json`: a text, a number, a
 * boolean or null.
 */
export function valueKindOf(type: AssertionType, operator: Operator): "number" | "text" | "json" | "schema" {
  if (type === "json_schema") return "schema";
  const isNumber =
    NUMBER_TYPES.includes(type) || ([...COMPARISONS, ...LENGTHS] as readonly Operator[]).includes(operator);
  if (isNumber) return "number";
  if (type === "json_path" && takesList(operator)) return "json";
  return type === "json_path" && (EQUALITIES as readonly Operator[]).includes(operator) ? "json" : "text";
}

/** A finite number, or a text of one. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}
