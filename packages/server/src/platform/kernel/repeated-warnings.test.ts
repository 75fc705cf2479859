import { expect, test } from "vitest";
import { RepeatedWarnings } from "./repeated-warnings.ts";

test("the same warning is logged once in 30 s, and then with the number of those withheld", () => {
  let nowMs = 0;
  const warnings = new RepeatedWarnings({ monotonic: () => nowMs });
  const note = (error: string) => warnings.note("jobs.failed", { error, queue: nowMs });
  expect(note("no space left")).toBe(0);
  for (nowMs = 1_000; nowMs < 30_000; nowMs += 1_000) expect(note("no space left")).toBeNull();
  expect(note("connection refused")).toBe(0);
  expect(note("no space left")).toBe(29);
  expect(note("no space left")).toBeNull();
});

test("a warning without an error is always logged", () => {
  const warnings = new RepeatedWarnings({ monotonic: () => 0 });
  expect(warnings.note("config.warning", { warning: "a" })).toBe(0);
  expect(warnings.note("config.warning", { warning: "a" })).toBe(0);
});

test("many different warnings take bounded memory, and the oldest is logged again", () => {
  const warnings = new RepeatedWarnings({ monotonic: () => 0 });
  for (let index = 0; index <= 200; index++) warnings.note("x", { error: `${index}` });
  expect(warnings.note("x", { error: "200" })).toBeNull();
  expect(warnings.note("x", { error: "0" })).toBe(0);
});
