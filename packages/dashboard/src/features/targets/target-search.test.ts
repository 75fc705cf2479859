import { expect, test } from "vitest";
import { queryOf, readTargetSearch } from "./target-search.ts";

test("what an address does not say rightly is taken as not said", () => {
  expect(readTargetSearch({ q: 80, status: "down", tag: "shop", sort: "-created_at" })).toEqual({
    q: "80",
    status: "down",
    tag: "shop",
    sort: "-created_at",
  });
  expect(readTargetSearch({ q: "", status: "broken", tag: ["a"], sort: "id" })).toEqual({});
});

test("a list is asked for by name, and never with an empty text, which the API refuses", () => {
  expect(queryOf({ q: "  " })).toEqual({ sort: "name" });
  expect(queryOf({ q: " shop ", sort: "created_at" })).toEqual({ q: "shop", sort: "created_at" });
});
