import { expect, test } from "vitest";
import type { CheckOutcome } from "../checks/check-run.ts";
import type { RunOutcome } from "../runs/run-job.ts";
import { believedCheck, believedRun, CLOCK_AHEAD_MAX_MS } from "./report-instants.ts";

const NOW_MS = 1_800_000_000_000;
const DAYS_AHEAD_MS = NOW_MS + 11 * 86_400_000;

test("a check from far ahead is from now; one of a clock that is a little ahead stays", () => {
  const at = (checkedAtMs: number) => ({ checkedAtMs }) as CheckOutcome;
  expect(believedCheck(at(DAYS_AHEAD_MS), NOW_MS).checkedAtMs).toBe(NOW_MS);
  expect(believedCheck(at(NOW_MS + CLOCK_AHEAD_MAX_MS), NOW_MS).checkedAtMs).toBe(
    NOW_MS + CLOCK_AHEAD_MAX_MS,
  );
  expect(believedCheck(at(NOW_MS - 5_000), NOW_MS).checkedAtMs).toBe(NOW_MS - 5_000);
});

test("no instant of a run is far ahead", () => {
  const outcome: RunOutcome = {
    startedAtMs: NOW_MS - 10,
    finishedAtMs: DAYS_AHEAD_MS,
    error: null,
    steps: [],
  };
  expect(believedRun(outcome, NOW_MS)).toMatchObject({ startedAtMs: NOW_MS - 10, finishedAtMs: NOW_MS });
  expect(believedRun({ ...outcome, finishedAtMs: NOW_MS }, NOW_MS)).toMatchObject({ finishedAtMs: NOW_MS });
});
