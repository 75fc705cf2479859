import fc from "fast-check";
import { expect, test } from "vitest";
import { longestCheckMs, RETRY_BACKOFFS, RETRY_WAIT_MAX_MS, retryWaitMs } from "./check-duration.ts";

const waits = (backoff: (typeof RETRY_BACKOFFS)[number], intervalMs: number) =>
  [1, 2, 3, 4, 5].map((retry) => retryWaitMs(retry, { intervalMs, backoff }));

test("the wait before a retry follows the backoff, up to the maximum", () => {
  expect(waits("fixed", 2_000)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
  expect(waits("linear", 2_000)).toEqual([2_000, 4_000, 6_000, 8_000, 10_000]);
  expect(waits("exponential", 5_000)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]);
  expect(retryWaitMs(1)).toBe(1_000);
});

test("a check takes at most its timeouts and the waits between them", () => {
  expect(longestCheckMs({ timeoutMs: 30_000, retries: 0 })).toBe(30_000);
  expect(longestCheckMs({ timeoutMs: 30_000, retries: 2 })).toBe(92_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300_000 }),
      fc.integer({ min: 0, max: 5 }),
      fc.record({
        intervalMs: fc.integer({ min: 1_000, max: 60_000 }),
        backoff: fc.constantFrom(...RETRY_BACKOFFS),
      }),
      (timeoutMs, retries, retryWait) => {
        const longestMs = longestCheckMs({ timeoutMs, retries, retryWait });
        expect(longestMs).toBeGreaterThanOrEqual(timeoutMs * (retries + 1) + retries * retryWait.intervalMs);
        expect(longestMs).toBeLessThanOrEqual(timeoutMs * (retries + 1) + retries * RETRY_WAIT_MAX_MS);
      },
    ),
  );
});
