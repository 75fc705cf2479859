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
