import type { Group } from "@vedette/contract/targets/groups.ts";
import { expect, test } from "vitest";
import { inTreeOrder, withNested } from "./group-tree.ts";

function aGroup(id: string, parent_id: string | null): Group {
  return {
    ...{ id, org_id: "o", name: id.toUpperCase(), description: "", parent_id, position: 0, rollup: "worst" },
    ...{ status: null, targets: {}, created_at: "", updated_at: "" },
  };
}

const GROUPS = [aGroup("a", null), aGroup("b", "a"), aGroup("c", null), aGroup("d", "b"), aGroup("e", "a")];

test("groups are listed after the group that contains them, with their path", () => {
  expect(inTreeOrder(GROUPS).map(({ path, depth }) => `${depth} ${path}`)).toEqual([
    ...["0 A", "1 A / B", "2 A / B / D", "1 A / E", "0 C"],
  ]);
});

test("a group and all that are nested in it", () => {
  expect([...withNested(GROUPS, "a")].sort()).toEqual(["a", "b", "d", "e"]);
  expect([...withNested(GROUPS, "c")]).toEqual(["c"]);
});
