import type { Target } from "@vedette/contract/targets/targets.ts";
import { expect, test } from "vitest";
import { aTarget, at } from "../../../test/fixtures.ts";
import { countStatuses } from "../monitors/list/list-view.ts";
import { needingAttention, overviewHeadline } from "./overview-items.ts";

const anItem = (id: string, status: Target["status"], seconds = 0): Target =>
  aTarget({ id, name: id, status, status_since: at(seconds) });

test("lists down before degraded, and the longest first", () => {
  const all = [
    anItem("slow", "degraded"),
    anItem("new", "down", 9),
    anItem("fine", "up"),
    anItem("old", "down", 1),
  ];
  expect(needingAttention(all).map(({ id }) => id)).toEqual(["old", "new", "slow"]);
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
    .map((status, index) => anItem(String(index), status as Target["status"]));
  expect(overviewHeadline(countStatuses(all))).toBe(expected);
});
