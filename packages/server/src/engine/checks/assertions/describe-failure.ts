import type { AssertionType, Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";

const SENTENCE_LENGTH_MAX = 200;
/** Maximum length of each of the three quoted texts; with the words between them they fit the sentence. */
const QUOTE_LENGTH_MAX = 45;

/** Describes the expected and the actual value in at most 200 characters. */
export function describeFailure(outcome: AssertionOutcome): string {
  const sentence = `expected ${source(outcome)} ${expectation(outcome)}, got ${came(outcome)}`;
  return shorten(sentence, SENTENCE_LENGTH_MAX);
}

/** Describes which assertion exceeds the evaluation budget. */
export function describeCostly(outcome: AssertionOutcome): string {
  const what = outcome.operator === "matches" ? "its pattern, or the text that it searches," : "its path";
  return shorten(`${source(outcome)} was not evaluated: ${what} needs too much work`, SENTENCE_LENGTH_MAX);
}

const SOURCES: Record<AssertionType, string> = {
  status_code: "status code",
  response_time: "response time in ms",
  header: "header",
  body: "body",
  json_path: "JSON path",
  ssl_expiry: "days until the certificate expires",
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
  exists: "to exist",
  not_exists: "not to exist",
  is_empty: "to be empty",
  is_not_empty: "not to be empty",
};

function source({ type, property }: AssertionOutcome): string {
  return property === null ? SOURCES[type] : `${SOURCES[type]} ${shorten(property, QUOTE_LENGTH_MAX)}`;
}

function expectation({ operator, value }: AssertionOutcome): string {
  return value === null ? EXPECTATIONS[operator] : `${EXPECTATIONS[operator]} ${quote(value)}`;
}

function came({ actual }: AssertionOutcome): string {
  return actual === null ? "nothing" : quote(actual);
}

function quote(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  return `"${shorten(value.replaceAll(/\s+/g, " "), QUOTE_LENGTH_MAX)}"`;
}

function shorten(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
