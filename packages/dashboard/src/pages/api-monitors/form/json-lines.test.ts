import { compileJsonPath } from "@vedette/contract/json-path/json-path.ts";
import { createStepBudget } from "@vedette/contract/json-path/json-path-model.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLines } from "./json-lines.ts";

test("an answer is written as people write JSON", () => {
  const text = '{"plan":5,"tags":["a",null],"none":[],"deep":{"odd name":true}}';
  const lines = jsonLines(text) ?? [];
  const written = lines.map(({ depth, label, text: value }) => `${"  ".repeat(depth)}${label}${value}`);
  expect(written.join("\n")).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(lines.flatMap(({ value }) => (value ? [value.path] : []))).toEqual([
    "$",
    "$.plan",
    "$.tags",
    "$.tags[0]",
    "$.tags[1]",
    "$.none",
    "$.deep",
    '$.deep["odd name"]',
  ]);
});

test("the path of every value finds that value, with any names", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (document) => {
      const read = JSON.parse(JSON.stringify(document));
      for (const { value } of jsonLines(JSON.stringify(document)) ?? []) {
        if (value === null) continue;
        const found = compileJsonPath(value.path).first(read, createStepBudget(1_000_000));
        if (value.kind === "filled") expect(found).toEqual(expect.anything());
        else if (value.kind === "empty") expect(Object.keys(found as object)).toEqual([]);
        else expect(found).toEqual(value.value);
      }
    }),
    { numRuns: 300 },
  );
});

test("text that is not JSON, or nested too deeply, has no lines", () => {
  expect(jsonLines("<html>")).toBeNull();
  expect(jsonLines('{"cut": "of')).toBeNull();
  expect(jsonLines("[".repeat(30_000) + "]".repeat(30_000))).toBeNull();
});
