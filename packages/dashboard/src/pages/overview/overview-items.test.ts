import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import {
  countByStatus,
  latestFirst,
  needingAttention,
  type OverviewItem,
  overviewHeadline,
} from "./overview-items.ts";

const anItem = (id: string, status: OverviewItem["status"], seconds = 0): OverviewItem => ({
  id,
  kind: "monitors",
  name: id,
  status,
  since: at(seconds),
  failures: {},
  lastMs: null,
});

test("lists down before degraded, and the longest first", () => {
  const all = [
    anItem("slow", "degraded"),
    anItem("new", "down", 9),
    anItem("fine", "up"),
    anItem("old", "down", 1),
  ];
  expect(needingAttention(all).map(({ id }) => id)).toEqual(["old", "new", "slow"]);
});

test("lists the latest status change first", () => {
  const all = [anItem("a", "up", 1), anItem("b", "down", 3), anItem("c", "up", 2)];
  expect(latestFirst(all).map(({ id }) => id)).toEqual(["b", "c", "a"]);
});

test.each([
  ["", "Nothing is monitored yet."],
  ["up up", "Everything is up."],
  ["up paused", "Nothing is down."],
  ["up down", "1 of 2 is down."],
  ["down down degraded", "2 of 3 are down."],
  ["up degraded", "1 of 2 is degraded."],
])("for [%s] the headline is: %s", (statuses, expected) => {
  const all = statuses
    .split(" ")
    .filter(Boolean)
    .map((status, index) => anItem(String(index), status as OverviewItem["status"]));
  expect(overviewHeadline(countByStatus(all))).toBe(expected);
});
