import { expect, test } from "vitest";
import { aFailure, aResult } from "../../../test/fixtures.ts";
import { beatsOf, uptimeText } from "./row-history.tsx";

test.each([
  [null, "–"],
  [100, "100 %"],
  [99.99999, "99.99 %"],
  [0, "0.00 %"],
])("an uptime of %s reads %s", (percentage, text) => {
  expect(uptimeText(percentage)).toBe(text);
});

test("bars go from old to new and say why a check failed", () => {
  const beats = beatsOf([aFailure({ id: "new" }), aResult({ id: "old" })]);
  expect(beats.map(({ id, detail }) => [id, detail])).toEqual([
    ["old", "120 ms"],
    ["new", "It refused."],
  ]);
});
