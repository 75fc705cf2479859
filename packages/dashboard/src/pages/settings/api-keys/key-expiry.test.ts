import { expect, test } from "vitest";
import { expiryAt } from "./key-expiry.ts";

test("returns the expiry in the given number of days, or null for never", () => {
  const now = Date.parse("2026-01-01T12:00:00Z");
  expect(expiryAt("30", now)).toBe("2026-01-31T12:00:00.000Z");
  expect(expiryAt("never", now)).toBeNull();
});
