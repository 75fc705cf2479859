import { jsonPathError } from "@vedette/contract/assertions/assertion-syntax.ts";
import { expect, test } from "vitest";
import { jsonPathOf } from "./json-query.ts";

test.each([
  ["$", "$"],
  ["", "$"],
  ["$.version", "$.version"],
  ["queue.depth", "$.queue.depth"],
  ["items[0].name", "$.items[0].name"],
  ["$[2][0].a", "$[2][0].a"],
  ["`a b`.c", '$["a b"].c'],
  ["$.a[0][1]", "$.a[0][1]"],
])("the JSONata path %s is %s", (expression, path) => {
  expect(jsonPathOf(expression)).toBe(path);
  expect(jsonPathError(path)).toBeNull();
});

test.each([
  "$count(items)",
  "items[name='x']",
  "a + b",
  "a.",
  "a..b",
  "$.a.*",
  "items[-1]",
  "a ? b : c",
  "constructor(1)",
  "a in b",
])("%s is more than a path", (expression) => {
  expect(jsonPathOf(expression)).toBeNull();
});
