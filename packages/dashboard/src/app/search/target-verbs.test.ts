import { expect, test } from "vitest";
import { readVerb } from "./target-verbs.ts";

test.each([
  ["pause shop", { verb: "pause", text: "shop" }],
  ["Check now shop eu", { verb: "check", text: "shop eu" }],
  ["run  buy", { verb: "check", text: "buy" }],
  ["pause", null],
  ["pause ", null],
  ["paused shop", null],
  ["shop", null],
])("%j is the action %j", (typed, expected) => {
  expect(readVerb(typed)).toEqual(expected);
});
