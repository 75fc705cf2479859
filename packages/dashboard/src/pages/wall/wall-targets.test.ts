import type { Group } from "@vedette/contract/targets/groups.ts";
import { expect, test } from "vitest";
import { aTarget, at } from "../../../test/fixtures.ts";
import { readWallSearch } from "./wall-search.ts";
import { wallTargets } from "./wall-targets.ts";

const ALL = [
  aTarget({ id: "up", name: "up", tags: ["prod"], group_id: "g1" }),
  aTarget({ id: "old", name: "old", status: "down", status_since: at(1), tags: ["prod"], group_id: "g2" }),
  aTarget({ id: "new", name: "new", status: "down", status_since: at(9), tags: ["test"] }),
  aTarget({ id: "slow", name: "slow", status: "degraded", tags: ["prod", "eu"] }),
];
const GROUPS = [
  { id: "g1", name: "Shop", parent_id: null },
  { id: "g2", name: "Checkout", parent_id: "g1" },
] as Group[];

const idsOf = (search: Record<string, unknown>) =>
  wallTargets(ALL, GROUPS, readWallSearch(search)).map(({ id }) => id);

test("shows the worst first, and of these the latest", () => {
  expect(idsOf({})).toEqual(["new", "old", "slow", "up"]);
});

test("is narrowed by tags, and by a group with the groups in it", () => {
  expect(idsOf({ tag: "prod" })).toEqual(["old", "slow", "up"]);
  expect(idsOf({ tag: ["test", "eu"] })).toEqual(["new", "slow"]);
  expect(idsOf({ group: "g1" })).toEqual(["old", "up"]);
  expect(idsOf({ group: "Checkout", tag: "prod" })).toEqual(["old"]);
  expect(idsOf({ group: "unknown" })).toEqual([]);
});

test.each([
  [{ rotate: "30" }, { rotate: 30 }],
  [{ rotate: 1 }, { rotate: 3 }],
  [{ rotate: "soon" }, {}],
  [{ tag: "", group: 80 }, { group: "80" }],
])("reads %j", (search, expected) => {
  expect(readWallSearch(search)).toEqual(expected);
});
