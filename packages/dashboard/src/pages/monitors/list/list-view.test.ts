import type { Target } from "@vedette/contract/targets/targets.ts";
import { expect, test } from "vitest";
import { aTarget } from "../../../../test/fixtures.ts";
import { countStatuses, headlineOf, tagsOf, viewRows } from "./list-view.ts";
import { EMPTY_LIST, withLoaded } from "./monitor-list.ts";

const EVERYTHING = { text: "", status: null };

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
  const names = viewRows(rows, EVERYTHING).map(({ name }) => name);
  expect(names).toEqual(["apple", "zebra", "slow", "new", "Shop 9", "shop 10", "paused"]);
});

test("the search looks into name and address, in any case, and the status narrows it", () => {
  const rows = rowsOf(
    { name: "Shop", address: "https://a.example", status: "up" },
    { name: "Other", address: "https://SHOP.example", status: "down" },
    { name: "Third", address: "https://b.example", status: "down" },
  );
  const found = (text: string, status: "down" | null) =>
    viewRows(rows, { text, status }).map(({ name }) => name);
  expect(found(" shop ", null)).toEqual(["Other", "Shop"]);
  expect(found("shop", "down")).toEqual(["Other"]);
});

test("type and tag narrow it too, and the tags to choose from are those in use", () => {
  const rows = rowsOf(
    { name: "a", type: "tcp", address: "a.example:1", tags: ["eu", "mail"] },
    { name: "b", tags: ["eu"] },
  );
  const found = (wanted: { type?: "tcp"; tag?: string }) =>
    viewRows(rows, { ...EVERYTHING, ...wanted }).map(({ name }) => name);
  expect([tagsOf(rows), found({ type: "tcp" }), found({ tag: "eu" })]).toEqual([
    ["eu", "mail"],
    ["a"],
    ["a", "b"],
  ]);
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
  expect(headlineOf(countStatuses(rowsOf(...all.map((status) => ({ status })))))).toBe(expected);
});

function rowsOf(...changes: Partial<Target>[]) {
  const monitors = changes.map((change, index) => aTarget({ id: `m${index}`, ...change }));
  return [...withLoaded(EMPTY_LIST, { monitors, isWhole: true }).rows.values()];
}
