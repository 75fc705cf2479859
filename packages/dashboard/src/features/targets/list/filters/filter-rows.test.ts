import { expect, test } from "vitest";
import { aTarget } from "../../../../../test/fixtures.ts";
import { filtersOf, type ListSearch } from "../list-search.ts";
import { type ListSort, sortRows } from "../list-sorts.ts";
import { filterRows } from "./filter-rows.ts";

const ROWS = [
  aTarget({ id: "a", name: "Apple", tags: ["eu", "mail"], type: "tcp", status: "down", owner: "Web" }),
  aTarget({ id: "b", name: "Blog", tags: ["eu"], group_id: "g", locations: ["berlin"], last_duration_ms: 7 }),
  aTarget({ id: "c", name: "Cart", kind: "journey", type: null, address: null, last_duration_ms: null }),
];

const found = (search: ListSearch, more: { groups?: string[]; uncovered?: string[] } = {}) =>
  filterRows(ROWS, filtersOf(search), {
    groups: new Set(more.groups ?? []),
    uncovered: more.uncovered ? new Set(more.uncovered) : null,
  })
    .map(({ id }) => id)
    .join("");

test.each([
  [{}, "abc"],
  [{ q: " WEB " }, "a"],
  [{ q: "shop.example" }, "ab"],
  [{ status: "down" }, "a"],
  [{ tag: ["mail", "eu"] }, "ab"],
  [{ tag: ["mail", "eu"], tag_match: "all" }, "a"],
  [{ type: "tcp" }, "a"],
  [{ kind: "journey" }, "c"],
  [{ location: "berlin" }, "b"],
  [{ owner: "Web" }, "a"],
  [{ tag: "eu", owner: "Web", status: ["down", "up"] }, "a"],
] as const)("%j leaves %s", (search, ids) => {
  expect(found(search as ListSearch)).toBe(ids);
});

test("groups include nested ones, and none is those without a group", () => {
  expect(found({ group: "shop" }, { groups: ["shop", "g"] })).toBe("b");
  expect(found({ group: "none" }, { groups: ["none"] })).toBe("ac");
});

test("until it is known which targets are covered, none is shown as uncovered", () => {
  expect([found({ covered: false }), found({ covered: false }, { uncovered: ["b"] })]).toEqual(["", "b"]);
});

test.each<[ListSort, string]>([
  ["status", "abc"],
  ["-status", "bca"],
  ["name", "abc"],
  ["-name", "cba"],
  ["response", "bac"],
  ["-response", "abc"],
  ["kind", "cab"],
  ["owner", "abc"],
  ["group", "bac"],
])("in the order %s: %s, rows without a value last", (sort, ids) => {
  const sorted = sortRows(ROWS, sort, (id) => (id === null ? "" : "Shop"));
  expect(sorted.map(({ id }) => id).join("")).toBe(ids);
});
