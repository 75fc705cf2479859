import { expect, test } from "vitest";
import type { CheckOutcome } from "../checks/check-run.ts";
import type { RunOutcome } from "../runs/run-job.ts";
import { CLOCK_AHEAD_MAX_MS, clampCheckInstants, clampRunInstants } from "./report-instants.ts";

const NOW_MS = 1_800_000_000_000;
const DAYS_AHEAD_MS = NOW_MS + 11 * 86_400_000;

test("moves a check from the far future to now and keeps one that is slightly ahead", () => {
  const at = (checkedAtMs: number) => ({ checkedAtMs }) as CheckOutcome;
  expect(clampCheckInstants(at(DAYS_AHEAD_MS), NOW_MS).checkedAtMs).toBe(NOW_MS);
  expect(clampCheckInstants(at(NOW_MS + CLOCK_AHEAD_MAX_MS), NOW_MS).checkedAtMs).toBe(
    NOW_MS + CLOCK_AHEAD_MAX_MS,
  );
  expect(clampCheckInstants(at(NOW_MS - 5_000), NOW_MS).checkedAtMs).toBe(NOW_MS - 5_000);
});

test("moves every instant of a run that is far ahead", () => {
  const outcome: RunOutcome = {
    startedAtMs: NOW_MS - 10,
    finishedAtMs: DAYS_AHEAD_MS,
    error: null,
    steps: [],
  };
  expect(clampRunInstants(outcome, NOW_MS)).toMatchObject({ startedAtMs: NOW_MS - 10, finishedAtMs: NOW_MS });
  expect(clampRunInstants({ ...outcome, finishedAtMs: NOW_MS }, NOW_MS)).toMatchObject({
    finishedAtMs: NOW_MS,
  });
});
