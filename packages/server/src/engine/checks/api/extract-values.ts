import type { Extraction } from "@vedette/contract/api-monitors/extractions.ts";
import { compilePattern } from "@vedette/contract/assertions/assertion-syntax.ts";
import { compileJsonPath } from "@vedette/contract/json-path/json-path.ts";
import { type JsonValue, StepBudgetSpent } from "@vedette/contract/json-path/json-path-model.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { createBoundedCache } from "../assertions/bounded-cache.ts";
import { toText } from "../assertions/compare.ts";
import type { AssertionFacts } from "../assertions/evaluate.ts";
import { createEvaluationBudget, type EvaluationBudget } from "../assertions/evaluation-budget.ts";
import { headerText } from "../http/evaluate-response.ts";

/** The result of an extraction: a value, or why there is none. */
export type Extracted = { name: string } & ({ value: string } | FailedExtraction);
type FailedExtraction = { problem: string; code: "EXTRACTION_FAILED" | "ASSERTION_TOO_COSTLY" };

type Facts = Pick<AssertionFacts, "statusCode" | "headers" | "bodyText">;

/** The maximum length of a variable. */
const VALUE_LENGTH_MAX = 65_536;
const COMPILED_MAX = 200;
/** Extracts values from a response, independently and in order. Pure except for the clock that bounds it. */
export function extractValues(
  extractions: readonly Extraction[],
  facts: Facts,
  clock: Pick<Clock, "monotonic">,
): Extracted[] {
  const work: ExtractionState = { json: null, budget: createEvaluationBudget(clock) };
  return extractions.map((extraction) => {
    const { name } = extraction;
    const found = findWithin(extraction, facts, work);
    if ("problem" in found || found.value.length <= VALUE_LENGTH_MAX) return { name, ...found };
    return { name, ...missing(`is over ${VALUE_LENGTH_MAX} characters long`) };
  });
}

function missing(problem: string): FailedExtraction {
  return { problem, code: "EXTRACTION_FAILED" };
}

/** Returns whether extractions need the text of a body. */
export function extractsFromText(extractions: readonly Extraction[]): boolean {
  return extractions.some(({ source }) => source === "json_path" || source === "body_regex");
}

/** `json` is null until the body is parsed, so that it is parsed once. */
type ExtractionState = { json: { document: JsonValue | undefined } | null; budget: EvaluationBudget };
type Found = { value: string } | FailedExtraction;

function findWithin(extraction: Extraction, facts: Facts, work: ExtractionState): Found {
  try {
    return find(extraction, facts, work);
  } catch (error) {
    if (!(error instanceof StepBudgetSpent)) throw error;
    const problem = `${extraction.expression} needs too much work on this body`;
    return { problem, code: "ASSERTION_TOO_COSTLY" };
  }
}

function find({ source, expression }: Extraction, facts: Facts, work: ExtractionState): Found {
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
  return value === undefined ? missing(`the response has no header ${key}`) : { value };
}

const paths = createBoundedCache(COMPILED_MAX, compileJsonPath);

function inJson(path: string, { bodyText }: Facts, work: ExtractionState): Found {
  work.json ??= { document: parsed(bodyText ?? "") };
  const { document } = work.json;
  if (document === undefined) return missing("the body is not JSON");
  const { steps, payForText } = work.budget;
  const found = paths(path).first(document, steps);
  if (found !== undefined) payForText(found);
  const value = toText(found);
  return value === null ? missing(`there is no value at ${path}`) : { value };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const patterns = createBoundedCache(COMPILED_MAX, compilePattern);

function inText(pattern: string, text: string, work: ExtractionState): Found {
  const compiled = patterns(pattern);
  const value = work.budget.search(compiled.programSize() * text.length, () => {
    const matcher = compiled.matcher(text);
    return matcher.find() ? matcher.group(compiled.groupCount() > 0 ? 1 : 0) : null;
  });
  // Frees the states that a search leaves in the pattern.
  compiled.reset();
  return value === null ? missing(`nothing in the body matches ${pattern}`) : { value };
}
