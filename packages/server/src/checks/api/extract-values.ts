import { compilePattern } from "@vedette/contract/assertion-syntax.ts";
import { compileJsonPath } from "@vedette/contract/json-path.ts";
import { type JsonValue, type StepBudget, StepBudgetSpent } from "@vedette/contract/json-path-model.ts";
import type { Extraction } from "@vedette/contract/run-job.ts";
import { createBoundedCache } from "../assertions/bounded-cache.ts";
import { toText } from "../assertions/compare.ts";
import type { AssertionFacts } from "../assertions/evaluate.ts";
import { headerText } from "../http/judge-answer.ts";

/** What an extraction came to: a value, or why there is none. */
export type Extracted = { name: string; value: string } | { name: string; fault: string };

type Facts = Pick<AssertionFacts, "statusCode" | "headers" | "bodyText">;

/** As long as a variable may be. */
const VALUE_LENGTH_MAX = 65_536;
const COMPILED_MAX = 200;
/** For all paths of one step together, as for assertions. */
const STEPS_MAX = 4_000_000;
/**
 * Instructions × characters of all patterns of one step together. A search that gives groups takes 10 to 13 ns
 * for each in RE2JS 2.10, so about 1.3 s at worst; the usual pattern of 20 fits five times on 1 MiB.
 */
const MATCH_COST_MAX = 100 * 1_048_576;

/** Takes values out of an answer, each on its own, in their order. Pure. */
export function extractValues(extractions: readonly Extraction[], facts: Facts): Extracted[] {
  const work: Work = { json: null, steps: { stepsLeft: STEPS_MAX }, matchCostLeft: MATCH_COST_MAX };
  return extractions.map((extraction) => {
    const { name } = extraction;
    const found = find(extraction, facts, work);
    if ("fault" in found) return { name, fault: found.fault };
    const fault = `is over ${VALUE_LENGTH_MAX} characters long`;
    return found.value.length > VALUE_LENGTH_MAX ? { name, fault } : { name, value: found.value };
  });
}

/** Whether extractions look at a body, so that its text must be read. */
export function extractsFromText(extractions: readonly Extraction[]): boolean {
  return extractions.some(({ source }) => source === "json_path" || source === "body_regex");
}

/** `json` is null until the body was parsed, so that it is parsed once. */
type Work = { json: { document: JsonValue | undefined } | null; steps: StepBudget; matchCostLeft: number };
type Found = { value: string } | { fault: string };

function find({ source, expression }: Extraction, facts: Facts, work: Work): Found {
  switch (source) {
    case "status_code":
      return { value: String(facts.statusCode) };
    case "header":
      return inHeaders(expression, facts);
    case "json_path":
      return inJson(expression, facts, work);
    case "body_regex":
      return inText(expression, facts.bodyText ?? "", work);
  }
}

function inHeaders(name: string, { headers }: Facts): Found {
  const key = name.toLowerCase();
  const value = Object.hasOwn(headers, key) ? headerText(headers[key]) : undefined;
  return value === undefined ? { fault: `the answer has no header ${key}` } : { value };
}

const paths = createBoundedCache(COMPILED_MAX, compileJsonPath);

function inJson(path: string, { bodyText }: Facts, work: Work): Found {
  work.json ??= { document: parsed(bodyText ?? "") };
  const { document } = work.json;
  if (document === undefined) return { fault: "the body is not JSON" };
  try {
    const value = toText(paths(path).first(document, work.steps));
    return value === null ? { fault: `there is no value at ${path}` } : { value };
  } catch (error) {
    if (error instanceof StepBudgetSpent) return { fault: `${path} needs too much work on this body` };
    throw error;
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const patterns = createBoundedCache(COMPILED_MAX, compilePattern);

function inText(pattern: string, text: string, work: Work): Found {
  const compiled = patterns(pattern);
  work.matchCostLeft -= compiled.programSize() * text.length;
  if (work.matchCostLeft < 0) return { fault: `${pattern} needs too much work on this body` };
  const matcher = compiled.matcher(text);
  const value = matcher.find() ? matcher.group(compiled.groupCount() > 0 ? 1 : 0) : null;
  // Gives back the states that a search leaves in the pattern.
  compiled.reset();
  return value === null ? { fault: `nothing in the body matches ${pattern}` } : { value };
}
