import { expect, test } from "vitest";
import { ratingOf, VITALS } from "./web-vitals.ts";

test.each([
  ["lcp_ms", 2_500, "good"],
  ["lcp_ms", 2_501, "needs improvement"],
  ["lcp_ms", 4_000, "needs improvement"],
  ["lcp_ms", 4_001, "poor"],
  ["inp_ms", 200, "good"],
  ["inp_ms", 501, "poor"],
  ["cls", 0.1, "good"],
  ["cls", 0.26, "poor"],
  ["fcp_ms", 1_801, "needs improvement"],
  ["ttfb_ms", 1_801, "poor"],
])("%s of %d is %s by the thresholds of web.dev", (field, value, rating) => {
  const vital = VITALS.find((one) => one.field === field);
  expect(vital && ratingOf(vital, value)).toBe(rating);
});
