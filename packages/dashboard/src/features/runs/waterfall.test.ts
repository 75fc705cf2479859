import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { expect, test } from "vitest";
import { waterfallOf } from "./waterfall.ts";

function step(change: Partial<RunStep>): RunStep {
  return {
    index: 0,
    name: "read",
    action: "request",
    status: "passed",
    started_at: "2026-01-01T00:00:00.000Z",
    duration_ms: 40,
    error: null,
    attempt: 1,
    url: null,
    request: null,
    response: null,
    assertions: [],
    extracted: [],
    ...change,
  };
}

test("steps stand where they began, after the first of them", () => {
  const { bars, totalMs } = waterfallOf([
    step({}),
    step({ index: 1, started_at: "2026-01-01T00:00:00.050Z", duration_ms: 100 }),
  ]);
  expect(bars.map(({ startMs }) => startMs)).toEqual([0, 50]);
  expect(totalMs).toBe(150);
});

test("a step that was skipped has no place, and nothing at all is no error", () => {
  const { bars, totalMs } = waterfallOf([step({ status: "skipped", started_at: null, duration_ms: null })]);
  expect(bars[0]).toMatchObject({ startMs: null, durationMs: null, phases: [] });
  expect([totalMs, waterfallOf([]).totalMs]).toEqual([1, 1]);
});
