import type { ListedTargetRow } from "../../../pipeline/targets/target-filters.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { pause } from "../../../platform/kernel/pause.ts";

/** Checks that run at the same time: more would wait in the queue of the runners until they expire. */
const AT_ONCE = 100;
/** A check that takes longer goes on, and the next one starts. */
const WAIT_MS = 3_000;
/** No check starts after this time, so that the response is in time. */
const START_WITHIN_MS = 50_000;

type Checking = {
  /** Resolves when the check or run has started or is done. */
  start(row: ListedTargetRow): Promise<unknown>;
  onStarted(row: ListedTargetRow, started: Promise<unknown>): Promise<void>;
  clock: Clock;
};

/** Starts a check or run of each target, some at a time. A check that does not start in time is reported as failed. */
export async function checkAll(
  rows: readonly ListedTargetRow[],
  { start, onStarted, clock }: Checking,
): Promise<void> {
  const endMs = clock.monotonic() + START_WITHIN_MS;
  const left = [...rows];
  async function worker(): Promise<void> {
    for (let row = left.shift(); row; row = left.shift()) {
      const isLate = clock.monotonic() > endMs;
      await onStarted(row, isLate ? Promise.reject(tooLate()) : startedOf(start(row)));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Resolves after `WAIT_MS` if the check is not done by then; a later failure is in its results. */
async function startedOf(check: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  try {
    await Promise.race([check, pause(WAIT_MS, waiting.signal)]);
  } finally {
    waiting.abort();
  }
}

function tooLate(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "The check did not start in time. Try again in a moment.", {
    retryAfterSeconds: 5,
  });
}
