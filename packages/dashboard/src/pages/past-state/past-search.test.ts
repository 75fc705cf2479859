import { expect, test } from "vitest";
import { readPastSearch } from "./past-search.ts";

test("keeps an instant and a target, and drops what is neither", () => {
  expect(readPastSearch({ at: "2026-11-20T12:03Z", target: "7", other: 1 })).toEqual({
    ...{ at: "2026-11-20T12:03:00.000Z", target: "7" },
  });
  expect(readPastSearch({ at: "yesterday", target: 7 })).toEqual({});
});
