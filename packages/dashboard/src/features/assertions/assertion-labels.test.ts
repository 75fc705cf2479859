import { OPERATORS } from "@vedette/contract/assertions/assertion-rules.ts";
import { expect, test } from "vitest";
import { assertionText, expectedText } from "./assertion-labels.ts";

test.each(OPERATORS)("an assertion with %s reads as a sentence", (operator) => {
  const text = assertionText({ type: "header", property: "x-a", operator, value: "v" });
  expect(text).toMatch(/^Header x-a [a-z ]+( v)?$/);
});

test("what is expected reads as words, and a text that looks like a number is quoted", () => {
  const json = { type: "json_path", operator: "equals" } as const;
  expect(expectedText({ type: "response_time", operator: "less_than", value: 300 })).toBe("is less than 300");
  expect(expectedText({ type: "header", operator: "exists", value: null })).toBe("exists");
  expect(expectedText({ ...json, value: 5 })).toBe("is 5");
  expect(expectedText({ ...json, operator: "in", value: [5, "5", null] })).toBe('is one of 5, "5", null');
  expect(assertionText({ type: "json_schema", property: null, operator: "matches", value: {} })).toBe(
    "JSON body matches the JSON Schema",
  );
  expect(expectedText({ ...json, value: "5" })).toBe('is "5"');
});
