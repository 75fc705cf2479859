import type { Assertion, AssertionType, Operator } from "@vedette/contract/assertions/assertions.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";

/**
 * The options of the contract and their labels. Repeated here, because the contract's lists would load its validation; the types and `labels.test.ts` compare them.
 */
export type MonitorType = Monitor["type"];
export type Method = NonNullable<Monitor["method"]>;

export const MONITOR_TYPES: readonly MonitorType[] = ["url", "tcp"];
export const TYPE_LABELS: Record<MonitorType, string> = { url: "HTTP", tcp: "TCP" };

export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const BODY_METHODS: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export const SOURCE_LABELS: Record<AssertionType, string> = {
  status_code: "Status code",
  response_time: "Response time (ms)",
  header: "Header",
  body: "Body",
  json_path: "JSON value",
  ssl_expiry: "Certificate days left",
};

export const MONITOR_OPERATOR_LABELS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is more than",
  greater_than_or_equal: "is at least",
  less_than: "is less than",
  less_than_or_equal: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  matches: "matches the pattern",
  exists: "exists",
  not_exists: "does not exist",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

const NUMERIC: readonly Operator[] = [
  "equals",
  "not_equals",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
];
const TEXT: readonly Operator[] = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "matches",
  "is_empty",
  "is_not_empty",
];

export const OPERATORS_OF: Record<AssertionType, readonly Operator[]> = {
  status_code: NUMERIC,
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  header: [...TEXT, "exists", "not_exists"],
  body: TEXT,
  json_path: Object.keys(MONITOR_OPERATOR_LABELS) as Operator[],
};

export function needsProperty(type: AssertionType): boolean {
  return type === "header" || type === "json_path";
}

export function needsValue(operator: Operator): boolean {
  return !["exists", "not_exists", "is_empty", "is_not_empty"].includes(operator);
}

/** "Header content-type contains json". */
export function assertionText({ type, property, operator, value }: Assertion): string {
  const subject = property ? `${SOURCE_LABELS[type]} ${property}` : SOURCE_LABELS[type];
  return `${subject} ${MONITOR_OPERATOR_LABELS[operator]}${needsValue(operator) ? ` ${String(value)}` : ""}`;
}
