import { expect, test } from "vitest";
import { withoutTargets, withTargets } from "./selector-change.ts";

const PROD = { tags: { any: ["prod"] } };

test("targets are added to those that are listed, besides the filters", () => {
  expect(withTargets({ targets: ["a"] }, ["a", "b"])).toEqual({ targets: ["a", "b"] });
  expect(withTargets(PROD, ["b"])).toEqual({ ...PROD, targets: ["b"] });
});

test("what covers everything takes no more targets", () => {
  expect(() => withTargets({}, ["a"])).toThrow("every target already");
});

test("listed targets are removed, and the rest stays", () => {
  expect(withoutTargets({ targets: ["a", "b"] }, ["a"], new Set(["a", "b"]))).toEqual({ targets: ["b"] });
  expect(withoutTargets({ ...PROD, targets: ["a"] }, ["a"], new Set(["a", "c"]))).toEqual(PROD);
});

test.each([
  [PROD, ["a"], ["a"], /by group, tag or type/],
  [{}, ["a"], ["a"], /by group, tag or type/],
  [{ targets: ["a"] }, ["a"], ["a"], /cover no target/],
  [{ targets: ["b"] }, ["a"], ["b"], /none of them/],
])("%j cannot be changed to leave out %j", (selector, ids, selected, message) => {
  expect(() => withoutTargets(selector, ids, new Set(selected))).toThrow(message);
});
