import { expect, test } from "vitest";
import { matching, type Operation, operationTags } from "./operation-filter.ts";

const operations: Operation[] = [
  { index: 0, method: "GET", path: "/pets", tag: "pets", name: "List pets" },
  { index: 1, method: "POST", path: "/pets", tag: "pets", name: "" },
  { index: 2, method: "GET", path: "/shops/{id}", tag: "shops", name: "Shop" },
];
const found = (text: string, tag: string | null = null, method: string | null = null) =>
  matching(operations, { text, tag, method }).map(({ index }) => index);

test("operations are found by words in method, path and name, by tag and by method", () => {
  expect(found("")).toEqual([0, 1, 2]);
  expect(found("get PETS")).toEqual([0]);
  expect(found("", "pets")).toEqual([0, 1]);
  expect(found("", "pets", "POST")).toEqual([1]);
  expect(found("shop")).toEqual([2]);
  expect(operationTags(operations)).toEqual(["pets", "shops"]);
});

test("a thousand operations are narrowed down to one", () => {
  const many = Array.from(
    { length: 1_000 },
    (_, index): Operation => ({
      index,
      method: "GET",
      path: `/things/${index}/parts`,
      tag: `t${index % 7}`,
      name: "",
    }),
  );
  expect(matching(many, { text: "/999/", tag: null, method: null })).toHaveLength(1);
});
