import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkJob } from "../../../../../test/checks.ts";
import { EARLY_GATHER_MS, JOB_GATHER_MS, JobGatherer } from "./job-gatherer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function given() {
  const sent: [location: string, slots: number[]][] = [];
  const gatherer = new JobGatherer({
    clock: { now: () => Date.now(), monotonic: () => Date.now() },
    send: (location, jobs) => void sent.push([location, jobs.map(({ slotMs }) => slotMs)]),
  });
  const add = (location: string, ...slots: number[]) =>
    gatherer.add(
      location,
      slots.map((slotMs) => checkJob({ slotMs })),
    );
  const addEarly = (location: string, slotMs: number) =>
    gatherer.add(location, [checkJob({ slotMs, isEarly: true })]);
  return { gatherer, add, addEarly, sent };
}

test("sends the first checks at once, and gathers those that follow, by location", () => {
  const { add, sent } = given();
  add("eu", 1);
  add("us", 2);
  expect(sent).toEqual([
    ["eu", [1]],
    ["us", [2]],
  ]);
  add("eu", 3);
  vi.advanceTimersByTime(JOB_GATHER_MS - 1);
  add("eu", 4);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sent.slice(2)).toEqual([["eu", [3, 4]]]);
  vi.advanceTimersByTime(JOB_GATHER_MS);
  add("eu", 5);
  expect(sent.slice(3)).toEqual([["eu", [5]]]);
});

test("gathers checks that are sent before their slot for longer, unless one is due", () => {
  const { add, addEarly, sent } = given();
  addEarly("eu", 1);
  vi.advanceTimersByTime(EARLY_GATHER_MS - 1);
  addEarly("eu", 2);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent.splice(0)).toEqual([["eu", [1, 2]]]);
  addEarly("eu", 3);
  add("eu", 4);
  vi.advanceTimersByTime(JOB_GATHER_MS);
  expect(sent.splice(0)).toEqual([["eu", [3, 4]]]);
  vi.advanceTimersByTime(EARLY_GATHER_MS);
  expect(sent).toEqual([]);
});

test("sends a full message at once, and each check once", () => {
  const { gatherer, add, sent } = given();
  add("eu", 0);
  for (let slot = 1; slot <= 60; slot += 1) add("eu", slot);
  expect(sent.map(([, slots]) => slots.length)).toEqual([1, 50]);
  gatherer.flush();
  vi.advanceTimersByTime(1_000);
  expect(sent.flatMap(([, slots]) => slots)).toEqual(Array.from({ length: 61 }, (_, slot) => slot));
});
