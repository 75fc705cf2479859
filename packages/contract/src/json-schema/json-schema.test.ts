import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../assertions/assertion-syntax.ts";
import type { JsonValue } from "../json-path/json-path-model.ts";
import { StepBudgetSpent } from "../json-path/json-path-model.ts";
import { findViolation } from "./json-schema.ts";
import { schemaError } from "./schema-error.ts";
import type { JsonSchema } from "./schema-model.ts";

function violationOf(value: JsonValue, schema: JsonSchema, stepsMax = 100_000): string | null {
  let stepsLeft = stepsMax;
  return findViolation(value, schema, {
    spend(steps) {
      stepsLeft -= steps;
      if (stepsLeft < 0) throw new StepBudgetSpent("too many steps");
    },
    stop(reason) {
      throw new StepBudgetSpent(reason);
    },
    search: (pattern, text) => compilePattern(pattern).test(text),
  });
}

describe("findViolation", () => {
  test.each<[JsonSchema, JsonValue, string | null]>([
    [true, 1, null],
    [false, 1, "the document is not allowed"],
    [{ type: "integer" }, 1.5, "the document must be integer, not number"],
    [{ type: ["string", "null"] }, 1, "the document must be string or null, not number"],
    [{ required: ["id"] }, {}, "the document must have the property id"],
    [{ properties: { a: { items: { minimum: 0 } } } }, { a: [1, -1] }, "/a/1 must be at least 0"],
    [{ additionalProperties: false, properties: { a: true } }, { "b/c": 1 }, "/b~1c is not allowed"],
    [{ patternProperties: { "^n_": { type: "number" } } }, { n_a: "x" }, "/n_a must be number, not string"],
    [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, "the document must not have the property abc"],
    [
      { dependentRequired: { card: ["name"] } },
      { card: 1 },
      "the document must have the property name beside card",
    ],
    [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [1, 2, 3], "/2 must be 2"],
    [{ items: [{ const: 1 }], additionalItems: false }, [1, 2], "/1 is not allowed"],
    [{ contains: { const: 1 } }, [2], "the document must contain at least 1 items that match"],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      "the document must not contain duplicates",
    ],
    [{ pattern: "^[a-z]+$" }, "A", "the document must match the pattern ^[a-z]+$"],
    [{ maxLength: 1 }, "😀", null],
    [{ format: "uuid" }, "x", "the document must have the format uuid"],
    [{ format: "unheard-of" }, "x", null],
    [{ multipleOf: 0.1 }, 0.3, null],
    [{ enum: ["a", { b: 1 }] }, "c", 'the document must be one of ["a",{"b":1}]'],
    [{ $ref: "#/$defs/a~1b", $defs: { "a/b": { const: 1 } } }, 2, "the document must be 1"],
    [{ $ref: "#name", $defs: { x: { $anchor: "name", const: 1 } } }, 2, "the document must be 1"],
    [
      JSON.parse('{"if": {"minimum": 5}, "then": {"multipleOf": 2}}'),
      7,
      "the document must be a multiple of 2",
    ],
    [JSON.parse('{"if": {"type": "string"}, "else": {"minimum": 2}}'), 1, "the document must be at least 2"],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, "the document must match exactly one schema of oneOf"],
    [{ not: { const: 1 } }, 1, "the document must not match the schema of not"],
  ])("%j on %j: %s", (schema, value, violation) => {
    expect(schemaError(schema as JsonValue)).toBeNull();
    expect(violationOf(value, schema)).toBe(violation);
  });

  test("agrees with Ajv on generated schemas and values", () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 8 }), (schema, all) => {
        expect(schemaError(schema)).toBeNull();
        const validate = ajv.compile(schema as JsonSchema);
        for (const value of all) {
          const expected = verdictOf(() => validate(value) === true);
          if (expected === null) continue;
          expect([value, violationOf(value, schema as JsonSchema) === null]).toEqual([value, expected]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("stops at a schema that refers to itself, and at one whose work grows exponentially", () => {
    expect(() => violationOf(1, { $ref: "#" })).toThrow(StepBudgetSpent);
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const next = { $ref: `#/$defs/l${level + 1}` };
        return [`l${level}`, { allOf: [next, next] }];
      }),
    );
    const schema = { $ref: "#/$defs/l0", $defs: { ...doubling, l40: true } };
    expect(schemaError(schema)).toBeNull();
    expect(() => violationOf(1, schema)).toThrow(StepBudgetSpent);
  });
});

describe("what a value costs", () => {
  const manyNames = Array.from(Array(5_000), (_, index) => `m${index}`);
  const manyMembers = Object.fromEntries(manyNames.map((name) => [name, 1]));
  const large = { text: "x".repeat(10_000) };
  test.each<[string, JsonSchema, JsonValue]>([
    ["large values of an enum", { items: { enum: [large] } }, Array(1_000).fill(large)],
    ["long lists of required names", { items: { required: manyNames } }, Array(200).fill(manyMembers)],
    [
      "long lists of names that depend",
      { items: { dependentRequired: { m0: manyNames } } },
      Array(200).fill(manyMembers),
    ],
    [
      "large values that must be unique",
      { uniqueItems: true },
      Array.from(Array(200), (_, index) => [index, large]),
    ],
    ["many patterns", { items: { patternProperties: { a: true, b: true } } }, Array(60_000).fill({ c: 1 })],
    [
      "long texts",
      { allOf: Array(100).fill({ format: "uri" }) },
      `https://example.com/${"x".repeat(100_000)}`,
    ],
  ])("is counted for %s", (_, schema, value) => {
    expect(schemaError(schema as JsonValue)).toBeNull();
    expect(() => violationOf(value, schema)).toThrow(StepBudgetSpent);
  });

  test("is that of one lookup for a reference by name, however often it is applied", () => {
    const filler = Object.fromEntries(Array.from(Array(3_000), (_, index) => [`f${index}`, true]));
    const schema = { items: { $ref: "#item" }, $defs: { ...filler, item: { $anchor: "item", const: 1 } } };
    expect(violationOf(Array(10_000).fill(1), schema)).toBeNull();
  });

  test("a value that is too deep to compare is not taken for another one", () => {
    const deep = JSON.parse(`${"[".repeat(600)}${"]".repeat(600)}`) as JsonValue;
    expect(() => violationOf([deep, [deep]], { uniqueItems: true })).toThrow(StepBudgetSpent);
  });
});

describe("schemaError", () => {
  test.each<[JsonValue, RegExp]>([
    [1, /must be a JSON Schema/],
    [{ type: "text" }, /^#\/type must be one of/],
    [{ $ref: "https://example.com/schema.json" }, /other documents are not fetched/],
    [{ properties: { a: { $ref: "#/$defs/none" } } }, /^#\/properties\/a\/\$ref must point into the schema/],
    [{ pattern: "(a)\\1" }, /^#\/pattern must be a pattern in RE2 syntax/],
    [{ patternProperties: { "(?=a)": true } }, /^#\/patternProperties must be a pattern/],
    [{ pattern: 5 }, /^#\/pattern must be a text/],
    [{ type: [null] }, /^#\/type must be one of/],
    [{ anyOf: Array(101).fill({ pattern: "a" }) }, /a schema may have 100 patterns/],
    [{ unevaluatedProperties: false }, /^#\/unevaluatedProperties is not supported/],
    [{ minimum: "1" }, /^#\/minimum must be a number/],
    [{ items: { allOf: true } }, /^#\/items\/allOf must be a schema/],
    [{ description: "x".repeat(70_000) }, /at most 65536 characters/],
  ])("%j: %s", (schema, message) => {
    expect(schemaError(schema)).toMatch(message);
  });

  test("refuses one that is too deep to walk", () => {
    const deep = JSON.parse(`{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`) as JsonValue;
    expect(schemaError(deep)).toMatch(/at most 100 levels deep/);
  });

  test("finds nothing wrong with names that only look like keywords", () => {
    expect(schemaError({ properties: { type: { type: "string" }, $ref: true, pattern: true } })).toBeNull();
  });
});

/** Null for the schemas with `prefixItems` for which Ajv generates code that names an unknown variable. */
function verdictOf(validate: () => boolean): boolean | null {
  try {
    return validate();
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

const scalars = fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 1.5, 10, "", "a", "ab", "abc");
const names = fc.constantFrom("a", "b", "c");
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const small = fc.integer({ min: 0, max: 3 });
const { schema: schemas } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.record<Record<string, JsonValue>>(
      {
        type: fc.constantFrom("null", "boolean", "object", "array", "number", "string", "integer"),
        minimum: small,
        exclusiveMaximum: small,
        minLength: small,
        maxLength: small,
        pattern: fc.constantFrom("a", "^b", "c$"),
        minItems: small,
        maxItems: small,
        uniqueItems: fc.boolean(),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        maxProperties: small,
        const: scalars,
      },
      { requiredKeys: [] },
    ),
    fc.record<Record<string, JsonValue>>(
      {
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), tie("schema"), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
        additionalProperties: tie("schema"),
        propertyNames: fc.constantFrom<JsonValue>({ maxLength: 1 }, { enum: ["a", "b"] }, true),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: tie("schema"),
      },
      { requiredKeys: [] },
    ),
    fc.record<Record<string, JsonValue>>(
      {
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        ...Object.fromEntries(["not", "if", "then", "else"].map((keyword) => [keyword, tie("schema")])),
      },
      { requiredKeys: [] },
    ),
  ),
}));
