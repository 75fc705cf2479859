import type { AssertionType, Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";

type ChecklyAssertion = {
  type: AssertionType;
  operator: Operator;
  property?: string;
  value?: string | number | boolean | null;
};
type Target = { type: AssertionType; property?: string };

const OPERATORS: Readonly<Record<string, Operator>> = {
  EQUALS: "equals",
  NOT_EQUALS: "not_equals",
  GREATER_THAN: "greater_than",
  LESS_THAN: "less_than",
  CONTAINS: "contains",
  NOT_CONTAINS: "not_contains",
  IS_EMPTY: "is_empty",
  NOT_EMPTY: "is_not_empty",
};
const LENGTHS: Readonly<Record<string, Operator>> = {
  EQUALS: "length_equals",
  GREATER_THAN: "length_greater_than",
  LESS_THAN: "length_less_than",
};
const SERVING = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"];
const LATENCIES: Readonly<Record<string, AssertionType>> = { avg: "rtt_avg", min: "rtt_min", max: "rtt_max" };

/** Returns the assertions of a request; adds a reason for each that has no counterpart. */
export function checklyAssertions(given: unknown, type: CheckType, reasons: string[]): ChecklyAssertion[] {
  return listOf(given).flatMap((item) => {
    const assertion = objectOf(item);
    const [source, comparison] = [textOf(assertion.source) ?? "", textOf(assertion.comparison) ?? ""];
    const target = textOf(assertion.regex) ? null : targetOf(source, assertion, type);
    const found = target === null ? null : translate(target, comparison, textOf(assertion.target) ?? "");
    if (found !== null) return found;
    const property = textOf(assertion.property) ?? "";
    const what = [source, property, comparison]
      .filter((text) => text !== "")
      .join(" ")
      .slice(0, 150);
    reasons.push(`The assertion '${what}' has no counterpart.`);
    return [];
  });
}

function targetOf(source: string, assertion: DocumentObject, type: CheckType): Target | null {
  const property = textOf(assertion.property) ?? "";
  switch (source) {
    case "STATUS_CODE":
      return { type: "status_code" };
    case "RESPONSE_TIME":
      return { type: "response_time" };
    case "HEADERS":
      return { type: "header", property };
    case "JSON_BODY":
      return { type: "json_path", property };
    case "TEXT_BODY":
    case "RESPONSE_DATA":
      return { type: "body" };
    case "RESPONSE_CODE":
      return type === "dns" ? { type: "rcode" } : null;
    case "TEXT_ANSWER":
      return { type: "answer" };
    case "LATENCY": {
      const latency = LATENCIES[property];
      return latency === undefined ? null : { type: latency };
    }
    case "PACKET_LOSS":
      return { type: "packet_loss" };
    case "GRPC_STATUS_CODE":
      return { type: "grpc_status" };
    case "GRPC_HEALTHCHECK_STATUS":
      return { type: "serving_status" };
    default:
      return null;
  }
}

function translate(target: Target, comparison: string, text: string): ChecklyAssertion[] | null {
  if (target.type === "serving_status") return servingStatus(comparison, text);
  if (target.type === "answer") return answer(comparison, text);
  const [, base] = /^(\$.*)\.length$/.exec(target.property ?? "") ?? [];
  if (target.type === "json_path" && base !== undefined) return lengthOf(base, comparison, text);
  const operator = OPERATORS[comparison];
  if (operator === undefined) return presence(target, comparison, text);
  if (operator === "is_empty" || operator === "is_not_empty") return [{ ...target, operator }];
  const isNumber =
    /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) && target.type !== "header" && target.type !== "body";
  return [{ ...target, operator, value: isNumber ? Number(text) : text }];
}

function servingStatus(comparison: string, text: string): ChecklyAssertion[] | null {
  const status = SERVING[Number(text)] ?? (SERVING.includes(text) ? text : undefined);
  const operator = OPERATORS[comparison];
  if (status === undefined || (operator !== "equals" && operator !== "not_equals")) return null;
  return [{ type: "serving_status", operator, value: status }];
}

/** Checkly compares the whole answer as text; Vedette compares its records. */
function answer(comparison: string, text: string): ChecklyAssertion[] | null {
  switch (comparison) {
    case "CONTAINS":
      return [{ type: "answer", operator: "matches", value: text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") }];
    case "EQUALS":
      return [{ type: "answer", operator: "contains", value: text }];
    default:
      return null;
  }
}

function lengthOf(path: string, comparison: string, text: string): ChecklyAssertion[] | null {
  const operator = LENGTHS[comparison];
  if (operator === undefined || !/^\d+$/.test(text)) return null;
  return [{ type: "json_path", property: path, operator, value: Number(text) }];
}

function presence(target: Target, comparison: string, text: string): ChecklyAssertion[] | null {
  const { type, property = "" } = target;
  if (type === "header") {
    if (comparison === "NOT_NULL") return [{ ...target, operator: "exists" }];
    return comparison === "IS_NULL" ? [{ ...target, operator: "not_exists" }] : null;
  }
  if (type !== "json_path") return null;
  const key = `${property}[${JSON.stringify(text)}]`;
  const value = `${property}[?@ == ${JSON.stringify(/^-?\d{1,15}$/.test(text) ? Number(text) : text)}]`;
  switch (comparison) {
    case "IS_NULL":
      return [{ ...target, operator: "equals", value: null }];
    case "NOT_NULL":
      return [
        { ...target, operator: "exists" },
        { ...target, operator: "not_equals", value: null },
      ];
    case "HAS_KEY":
      return [{ type, property: key, operator: "exists" }];
    case "NOT_HAS_KEY":
      return [{ type, property: key, operator: "not_exists" }];
    case "HAS_VALUE":
      return [{ type, property: value, operator: "exists" }];
    case "NOT_HAS_VALUE":
      return [{ type, property: value, operator: "not_exists" }];
    default:
      return null;
  }
}
