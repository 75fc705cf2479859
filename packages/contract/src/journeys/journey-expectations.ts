import { patternFault } from "../assertions/assertion-syntax.ts";
import type { Operator } from "../assertions/assertions.ts";
import { mayHaveTemplate } from "../variables/template.ts";

/** What a step of a journey may expect of a page: operators of assertions. Source: decisions.md, sections 3 and 5. */

const EQUALITIES = ["equals", "not_equals"] as const;
const COMPARISONS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const EXISTENCE = ["exists", "not_exists"] as const;
const NUMERIC: readonly Operator[] = [...EQUALITIES, ...COMPARISONS];
const TEXTUAL: readonly Operator[] = [...NUMERIC, "contains", "not_contains", "matches", ...EMPTINESS];
const WITHOUT_VALUE: ReadonlySet<Operator> = new Set([...EMPTINESS, ...EXISTENCE]);

/** Which operators each takes, as assertions on texts and numbers do, and the one that it has without one. */
const EXPECTATIONS = {
  expect_text: { operators: TEXTUAL, byDefault: "contains" },
  expect_value: { operators: TEXTUAL, byDefault: "equals" },
  expect_count: { operators: NUMERIC, byDefault: "equals" },
  expect_attribute: { operators: [...TEXTUAL, ...EXISTENCE], byDefault: "equals" },
  expect_url: { operators: TEXTUAL, byDefault: "equals" },
  expect_title: { operators: TEXTUAL, byDefault: "equals" },
} as const satisfies Record<string, { operators: readonly Operator[]; byDefault: Operator }>;
export type Expectation = keyof typeof EXPECTATIONS;

type ExpectationFault = { field: "operator" | "value"; message: string };
type Given = {
  operator?: Operator | null | undefined;
  value?: string | number | boolean | null | undefined;
};

/** What is wrong with what a step expects, each at its field. */
export function expectedFaults(name: Expectation, { operator: given, value }: Given): ExpectationFault[] {
  const { operators, byDefault } = EXPECTATIONS[name];
  const operator = given ?? byDefault;
  if (!(operators as readonly Operator[]).includes(operator)) {
    const message = `'${operator}' does not apply to '${name}'; use one of ${operators.join(", ")}`;
    return [{ field: "operator", message }];
  }
  const message = WITHOUT_VALUE.has(operator) ? null : expectedValueFault(operator, value ?? null, name);
  return message === null ? [] : [{ field: "value", message }];
}

function expectedValueFault(
  operator: Operator,
  value: string | number | boolean | null,
  name: Expectation,
): string | null {
  if (value === null) return `is needed for '${operator}'`;
  // What a variable will hold is known when the step runs.
  if (typeof value === "string" && mayHaveTemplate(value)) return null;
  const isNumber = String(value).trim() !== "" && Number.isFinite(Number(value));
  const needsNumber = name === "expect_count" || (COMPARISONS as readonly Operator[]).includes(operator);
  if (needsNumber && (typeof value === "boolean" || !isNumber)) return "must be a number";
  return operator === "matches" ? patternFault(String(value)) : null;
}

/** With the operator in place; what it is compared with as a text, in which variables may stand. */
export function expectedOf(name: Expectation, { operator: given, value }: Given) {
  const operator: Operator = given ?? EXPECTATIONS[name].byDefault;
  return { operator, value: WITHOUT_VALUE.has(operator) ? null : String(value ?? "") };
}
