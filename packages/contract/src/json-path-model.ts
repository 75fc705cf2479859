/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/**
 * What a walk may still cost; shared by all walks that must fit into it together. A step is about one
 * value looked at, 0.1 to 0.3 µs.
 */
export type StepBudget = { stepsLeft: number };

/** A compiled path. Both throw `StepBudgetSpent` when the budget does not suffice. */
export type JsonPath = {
  /** All matches in the order of RFC 9535, lazily. */
  find(document: JsonValue, budget: StepBudget): Iterable<JsonValue>;
  /** The first match, or undefined. */
  first(document: JsonValue, budget: StepBudget): JsonValue | undefined;
};

export class StepBudgetSpent extends Error {
  override name = "StepBudgetSpent";
}

/** What a walk knows besides the value it stands on. */
export type Scope = { root: JsonValue; budget: StepBudget };

export type Walk = (value: JsonValue, scope: Scope) => Generator<JsonValue>;

export function spend(scope: Scope, steps: number): void {
  scope.budget.stepsLeft -= steps;
  if (scope.budget.stepsLeft < 0) throw new StepBudgetSpent("the path needs too many steps on this document");
}

/** The elements or member values, paid for in advance. */
export function children(value: JsonValue, scope: Scope): readonly JsonValue[] {
  if (typeof value !== "object" || value === null) {
    spend(scope, 1);
    return NO_CHILDREN;
  }
  const found = Array.isArray(value) ? value : Object.values(value);
  spend(scope, 1 + found.length);
  return found;
}

const NO_CHILDREN: readonly JsonValue[] = [];
