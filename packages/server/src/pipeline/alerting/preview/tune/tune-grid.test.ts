import { METRIC_COMPARISONS, readParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { TUNE_COMBINATIONS_MAX } from "@vedette/contract/alerts/rule-tuning.ts";
import { CHANGE_FIELDS } from "@vedette/contract/changes/change-fields.ts";
import { BURN_PAIRS } from "@vedette/contract/slos/burn-rates.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Combination, gridOf, type TunableCondition } from "./tune-grid.ts";

const windowSeconds = fc.integer({ min: 60, max: 86_400 });
const conditions: fc.Arbitrary<TunableCondition> = fc.oneof(
  fc.record({
    type: fc.constant("consecutive_failures" as const),
    params: fc.record({
      threshold: fc.integer({ min: 1, max: 100 }),
      min_locations: fc.integer({ min: 1, max: 20 }),
    }),
  }),
  fc.record({
    type: fc.constant("error_rate" as const),
    params: fc.record({
      threshold: fc.integer({ min: 0, max: 100 }),
      window_seconds: windowSeconds,
      min_checks: fc.constant(5),
    }),
  }),
  fc.record({
    type: fc.constant("latency_threshold" as const),
    params: fc.record({
      threshold_ms: fc.integer({ min: 1, max: 1_800_000 }),
      window_seconds: windowSeconds,
      percentile: fc.constant(95 as const),
      min_checks: fc.constant(5),
    }),
  }),
  fc.record({
    type: fc.constant("flapping" as const),
    params: fc.record({ changes: fc.integer({ min: 2, max: 100 }), window_seconds: windowSeconds }),
  }),
  fc.record({
    type: fc.constant("visual_diff_threshold" as const),
    params: fc.record({ threshold_percent: fc.double({ min: 0, max: 100, noNaN: true }) }),
  }),
  fc.record({
    type: fc.constantFrom("missed" as const, "no_data" as const),
    params: fc.record({ minutes: fc.integer({ min: 1, max: 1_440 }) }),
  }),
  fc.record({
    type: fc.constant("metric" as const),
    params: fc.record({
      name: fc.constant("rows"),
      comparison: fc.constantFrom(...METRIC_COMPARISONS),
      value: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      occurrences: fc.integer({ min: 1, max: 100 }),
    }),
  }),
  fc.record({
    type: fc.constant("burn_rate" as const),
    params: fc.record({ pairs: fc.subarray([...BURN_PAIRS], { minLength: 1 }) }),
  }),
  fc.record({
    type: fc.constant("change" as const),
    params: fc.record({
      fields: fc.subarray([...CHANGE_FIELDS], { minLength: 1 }),
      minutes: fc.integer({ min: 1, max: 1_440 }),
    }),
  }),
);
const rules: fc.Arbitrary<Combination> = fc.record({
  condition: conditions,
  recoveryThreshold: fc.integer({ min: 1, max: 100 }),
});

describe("the grid of a rule", () => {
  test("has its own settings once, at most 60 combinations, and only valid ones", () => {
    fc.assert(
      fc.property(rules, fc.nat({ max: 20 }), (rule, locations) => {
        const grid = gridOf(rule, locations);
        expect(grid.length).toBeLessThanOrEqual(TUNE_COMBINATIONS_MAX);
        const keys = grid.map((each) => JSON.stringify(each));
        expect(new Set(keys).size).toBe(keys.length);
        expect(
          grid.filter((each) => JSON.stringify(sorted(each)) === JSON.stringify(sorted(rule))),
        ).toHaveLength(1);
        for (const { condition, recoveryThreshold } of grid) {
          expect(readParams(condition.type, condition.params).errors).toBeNull();
          expect(recoveryThreshold).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  test("compares one to five failures at one to three locations", () => {
    const condition = { type: "consecutive_failures", params: { threshold: 3, min_locations: 1 } } as const;
    const grid = gridOf({ condition, recoveryThreshold: 1 }, 7);
    expect(grid).toHaveLength(60);
    expect(gridOf({ condition, recoveryThreshold: 1 }, 1)).toHaveLength(20);
    expect(new Set(grid.map((each) => JSON.stringify(each.condition.params))).size).toBe(15);
  });
});

function sorted({ condition, recoveryThreshold }: Combination) {
  return [Object.entries(condition.params).sort(), recoveryThreshold];
}
