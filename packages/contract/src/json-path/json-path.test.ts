import fc from "fast-check";
import { query } from "json-p3";
import { describe, expect, test } from "vitest";
import { compileJsonPath } from "./json-path.ts";
import { createStepBudget, type JsonValue, StepBudgetSpent } from "./json-path-model.ts";

const plenty = () => createStepBudget(1_000_000);
const find = (path: string, document: JsonValue) => compileJsonPath(path).find(document, plenty());
const first = (path: string, document: JsonValue) => compileJsonPath(path).first(document, plenty());

function nested(value: JsonValue, levels: number): JsonValue {
  return levels === 0 ? value : [nested(value, levels - 1)];
}

/** Few names and small numbers, so that paths match documents often. */
const name = fc.constantFrom("a", "b", "c");
const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer({ min: -2, max: 3 }), name);
const { document } = fc.letrec<{ document: JsonValue }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("document"), { maxLength: 4 }),
    fc.dictionary(name, tie("document"), { maxKeys: 3 }),
  ),
}));

const bound = fc.oneof(fc.constant(""), fc.integer({ min: -5, max: 5 }).map(String));
const singular = fc
  .tuple(fc.constantFrom("@", "$"), fc.array(fc.constantFrom(".a", ".b", "[0]", "[-1]"), { maxLength: 2 }))
  .map(([start, steps]) => start + steps.join(""));
const comparable = fc.oneof(
  singular,
  fc.constantFrom("null", "true", "1", "'a'", "length(@)", "count(@.*)", "value(@..a)", "length(@.a)"),
);
const comparison = fc
  .tuple(comparable, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), comparable)
  .map((parts) => parts.join(" "));
/** The library applies patterns to arrays as if they were text, so the pattern functions are tested with text only. */
const basic = fc.oneof(
  comparison,
  singular,
  fc.constantFrom("@..a", "!@.b", "match('b', '[ab]')", "search(@.a, 'zz')", "@[?@.a]", "$.*[?@ == 1]"),
);
const filter = fc
  .tuple(basic, fc.constantFrom("&&", "||"), basic, fc.boolean())
  .map(([left, operator, right, alone]) => (alone ? left : `${left} ${operator} !(${right})`));
const selector = fc.oneof(
  name.map((text) => `'${text}'`),
  fc.integer({ min: -4, max: 4 }).map(String),
  fc.tuple(bound, bound, bound).map((bounds) => bounds.join(":")),
  fc.constant("*"),
  filter.map((text) => `?${text}`),
);
const segment = fc
  .tuple(fc.constantFrom("", ".."), fc.array(selector, { minLength: 1, maxLength: 2 }))
  .map(([descent, selectors]) => `${descent}[${selectors.join(", ")}]`);
const path = fc.array(segment, { maxLength: 3 }).map((segments) => `$${segments.join("")}`);

describe("compileJsonPath", () => {
  test("finds the same matches as the library, in the same order", () => {
    fc.assert(
      fc.property(path, document, (text, value) => {
        expect(find(text, value)).toEqual(query(text, value).values());
      }),
      { numRuns: 2_000 },
    );
  });

  test("returns the first of all matches, or undefined", () => {
    fc.assert(
      fc.property(path, document, (text, value) => {
        expect(first(text, value)).toEqual(find(text, value)[0]);
      }),
    );
  });

  test("charges a first match only for the values visited before it", () => {
    const list = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    const budget = createStepBudget(100_010);
    expect(compileJsonPath("$[*].index").first(list, budget)).toBe(0);
    expect(budget.stepsLeft).toBeGreaterThan(0);
  });

  test.each([
    "$[?count($..*) > 100000000]",
    "$..[?count($..[?@ != 1]) > 0].nowhere",
    "$[?length($.text) == 1]",
    "$[?match($.text, '(a+)+b')]",
    "$[?search($.text, $.pattern)]",
    "$[?$.text < $.text]",
    "$..*..*..*.nowhere",
  ])("%s stops where its budget ends", (text) => {
    const value: Record<string, JsonValue> = { text: "a".repeat(200_000), pattern: "(a|aa)+b" };
    for (let index = 0; index < 2_000; index++) value[`n${index}`] = nested(index, 12);
    expect(() => first(text, value)).toThrow(StepBudgetSpent);
  });

  test("walks a document nested 200,000 levels deep without overflowing the stack", () => {
    const deep = JSON.parse(`${"[".repeat(200_000)}7${"]".repeat(200_000)}`) as JsonValue;
    expect(first("$..[?@ == 7]", deep)).toBe(7);
    expect(first("$[?$ == @]", [deep])).toBeUndefined();
  });

  test("implements the functions of the RFC: length in characters, linear patterns, and false for values that are not text", () => {
    expect(find("$[?length(@) == 2]", ["😀é", "abc"])).toEqual(["😀é"]);
    expect(find("$[?match(@, 'a.c')]", ["abc", "a\nc", "xabc", 5])).toEqual(["abc"]);
    expect(find("$[?search(@, 'b[.]')]", ["ab.", "abc"])).toEqual(["ab."]);
    expect(find("$[?match(@, '(?=a)')]", ["a"])).toEqual([]);
    expect(find("$[?match(@.v, @.p)]", [{ v: "b", p: "[ab]" }, { v: "b" }])).toHaveLength(1);
  });

  test("does not treat names of the prototype as members", () => {
    expect(find("$.constructor", {})).toEqual([]);
    expect(find("$..__proto__", { a: 1 })).toEqual([]);
    expect(find("$.length", [1])).toEqual([]);
  });

  test.each([
    "",
    "status",
    "$.",
    "$[",
    "$[?@.a ==]",
    "$[(@.length-1)]",
    "$[?foo(@)]",
    `$.${"a".repeat(1_000)}`,
  ])("%s is refused with a reason", (text) => {
    expect(() => compileJsonPath(text)).toThrow(/./);
  });
});
