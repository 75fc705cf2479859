import { expect, test } from "vitest";
import { secondsOfDuration, toDurationDraft } from "./duration-draft.ts";

test.each([
  [60, "1", "minutes"],
  [5_400, "90", "minutes"],
  [7_200, "2", "hours"],
  [172_800, "2", "days"],
  [90, "1.5", "minutes"],
  [0, "0", "minutes"],
  [null, "", "minutes"],
] as const)("shows %s seconds as %s %s, and reads them back", (seconds, amount, unit) => {
  const draft = toDurationDraft(seconds);
  expect(draft).toEqual({ amount, unit });
  expect(secondsOfDuration(draft)).toBe(seconds);
});

test("reads a decimal comma, and nothing from other texts", () => {
  expect(secondsOfDuration({ amount: "1,5", unit: "hours" })).toBe(5_400);
  expect(secondsOfDuration({ amount: "soon", unit: "days" })).toBeNaN();
});
