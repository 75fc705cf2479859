import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Actual, compareValue } from "./compare.ts";

const OPPOSITES: [Operator, Operator][] = [
  ["equals", "not_equals"],
  ["contains", "not_contains"],
  ["exists", "not_exists"],
  ["is_empty", "is_not_empty"],
];

describe("compareValue", () => {
  test.each<[Operator, Actual, string | number | boolean | null]>([
    ["equals", 200, 200],
    ["equals", 200, "200"],
    ["equals", "5.0", 5],
    ["equals", "05", "05"],
    ["equals", true, "true"],
    ["equals", "true", true],
    ["equals", null, "null"],
    ["equals", { b: 1, a: [2, null] }, '{"a": [2, null], "b": 1}'],
    ["equals", [], "[]"],
    ["greater_than", 2, 1],
    ["greater_than", "10", "9"],
    ["greater_than_or_equal", 1, 1],
    ["less_than", -1, "0"],
    ["less_than_or_equal", 1, 1],
    ["contains", "hello world", "o w"],
    ["contains", [1, "b"], "1"],
    ["contains", [{ a: 1 }], '{"a":1}'],
    ["contains", { key: null }, "key"],
    ["contains", 1234, 23],
    ["matches", "first\nsecond", "first.second"],
    ["matches", 503, "^5"],
    ["matches", { a: 1 }, '"a":1'],
    ["exists", null, null],
    ["not_exists", undefined, null],
    ["is_empty", undefined, null],
    ["is_empty", null, null],
    ["is_empty", "", null],
    ["is_empty", {}, null],
    ["is_empty", [], null],
    ["is_not_empty", 0, null],
    ["is_not_empty", false, null],
    ["is_not_empty", [null], null],
  ])("%s holds for %j and %j", (operator, actual, expected) => {
    expect(compareValue(operator, actual, expected)).toBe(true);
  });

  test.each<[Operator, Actual, string | number | boolean | null]>([
    ["equals", "05", "5"],
    ["equals", "", 0],
    ["equals", null, 0],
    ["equals", undefined, "undefined"],
    ["equals", [1], "1"],
    ["equals", { a: 1 }, "{a:1}"],
    ["equals", "five", 5],
    ["greater_than", "abc", 1],
    ["greater_than", null, -1],
    ["less_than", undefined, 1],
    ["less_than", [0], 1],
    ["less_than", true, 2],
    ["contains", null, "null"],
    ["contains", ["abc"], "b"],
    ["contains", {}, "constructor"],
    ["matches", undefined, ".*"],
    ["matches", null, ".*"],
  ])("%s does not hold for %j and %j", (operator, actual, expected) => {
    expect(compareValue(operator, actual, expected)).toBe(false);
  });

  test("an operator and its negation never agree", () => {
    const actual = fc.oneof(fc.constant(undefined), fc.jsonValue() as fc.Arbitrary<Actual>);
    const expected = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...OPPOSITES), actual, expected, ([operator, opposite], found, value) => {
        expect(compareValue(operator, found, value)).toBe(!compareValue(opposite, found, value));
      }),
    );
  });

  test("a JSON value equals its own text in any order of its members", () => {
    const structure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(structure, (value) => {
        const parsed = JSON.parse(JSON.stringify(value)) as Actual;
        expect(compareValue("equals", parsed, JSON.stringify(value))).toBe(true);
      }),
    );
  });

  test("values nested too deep to serialize equal nothing instead of overflowing the stack", () => {
    const text = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(compareValue("equals", JSON.parse(text) as Actual, text)).toBe(false);
    expect(compareValue("matches", JSON.parse(text) as Actual, ".*")).toBe(false);
  });
});
