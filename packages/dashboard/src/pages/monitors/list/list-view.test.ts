import type { Target } from "@vedette/contract/targets/targets.ts";
import { expect, test } from "vitest";
import { aTarget } from "../../../../test/fixtures.ts";
import { TARGET_LISTS } from "../../../features/targets/list/target-lists.ts";
import { countStatuses, headlineOf, problemsFirst } from "./list-view.ts";

const NOUN = TARGET_LISTS.monitors.noun;

test("problems come first, each group by name, numbers in names as numbers", () => {
  const rows = rowsOf(
    { name: "shop 10", status: "up" },
    { name: "Shop 9", status: "up" },
    { name: "paused", status: "paused" },
    { name: "zebra", status: "down" },
    { name: "slow", status: "degraded" },
    { name: "apple", status: "down" },
    { name: "new", status: "pending" },
  );
  const names = problemsFirst(rows).map(({ name }) => name);
  expect(names).toEqual(["apple", "zebra", "slow", "new", "Shop 9", "shop 10", "paused"]);
});

test.each([
  ["", "No monitors yet."],
  ["up", "Your monitor is up."],
  ["up up", "All 2 monitors are up."],
  ["down", "Your monitor is down."],
  ["down up degraded", "1 of 3 monitors is down."],
  ["down down up", "2 of 3 monitors are down."],
  ["down down", "All 2 monitors are down."],
  ["degraded up", "1 of 2 monitors is degraded."],
  ["pending pending paused", "Waiting for the first results."],
  ["paused", "Every monitor is paused."],
  ["up pending", "Nothing is down."],
  ["up paused", "Nothing is down."],
])("monitors that are [%s]: %s", (statuses, expected) => {
  const all = statuses.split(" ").filter(Boolean) as Target["status"][];
  expect(headlineOf(countStatuses(rowsOf(...all.map((status) => ({ status })))), NOUN)).toBe(expected);
});

function rowsOf(...changes: Partial<Target>[]) {
  return changes.map((change, index) => aTarget({ id: `m${index}`, ...change }));
}
