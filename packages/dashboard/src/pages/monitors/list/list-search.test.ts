import { expect, test } from "vitest";
import { readListSearch } from "./list-search.ts";

test("an address says what is searched for and by what it is narrowed", () => {
  const search = { q: 80, status: "down", type: "tcp", tag: "eu" };
  expect(readListSearch(search)).toEqual({ q: "80", status: "down", type: "tcp", tag: "eu" });
});

test("what an address says wrongly is left out", () => {
  expect(readListSearch({ q: "", status: "broken", type: 1, tag: {}, page: 2 })).toEqual({});
});
