import {
  type AssertionType,
  DNS_ASSERTION_TYPES,
  DOMAIN_ASSERTION_TYPES,
  HTTP_ASSERTION_TYPES,
  PING_ASSERTION_TYPES,
  SUPPLIER_ASSERTION_TYPES,
  TLS_ASSERTION_TYPES,
} from "../assertions/assertion-rules.ts";

/** The check kinds, in the order of the forms. Loads no validation, so that every page of the dashboard can use it. */
export const CHECK_TYPES = [
  "url",
  "tcp",
  "tls",
  "dns",
  "udp",
  "ping",
  "grpc",
  "websocket",
  "redis",
  "smtp",
  "imap",
  "pop3",
  "postgres",
  "mysql",
  "mqtt",
  "ssh",
  "ldap",
  "ntp",
  "rabbitmq",
  "docker",
  "snmp",
  "supplier_status",
  "domain",
  "composite",
  "manual",
] as const;

/** The `type` of a monitor. */
export type CheckType = (typeof CHECK_TYPES)[number];

/** The kinds that no runner checks: their status is computed from what the database has (ADR 0061). */
export const COMPUTED_TYPES = ["domain", "composite", "manual"] as const satisfies readonly CheckType[];
export type ComputedType = (typeof COMPUTED_TYPES)[number];
/** The kinds that runners check. */
export type ProbedType = Exclude<CheckType, ComputedType>;

/** The shortest and the default interval of kinds that have their own, in seconds. */
const INTERVALS: Partial<Record<CheckType, { min: number; initial: number }>> = {
  // A registration changes rarely, and registries limit requests.
  domain: { min: 21_600, initial: 43_200 },
};

export function intervalsOf(type: CheckType): { min: number; initial: number } {
  return INTERVALS[type] ?? { min: 1, initial: 60 };
}

export const PROBED_TYPES = CHECK_TYPES.filter((type): type is ProbedType => !isComputed(type));

export function isComputed(type: CheckType | null): type is ComputedType {
  return COMPUTED_TYPES.some((each) => each === type);
}

/** What an assertion on a check of each kind evaluates, in the order of the forms. */
export const ASSERTION_TYPES_OF: Readonly<Record<CheckType, readonly AssertionType[]>> = {
  url: HTTP_ASSERTION_TYPES,
  tcp: ["response_time", "ip", "body", "ssl_expiry"],
  tls: ["ssl_expiry", ...TLS_ASSERTION_TYPES, "response_time", "ip"],
  dns: [...DNS_ASSERTION_TYPES, "response_time"],
  udp: ["body", "response_time", "ip"],
  ping: [...PING_ASSERTION_TYPES, "response_time", "ip"],
  grpc: ["serving_status", "grpc_status", "response_time", "ip", "ssl_expiry"],
  websocket: ["body", "response_time", "ip", "ssl_expiry"],
  redis: ["value", "response_time", "ip", "ssl_expiry"],
  smtp: ["body", "ssl_expiry", "response_time", "ip"],
  imap: ["body", "ssl_expiry", "response_time", "ip"],
  pop3: ["body", "ssl_expiry", "response_time", "ip"],
  postgres: ["value", "rows", "response_time", "ip", "ssl_expiry"],
  mysql: ["value", "rows", "response_time", "ip", "ssl_expiry"],
  mqtt: ["body", "response_time", "ip", "ssl_expiry"],
  ssh: ["body", "host_key_fingerprint", "host_key_type", "response_time", "ip"],
  ldap: ["entries", "response_time", "ip", "ssl_expiry"],
  ntp: ["clock_offset", "stratum", "response_time", "ip"],
  rabbitmq: ["body", "json_path", "status_code", "response_time", "ip", "ssl_expiry"],
  docker: ["container_state", "container_health", "restart_count", "response_time", "ip", "ssl_expiry"],
  snmp: ["value", "response_time", "ip"],
  supplier_status: [...SUPPLIER_ASSERTION_TYPES, "response_time", "ip", "ssl_expiry"],
  domain: DOMAIN_ASSERTION_TYPES,
  composite: [],
  manual: [],
};
