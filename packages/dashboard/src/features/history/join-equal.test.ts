import { expect, test } from "vitest";
import { joinEqual, joinedRows } from "./join-equal.ts";

type Item = { id: string; key: string };

/** Items from their keys, newest first: "abb" has the ids 2, 1 and 0. */
const itemsOf = (keys: string): Item[] =>
  [...keys].map((key, index) => ({ id: String(keys.length - 1 - index), key }));
const join = (keys: string) => joinEqual(itemsOf(keys), ({ key }) => key);
const joinedKeys = (keys: string) => join(keys).map(({ items }) => items.map(({ key }) => key).join(""));

test("joins three or more consecutive items with the same key", () => {
  expect(joinedKeys("abbbaa")).toEqual(["a", "bbb", "a", "a"]);
  expect(joinedKeys("ababab")).toEqual(["a", "b", "a", "b", "a", "b"]);
  expect(joinedKeys("")).toEqual([]);
});

test("a joined row keeps its id when a newer item is added to it", () => {
  expect(join("aaaa")[0]?.id).toBe(join("aaa")[0]?.id);
});

test("an expanded row is followed by its items", () => {
  const rows = joinedRows(join("baaa"), new Set(["0"]));
  expect(rows.map(({ items, isPart }) => [items.length, isPart])).toEqual([
    [1, false],
    [3, false],
    [1, true],
    [1, true],
    [1, true],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
