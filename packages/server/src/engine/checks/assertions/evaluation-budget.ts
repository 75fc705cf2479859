import {
  createStepBudget,
  type JsonValue,
  type StepBudget,
  StepBudgetSpent,
  spend,
} from "@vedette/contract/json-path/json-path-model.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";

/**
 * The budget for evaluating one response, for all its paths and patterns together: about 50 ms of the thread
 * that all organizations share. Each function throws `StepBudgetSpent` if the budget is spent.
 */
export type EvaluationBudget = {
  steps: StepBudget;
  /** Runs a search of `cost` instructions × characters. */
  search<T>(cost: number, run: () => T): T;
  /** Counts the cost of serializing a value or comparing it by its text. */
  payForText(value: JsonValue): void;
};

export function createEvaluationBudget(clock: Pick<Clock, "monotonic">): EvaluationBudget {
  const monotonicMs = () => clock.monotonic();
  const steps = createStepBudget(STEPS_MAX, { timeMs: TIME_MAX_MS, monotonicMs });
  let searchMsLeft = SEARCH_MAX_MS;
  let searchCostLeft = ALL_SEARCHES_COST_MAX;
  return {
    steps,
    search(cost, run) {
      searchCostLeft -= cost;
      if (cost > SEARCH_COST_MAX || searchCostLeft < 0 || searchMsLeft < 0) {
        throw new StepBudgetSpent("the pattern needs too much work on this text");
      }
      const startedAtMs = monotonicMs();
      const found = run();
      searchMsLeft -= monotonicMs() - startedAtMs;
      return found;
    },
    payForText: (value) => payForText(value, steps),
  };
}

/** A step takes 15 to 60 ns; reading a member by its name takes twice as long. */
const STEPS_MAX = 1_000_000;
const TIME_MAX_MS = 50;

/**
 * Limit of one search. A pattern of 20 instructions fits a body of 1 MiB; one of 250, the longest, 84,000
 * characters. RE2JS 2.10 takes 0.1 to 3 ns for each, and at worst 10 ns if its states overflow: 0.2 s.
 */
export const SEARCH_COST_MAX = 20 * 1_048_576;
const ALL_SEARCHES_COST_MAX = 5 * SEARCH_COST_MAX;
/** No search starts after this much time in searches. */
const SEARCH_MAX_MS = 50;

/** The depth limit of `canonicalJson`. */
const DEPTH_MAX = 500;
/** Sorting the names and joining the parts takes about as long as this many steps per value. */
const STEPS_PER_VALUE = 8;
const CHARACTERS_PER_STEP = 16;

function payForText(value: JsonValue, budget: StepBudget, depth = 0): void {
  if (typeof value === "string") spend({ budget }, value.length / CHARACTERS_PER_STEP);
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return;
  const names = Object.keys(value);
  spend({ budget }, STEPS_PER_VALUE * (1 + names.length));
  for (const name of names) {
    payForText((Array.isArray(value) ? value[Number(name)] : value[name]) ?? null, budget, depth + 1);
  }
}
