import { expect, test } from "vitest";
import { readSubscriberSearch } from "./subscriber-search.ts";

test("the filters of subscribers keep what is known", () => {
  expect(readSubscriberSearch({ state: "active", address: " a@example.org " })).toEqual({
    state: "active",
    address: "a@example.org",
  });
  expect(readSubscriberSearch({ state: "gone", address: "", other: 1 })).toEqual({});
  expect(readSubscriberSearch({ state: ["active"], address: 7 })).toEqual({});
});
