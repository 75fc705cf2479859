import type { Operator } from "../assertions/assertion-rules.ts";
import { patternError } from "../assertions/assertion-syntax.ts";
import { mayHaveTemplate } from "../variables/template.ts";

/** The operators that the expectation steps of a journey support. */

const EQUALITIES = ["equals", "not_equals"] as const;
const COMPARISONS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const EXISTENCE = ["exists", "not_exists"] as const;
const NUMERIC: readonly Operator[] = [...EQUALITIES, ...COMPARISONS];
const TEXTUAL: readonly Operator[] = [
  ...NUMERIC,
  "contains",
  "not_contains",
  "matches",
  "starts_with",
  "ends_with",
  ...EMPTINESS,
];
const WITHOUT_VALUE: ReadonlySet<Operator> = new Set([...EMPTINESS, ...EXISTENCE]);

/** The operators of each expectation, as for assertions on texts and numbers, and its default operator. */
const EXPECTATIONS = {
  expect_text: { operators: TEXTUAL, byDefault: "contains" },
  expect_value: { operators: TEXTUAL, byDefault: "equals" },
  expect_count: { operators: NUMERIC, byDefault: "equals" },
  expect_attribute: { operators: [...TEXTUAL, ...EXISTENCE], byDefault: "equals" },
  expect_url: { operators: TEXTUAL, byDefault: "equals" },
  expect_title: { operators: TEXTUAL, byDefault: "equals" },
} as const satisfies Record<string, { operators: readonly Operator[]; byDefault: Operator }>;
export type Expectation = keyof typeof EXPECTATIONS;

type ExpectationError = { field: "operator" | "value"; message: string };
type ExpectationInput = {
  operator?: Operator | null | undefined;
  value?: string | number | boolean | null | undefined;
};

/** Returns what is wrong with an expectation, one entry per field. */
export function expectedErrors(
  name: Expectation,
  { operator: given, value }: ExpectationInput,
): ExpectationError[] {
  const { operators, byDefault } = EXPECTATIONS[name];
  const operator = given ?? byDefault;
  if (!(operators as readonly Operator[]).includes(operator)) {
    const message = `'${operator}' does not apply to '${name}'; use one of ${operators.join(", ")}`;
    return [{ field: "operator", message }];
  }
  const message = WITHOUT_VALUE.has(operator) ? null : expectedValueError(operator, value ?? null, name);
  return message === null ? [] : [{ field: "value", message }];
}

function expectedValueError(
  operator: Operator,
  value: string | number | boolean | null,
  name: Expectation,
): string | null {
  if (value === null) return `is required for '${operator}'`;
  // The value of a variable is known only when the step runs.
  if (typeof value === "string" && mayHaveTemplate(value)) return null;
  const isNumber = String(value).trim() !== "" && Number.isFinite(Number(value));
  const needsNumber = name === "expect_count" || (COMPARISONS as readonly Operator[]).includes(operator);
  if (needsNumber && (typeof value === "boolean" || !isNumber)) return "must be a number";
  return operator === "matches" ? patternError(String(value)) : null;
}

/** Returns the operator, with its default, and the expected value as text, which may contain variables. */
export function expectedOf(name: Expectation, { operator: given, value }: ExpectationInput) {
  const operator: Operator = given ?? EXPECTATIONS[name].byDefault;
  return { operator, value: WITHOUT_VALUE.has(operator) ? null : String(value ?? "") };
}
