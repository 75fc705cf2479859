import { ASSERTION_TYPES, OPERATORS, OPERATORS_OF } from "@vedette/contract/assertions/assertions.ts";
import { expect, test } from "vitest";
import { expectedText, OPERATOR_LABELS, OPERATORS_FOR, TYPE_WORDS } from "./assertion-labels.ts";

test("every kind of assertion and every operator has words", () => {
  expect(Object.keys(TYPE_WORDS).sort()).toEqual([...ASSERTION_TYPES].sort());
  expect(Object.keys(OPERATOR_LABELS).sort()).toEqual([...OPERATORS].sort());
});

test.each(ASSERTION_TYPES)("the page offers for %s what the API takes", (type) => {
  expect([...OPERATORS_FOR[type]].sort()).toEqual([...OPERATORS_OF[type]].sort());
});

test("what is expected reads as words", () => {
  expect(expectedText({ operator: "less_than", value: 300 })).toBe("is less than 300");
  expect(expectedText({ operator: "exists", value: null })).toBe("exists");
});
