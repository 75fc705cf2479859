import { expect, test } from "vitest";
import { inTreeOrder } from "./group-tree.ts";
import { sectionsByGroup } from "./sections-by-group.ts";

const groupOf = (id: string, parent: string | null) => ({
  ...{ id, name: id.toUpperCase(), parent_id: parent, org_id: "o", description: "", position: 0 },
  ...({ rollup: "worst", status: null, targets: {}, created_at: "", updated_at: "" } as const),
});
/** shop > checkout > pay, an empty group, and blog. */
const GROUPS = inTreeOrder([
  groupOf("shop", null),
  groupOf("checkout", "shop"),
  groupOf("pay", "checkout"),
  groupOf("empty", null),
  groupOf("blog", null),
]);
const row = (id: string, group_id: string | null, status: "up" | "down" = "up") => ({ id, group_id, status });
const ROWS = [
  row("a", "pay", "down"),
  row("b", "shop"),
  row("c", null),
  row("d", "blog"),
  row("e", "shop", "down"),
  row("f", "unknown"),
];

const shown = (collapsed: string[]) =>
  sectionsByGroup(ROWS, GROUPS, new Set(collapsed)).map(({ id, rows }) => [
    id,
    rows.map((each) => each.id).join(""),
  ]);

test("rows are under their group, in the order of the tree, and rows without a group come last", () => {
  expect(shown([])).toEqual([
    ["shop", "be"],
    ["checkout", ""],
    ["pay", "a"],
    ["blog", "d"],
    ["none", "cf"],
  ]);
});

test("a collapsed group hides its rows and all groups in it", () => {
  expect(shown(["shop"])).toEqual([
    ["shop", ""],
    ["blog", "d"],
    ["none", "cf"],
  ]);
  expect(shown(["checkout", "none"])).toEqual([
    ["shop", "be"],
    ["checkout", ""],
    ["blog", "d"],
    ["none", ""],
  ]);
});

test("a group counts its rows and those of nested groups, also if it is collapsed", () => {
  const sections = sectionsByGroup(ROWS, GROUPS, new Set(["shop"]));
  expect(sections.map(({ counts }) => counts)).toEqual([{ up: 1, down: 2 }, { up: 1 }, { up: 2 }]);
});

test("without rows or groups there is nothing, or only the rows", () => {
  expect(sectionsByGroup([], GROUPS, new Set())).toEqual([]);
  expect(sectionsByGroup(ROWS, [], new Set()).map(({ id, rows }) => [id, rows.length])).toEqual([
    ["none", 6],
  ]);
});
