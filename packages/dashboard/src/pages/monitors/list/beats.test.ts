import type { RecentResult } from "@vedette/contract/targets/monitor-list.ts";
import { expect, test } from "vitest";
import { aFailure, aResult, at } from "../../../../test/fixtures.ts";
import { afterLive, beatsOf, beatsOfRecent, uptimeText } from "./beats.ts";

test.each([
  [null, "–"],
  [100, "100 %"],
  [99.99999, "99.99 %"],
  [0, "0.00 %"],
])("an uptime of %s reads %s", (percentage, text) => {
  expect(uptimeText(percentage)).toBe(text);
});

test("bars go from old to new and say why a check failed", () => {
  const beats = beatsOf([aFailure({ id: "new" }), aResult({ id: "old" })]);
  expect(beats.map(({ id, detail }) => [id, detail])).toEqual([
    ["old", "120 ms"],
    ["new", "It refused."],
  ]);
});

const recent = (seconds: number, change: Partial<RecentResult> = {}): RecentResult => ({
  checked_at: at(seconds),
  location: "default",
  status: "up",
  response_time_ms: seconds,
  error_message: null,
  ...change,
});

test("results in short are bars too, each of its own, also two of one instant", () => {
  const beats = beatsOfRecent([
    recent(2, { status: "down", response_time_ms: null, error_message: "it refused" }),
    recent(1),
    recent(1),
  ]);
  expect(beats.map(({ detail }) => detail)).toEqual(["1 ms", "1 ms", "It refused."]);
  expect(new Set(beats.map(({ id }) => id)).size).toBe(3);
});

test("results of events come first, in order of time, without duplicates", () => {
  const events = [
    aResult({ checked_at: at(3) }),
    aFailure({ checked_at: at(2) }),
    aResult({ checked_at: at(1) }),
  ];
  const after = afterLive([recent(1)], events);
  expect(after.map(({ checked_at, status }) => [checked_at, status])).toEqual([
    [at(3), "up"],
    [at(2), "down"],
    [at(1), "up"],
  ]);
});
