import { expect, test } from "vitest";
import { offeredInstant, readPastSearch } from "./past-search.ts";

test("keeps an instant, and drops what is none", () => {
  expect(readPastSearch({ at: "2026-11-20T12:03Z", other: 1 })).toEqual({ at: "2026-11-20T12:03:00.000Z" });
  expect(readPastSearch({ at: "yesterday" })).toEqual({});
});

test("offers the full minute an hour ago", () => {
  expect(offeredInstant(Date.parse("2026-11-20T13:03:59.999Z"))).toBe("2026-11-20T12:03:00.000Z");
});
