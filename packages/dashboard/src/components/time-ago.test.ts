import { expect, test } from "vitest";
import { agoText } from "./time-ago.tsx";

test.each([
  [0, "just now"],
  [999, "just now"],
  [1_000, "1 s ago"],
  [-1, "just now"],
  [-4_000, "just now"],
  [-60_000, "in 1 min"],
  [3_600_000, "1 h ago"],
])("%i ms ago is %s", (ms, text) => {
  expect(agoText(ms)).toBe(text);
});
