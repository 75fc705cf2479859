import type { AssertionType } from "@vedette/contract/assertions/assertion-rules.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { readDuration } from "../building/read-duration.ts";
import { bodyPath } from "./body-path.ts";
import { type ConditionResult, type ImportedAssertion, OPERATOR_OF } from "./condition-result.ts";
import { escapeRegex, globRegex, globTest } from "./glob-pattern.ts";
import {
  type ConditionOperator,
  type ConditionValue,
  type GatusCondition,
  parseCondition,
} from "./parse-condition.ts";
import { statusAssertions } from "./status-assertions.ts";

const DAY_SECONDS = 86_400;
const NO_COUNTERPART = "has no counterpart";
const NONE: ConditionResult = { assertions: [] };

/** Returns what a condition of an endpoint becomes. `type` is that of the monitor; a step of a suite is a `url`. */
export function conditionResult(text: string, type: CheckType): ConditionResult {
  const condition = parseCondition(text);
  if ("reason" in condition) return { assertions: [], reason: about(text, condition.reason) };
  const result = translate(condition, type);
  return result.reason === undefined ? result : { ...result, reason: about(text, result.reason) };
}

function about(text: string, reason: string): string {
  return `The condition '${text.length <= 120 ? text : `${text.slice(0, 120)}…`}' ${reason}.`;
}

function translate(condition: GatusCondition, type: CheckType): ConditionResult {
  const { subject, operator, value } = condition;
  switch (subject.name) {
    case "STATUS":
      return type === "url" ? statusAssertions(operator, value) : refuse(NO_COUNTERPART);
    case "RESPONSE_TIME":
      return responseTime(operator, value);
    case "CONNECTED":
      return connected(operator, value);
    case "CERTIFICATE_EXPIRATION":
    case "DOMAIN_EXPIRATION":
      return expiration(subject.name, operator, value);
    case "IP":
      return orRefuse(textAssertion({ type: "ip" }, operator, value));
    case "DNS_RCODE":
      return type === "dns"
        ? orRefuse(textAssertion({ type: "rcode" }, operator, value))
        : refuse(NO_COUNTERPART);
    case "BODY":
      return body(condition, type);
    default:
      return refuse(NO_COUNTERPART);
  }
}

function refuse(reason: string): ConditionResult {
  return { assertions: [], reason };
}

function orRefuse(assertion: ImportedAssertion | null | "always"): ConditionResult {
  if (assertion === "always") return NONE;
  return assertion === null ? refuse(NO_COUNTERPART) : { assertions: [assertion] };
}

function responseTime(operator: ConditionOperator, value: ConditionValue): ConditionResult {
  const ms = value.type === "text" ? readMs(value.text) : null;
  if (ms === null) return refuse("does not compare with a number of milliseconds");
  return { assertions: [{ type: "response_time", operator: OPERATOR_OF[operator], value: ms }] };
}

/** Gatus compares milliseconds; a text such as `500ms` is converted to them. */
function readMs(text: string): number | null {
  if (/^-?\d+$/.test(text)) return Number(text);
  const seconds = readDuration(text);
  return seconds === null ? null : Math.round(seconds * 1_000);
}

function connected(operator: ConditionOperator, value: ConditionValue): ConditionResult {
  const text = value.type === "text" ? value.text.toLowerCase() : "";
  if ((operator !== "==" && operator !== "!=") || (text !== "true" && text !== "false"))
    return refuse(NO_COUNTERPART);
  const isUp = (operator === "==") === (text === "true");
  return isUp ? NONE : { assertions: [], isInverted: true };
}

/** Days are rounded down when they are measured, so that at least N whole days are left if the value is at least N. */
function expiration(
  name: "CERTIFICATE_EXPIRATION" | "DOMAIN_EXPIRATION",
  operator: ConditionOperator,
  value: ConditionValue,
): ConditionResult {
  const ms = value.type === "text" ? readMs(value.text) : null;
  if (ms === null || ms < 0) return refuse("does not compare with a duration");
  if (operator !== ">" && operator !== ">=") return refuse(NO_COUNTERPART);
  const exact = ms / 1_000 / DAY_SECONDS;
  const days = Math.ceil(exact);
  const rounded = days === exact ? {} : { reason: `is rounded up to ${days} days` };
  if (name === "DOMAIN_EXPIRATION") return { assertions: [], domainDays: days, ...rounded };
  return { assertions: [{ type: "ssl_expiry", operator: "greater_than_or_equal", value: days }], ...rounded };
}

function body({ subject, operator, value }: GatusCondition, type: CheckType): ConditionResult {
  if (type === "dns") return dnsBody(operator, value);
  if (type === "grpc") return grpcBody(operator, value);
  const path = bodyPath(subject.path);
  if (path === null) return refuse("has a path that cannot be translated");
  const isWhole = path === "$";
  if (!isWhole && type !== "url") return refuse("reads JSON, which only HTTP checks do");
  const target: AssertionTarget = isWhole ? { type: "body" } : { type: "json_path", property: path };
  if (subject.apply === "len") return lengthAssertions(target, operator, value);
  if (subject.apply === "has") return existence(path, operator, value);
  return orRefuse(textAssertion(target, operator, value));
}

type AssertionTarget = { type: AssertionType; property?: string };

function existence(path: string, operator: ConditionOperator, value: ConditionValue): ConditionResult {
  const text = value.type === "text" ? value.text.toLowerCase() : "";
  if ((operator !== "==" && operator !== "!=") || (text !== "true" && text !== "false"))
    return refuse(NO_COUNTERPART);
  const exists = (operator === "==") === (text === "true");
  return { assertions: [{ type: "json_path", property: path, operator: exists ? "exists" : "not_exists" }] };
}

function lengthAssertions(
  target: AssertionTarget,
  operator: ConditionOperator,
  value: ConditionValue,
): ConditionResult {
  const length = value.type === "text" && /^\d+$/.test(value.text) ? Number(value.text) : null;
  if (length === null) return refuse("does not compare the length with a number");
  switch (operator) {
    case "==":
      return { assertions: [{ ...target, operator: "length_equals", value: length }] };
    case ">":
    case ">=":
      return {
        assertions: [
          { ...target, operator: "length_greater_than", value: operator === ">" ? length : length - 1 },
        ],
      };
    case "<":
    case "<=":
      return {
        assertions: [
          { ...target, operator: "length_less_than", value: operator === "<" ? length : length + 1 },
        ],
      };
    case "!=":
      return refuse("requires another length, for which there is no operator");
  }
}

/** Returns the assertion for a text; `always` if it always holds, and null if there is none. */
function textAssertion(
  target: AssertionTarget,
  operator: ConditionOperator,
  value: ConditionValue,
): ImportedAssertion | null | "always" {
  if (operator === "==" || operator === "!=") return equality(target, operator === "==", value);
  // Only paths have numbers.
  const isNumber = value.type === "text" && /^-?\d+(?:\.\d+)?$/.test(value.text);
  if (target.type !== "json_path" || !isNumber) return null;
  return { ...target, operator: OPERATOR_OF[operator], value: Number(value.text) };
}

function equality(
  target: AssertionTarget,
  isEqual: boolean,
  value: ConditionValue,
): ImportedAssertion | null | "always" {
  switch (value.type) {
    case "text":
      return { ...target, operator: isEqual ? "equals" : "not_equals", value: scalar(target, value.text) };
    case "any": {
      if (value.texts.some((text) => text.startsWith("pat("))) return null;
      const values = value.texts.map((text) => scalar(target, text));
      return { ...target, operator: isEqual ? "in" : "not_in", value: values };
    }
    case "pattern": {
      const test = globTest(value.glob);
      if (isEqual) return test === null ? "always" : { ...target, ...test };
      const negated = test === null ? undefined : NEGATED[test.operator];
      return test === null || negated === undefined
        ? null
        : { ...target, operator: negated, value: test.value };
    }
  }
}

const NEGATED: Readonly<Record<string, "not_contains" | "not_equals">> = {
  contains: "not_contains",
  equals: "not_equals",
};

/** A number in a document equals the number, and a numeric text too. */
function scalar({ type }: AssertionTarget, text: string): string | number {
  return type === "json_path" && /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

/** Records are compared without the dot of the root, and those of some types start with numbers. */
function dnsBody(operator: ConditionOperator, value: ConditionValue): ConditionResult {
  if (operator !== "==") return refuse(NO_COUNTERPART);
  const any = '[^" ]';
  const bare = (text: string) => text.replace(/\.$/, "");
  const pattern =
    value.type === "pattern"
      ? globRegex(bare(value.glob), any)
      : (value.type === "any" ? value.texts : [value.text]).map((text) => escapeRegex(bare(text))).join("|");
  if (value.type === "pattern" && globTest(value.glob) === null) return NONE;
  return { assertions: [{ type: "answer", operator: "matches", value: `["\\s](?:${pattern})\\.?"` }] };
}

function grpcBody(operator: ConditionOperator, value: ConditionValue): ConditionResult {
  const text = value.type === "text" ? value.text : value.type === "pattern" ? value.glob : "";
  const status = text.replaceAll("*", "");
  const isStatus = /^(?:UNKNOWN|SERVING|NOT_SERVING|SERVICE_UNKNOWN)$/.test(status);
  if (!isStatus || (operator !== "==" && operator !== "!=")) return refuse(NO_COUNTERPART);
  return { assertions: [{ type: "serving_status", operator: OPERATOR_OF[operator], value: status }] };
}
