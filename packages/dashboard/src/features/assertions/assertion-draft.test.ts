import {
  ASSERTION_TYPES,
  OPERATORS_OF,
  takesList,
  takesProperty,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import { type Assertion, assertionInput } from "@vedette/contract/assertions/assertions.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertionBody, assertionDraft, newAssertion, withComparison } from "./assertion-draft.ts";
import { formatValue, parseValue } from "./assertion-value.ts";

const PAIRS = ASSERTION_TYPES.flatMap((type) =>
  OPERATORS_OF[type].map((operator) => ({ type, operator, property: propertyOf(type) })),
);

/** Lists and schemas are read from several lines. */
function isOfOneText({ type, operator }: (typeof PAIRS)[number]): boolean {
  return !takesList(operator) && type !== "json_schema";
}

function propertyOf(type: Assertion["type"]): string | null {
  if (!takesProperty(type)) return null;
  return type === "header" ? "etag" : "$.a";
}

const LOOKALIKES = ["5", "5.0", " 5", ".5", "1e999", "true", "null", '"', '"5"', '""', "[1]", "{}", "", " "];
const values = fc.oneof(
  fc.constantFrom(...LOOKALIKES, ...LOOKALIKES.map((text) => JSON.stringify(text))),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);

describe("an assertion that the API returns", () => {
  test.each(PAIRS)("of $type with $operator is saved as the same JSON", (pair) => {
    fc.assert(
      fc.property(values, (value) => {
        const parsed = assertionInput.safeParse({ ...pair, ...(takesValue(pair.operator) && { value }) });
        if (!parsed.success) return;
        const saved = assertionBody(assertionDraft(parsed.data));
        expect(JSON.parse(JSON.stringify(saved))).toEqual(JSON.parse(JSON.stringify(parsed.data)));
      }),
    );
  });
});

describe("the value of an assertion", () => {
  const json = { type: "json_path", operator: "equals" } as const;
  test.each([
    [{ type: "status_code", operator: "equals" }, " 200", 200],
    [{ type: "status_code", operator: "equals" }, "two", "two"],
    [{ type: "header", operator: "equals" }, "5", "5"],
    [{ type: "body", operator: "contains" }, '"ok"', '"ok"'],
    [json, "5", 5],
    [json, '"5"', "5"],
    [json, "true", true],
    [json, "red", "red"],
    [json, "null", null],
    [json, '"null"', "null"],
    [json, "1e999", "1e999"],
    [{ type: "json_path", operator: "less_than" }, "1.5", 1.5],
    [{ type: "json_path", operator: "contains" }, "5.0", "5.0"],
    [{ type: "json_path", operator: "matches" }, '"id":5', '"id":5'],
    [{ type: "json_path", operator: "in" }, "5\n ok \n\nnull", [5, "ok", null]],
    [{ type: "status_code", operator: "in" }, "200\n204", [200, 204]],
    [{ type: "body", operator: "in" }, "5\ntrue", ["5", "true"]],
    [{ type: "json_schema", operator: "matches" }, '{"type":"object"}', { type: "object" }],
    [{ type: "json_schema", operator: "matches" }, "{", "{"],
  ] as const)("of %j from the text %j is %j", (comparison, text, value) => {
    expect(parseValue(comparison, text)).toEqual(value);
  });

  test("is the same after it was shown and read again, for any text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAIRS.filter(isOfOneText)), values, (pair, value) => {
        fc.pre(typeof value === "string" && (pair.type === "json_path" || !Number.isFinite(Number(value))));
        expect(parseValue(pair, formatValue({ ...pair, value }))).toBe(value);
      }),
    );
  });

  test("keeps its text when the operator changes, without quotes that would be searched for", () => {
    const draft = assertionDraft({ ...json, property: "$.a", value: "5" });
    expect(draft.value).toBe('"5"');
    const contains = withComparison(draft, { ...json, operator: "contains" });
    expect(assertionBody(contains).value).toBe("5");
    const limit = withComparison({ ...draft, value: "7" }, { ...json, operator: "less_than" });
    expect(assertionBody(limit).value).toBe(7);
  });
});

test("each suggested assertion but the path is accepted as it is", () => {
  const first = newAssertion(ASSERTION_TYPES, []);
  expect(assertionInput.parse(assertionBody(first))).toMatchObject({ type: "status_code", value: 200 });
  expect(newAssertion(ASSERTION_TYPES, [first]).type).toBe("json_path");
  const ofTcp = newAssertion(["response_time"], []);
  expect(assertionInput.parse(assertionBody(ofTcp))).toMatchObject({ type: "response_time", value: 1000 });
});
