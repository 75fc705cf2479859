import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import { countWatched, latestFirst, needingAttention, overviewHeadline, type Watched } from "./watched.ts";

const one = (id: string, status: Watched["status"], seconds = 0): Watched => ({
  id,
  kind: "monitors",
  name: id,
  status,
  since: at(seconds),
  failures: {},
  lastMs: null,
});

test("what is down comes before what is slow, and the longest before the newest", () => {
  const all = [one("slow", "degraded"), one("new", "down", 9), one("fine", "up"), one("old", "down", 1)];
  expect(needingAttention(all).map(({ id }) => id)).toEqual(["old", "new", "slow"]);
});

test("the live list begins with what changed last", () => {
  const all = [one("a", "up", 1), one("b", "down", 3), one("c", "up", 2)];
  expect(latestFirst(all).map(({ id }) => id)).toEqual(["b", "c", "a"]);
});

test.each([
  ["", "Nothing is watched yet."],
  ["up up", "All is well."],
  ["up paused", "Nothing is down."],
  ["up down", "1 of 2 is down."],
  ["down down degraded", "2 of 3 are down."],
  ["up degraded", "1 of 2 is degraded."],
])("with [%s] the headline is: %s", (statuses, expected) => {
  const all = statuses
    .split(" ")
    .filter(Boolean)
    .map((status, index) => one(String(index), status as Watched["status"]));
  expect(overviewHeadline(countWatched(all))).toBe(expected);
});
