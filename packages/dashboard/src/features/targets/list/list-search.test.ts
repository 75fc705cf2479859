import { expect, test } from "vitest";
import { filtersOf, readListSearch, withChoice, withoutFilters } from "./list-search.ts";

test("invalid parameters are ignored, and one value needs no list", () => {
  expect(
    readListSearch({
      q: 80,
      status: "down,broken",
      tag: ["a", "b"],
      type: ["tcp"],
      sort: "-response",
      covered: "false",
    }),
  ).toEqual({ q: "80", status: "down", tag: ["a", "b"], type: "tcp", sort: "-response", covered: false });
  expect(
    readListSearch({ q: "", status: "broken", tag: [{}], sort: "size", by: "owner", covered: true }),
  ).toEqual({});
});

test("several statuses may be in one text, as links of other pages have them", () => {
  expect(filtersOf(readListSearch({ status: "degraded,down" })).statuses).toEqual(["down", "degraded"]);
});

test("a choice without values is no parameter", () => {
  expect(withChoice({ q: "a", tag: ["x", "y"] }, "tag", ["x"])).toEqual({ q: "a", tag: "x" });
  expect(withChoice({ q: "a", tag: "x" }, "tag", [])).toEqual({ q: "a" });
});

test("clearing the filters keeps order and layout", () => {
  expect(withoutFilters({ q: "a", status: "down", sort: "name", by: "tag", view: "v" })).toEqual({
    sort: "name",
    by: "tag",
  });
});
