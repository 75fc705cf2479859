import { expect, test } from "vitest";
import { stackedTops } from "./stacked-tops.ts";

test("stacks areas and leaves lines at their values", () => {
  expect(
    stackedTops([
      { values: [1, 2], isStacked: true },
      { values: [9, 9] },
      { values: [10, 20], isStacked: true },
      { values: [100, 200], isStacked: true },
    ]),
  ).toEqual([
    [1, 2],
    [9, 9],
    [11, 22],
    [111, 222],
  ]);
});

test("treats a missing phase as zero height and an instant without values as a gap", () => {
  expect(
    stackedTops([
      { values: [null, 1, null], isStacked: true },
      { values: [5, null, null], isStacked: true },
    ]),
  ).toEqual([
    [null, 1, null],
    [5, 1, null],
  ]);
});
