import { expect, test } from "vitest";
import { countChanges, inOrder, withAdded } from "./order-changes.ts";

test.each([
  ["abc", "abc", 0],
  ["abc", "cab", 1],
  ["abcdef", "fabcde", 1],
  ["abcd", "dcba", 3],
  ["abc", "abcd", 1],
  ["abcd", "abd", 1],
  ["abc", "xyz", 6],
  ["", "ab", 2],
])("from %s to %s, %i rows change", (shown, wanted, changes) => {
  expect(countChanges([...shown], [...wanted])).toBe(changes);
});

test("rows stay in the shown order with their new values, and those that are gone are left out", () => {
  const rows = new Map([
    ["b", 2],
    ["a", 1],
  ]);
  expect(inOrder(["a", "gone", "b"], (id) => rows.get(id))).toEqual([1, 2]);
});

test("rows that are new come last, so that no other row moves", () => {
  const rows = (ids: string) => [...ids].map((id) => ({ id }));
  expect(withAdded(rows("cb"), rows("abcd"))).toEqual(rows("cbad"));
});
