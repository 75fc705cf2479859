import { expect, test } from "vitest";
import { idTimeMs, lowestId, newId } from "./ids.ts";

const INSTANT_MS = Date.UTC(2026, 10, 21);

test("IDs sort by their instant, and within a millisecond by order of creation", () => {
  const ids = Array.from({ length: 2_048 }, () => newId(INSTANT_MS));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(newId(INSTANT_MS + 1) > (ids.at(-1) ?? "")).toBe(true);
});

test("an ID is a UUID v7 that contains its instant and is not below the lowest ID of that instant", () => {
  // More than the counter holds: the IDs after an overflow are valid as well.
  for (let count = 0; count < 5_000; count += 1) {
    const id = newId(INSTANT_MS);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idTimeMs(id)).toBe(INSTANT_MS);
    expect(id >= lowestId(INSTANT_MS)).toBe(true);
  }
});
