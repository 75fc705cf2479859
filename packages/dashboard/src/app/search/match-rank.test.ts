import { expect, test } from "vitest";
import { matchRank } from "./match-rank.ts";

test.each([
  ["shop", "Shop frontend", 0],
  ["front", "Shop frontend", 1],
  ["ronte", "Shop frontend", 2],
  ["end shop", "Shop frontend", 3],
  ["shfr", "Shop frontend", 4],
  ["s f", "Shop frontend", 3],
  ["s z", "Shop frontend", null],
  ["xyz", "Shop frontend", null],
  ["dnet", "Shop frontend", null],
  ["", "Anything", 0],
])("%j in %j has the rank %j", (typed, name, rank) => {
  expect(matchRank(typed, name)).toBe(rank);
});

test("words may be in the other texts", () => {
  expect([
    matchRank("shop prod", "Shop", "https://a.example prod"),
    matchRank("prod", "Shop", "prod"),
  ]).toEqual([3, 3]);
});
