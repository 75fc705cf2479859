import type { MetricComparison, RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateMetric, NO_STREAK, withMetric } from "./metrics.ts";

type Params = Extract<RuleCondition, { type: "metric" }>["params"];
const rule = (comparison: MetricComparison, value: number, occurrences = 1): Params => {
  return { name: "rows", comparison, value, occurrences };
};

/** The verdicts at values that arrive one after the other; null is a ping without the metric. */
function verdictsAt(params: Params, values: readonly (number | null)[]) {
  let streak = NO_STREAK;
  return values.map((value, atMs) => {
    const measured = { atMs, metrics: value === null ? { other: 1 } : { rows: value } };
    streak = withMetric(streak, params, measured);
    return evaluateMetric(params, streak, measured).holds;
  });
}

test.each<[MetricComparison, readonly [boolean, boolean, boolean]]>([
  ["gt", [false, false, true]],
  ["gte", [false, true, true]],
  ["lt", [true, false, false]],
  ["lte", [true, true, false]],
  ["eq", [false, true, false]],
  ["ne", [true, false, true]],
])("%s compares the metric with the value", (comparison, holds) => {
  expect(verdictsAt(rule(comparison, 5), [4, 5, 6])).toEqual(holds);
});

test("a ping without the metric neither counts nor interrupts", () => {
  expect(verdictsAt(rule("lt", 5, 3), [1, 1, null, 1, null, 9])).toEqual([
    false,
    false,
    null,
    true,
    null,
    false,
  ]);
});

test("a ping without any metric has no verdict, nor has an inherited property", () => {
  const params = { ...rule("ne", 5), name: "constructor" };
  expect(evaluateMetric(params, NO_STREAK, { atMs: 1, metrics: null }).holds).toBeNull();
  expect(evaluateMetric(params, NO_STREAK, { atMs: 1, metrics: {} }).holds).toBeNull();
});

test("a value that is counted twice changes nothing", () => {
  const params = rule("gt", 0);
  const once = withMetric(NO_STREAK, params, { atMs: 7, metrics: { rows: 1 } });
  expect(withMetric(once, params, { atMs: 7, metrics: { rows: 1 } })).toBe(once);
});

test("holds exactly if the last values met the condition", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (values, occurrences) => {
        const expected =
          values.length >= occurrences && values.slice(-occurrences).every((value) => value < 2);
        expect(verdictsAt(rule("lt", 2, occurrences), values).at(-1)).toBe(expected);
      },
    ),
  );
});
