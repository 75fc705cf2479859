import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isExhausted, nextAttemptMs } from "./deliver-backoff.ts";

const backoff = fc.integer({ min: 10, max: 86_400 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("attempts of a message", () => {
  test("have growing intervals that fill the retry time, for every random value", () => {
    fc.assert(
      fc.property(backoff, fc.array(share, { minLength: 7, maxLength: 7 }), (retryMaxSeconds, chances) => {
        const waits = chances.map((chance, index) =>
          nextAttemptMs(
            { attempts: index + 1, retryMaxSeconds },
            { retryAfterSeconds: null, random: () => chance },
          ),
        );
        for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(waits[index - 1] ?? 0);
        const seconds = waits.reduce((sum, wait) => sum + wait, 0) / 1_000;
        expect(seconds).toBeGreaterThan(retryMaxSeconds * 0.7);
        expect(seconds).toBeLessThan(retryMaxSeconds * 1.3);
      }),
    );
  });

  test("honor the pause that the receiver requests, within the retry time", () => {
    fc.assert(
      fc.property(
        backoff,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 1e9 }),
        (retryMaxSeconds, attempts, asked) => {
          const wait = nextAttemptMs(
            { attempts, retryMaxSeconds },
            { retryAfterSeconds: asked, random: () => 0.5 },
          );
          expect(wait).toBeGreaterThanOrEqual(Math.min(asked, retryMaxSeconds) * 1_000);
        },
      ),
    );
  });

  test("stop after eight, or when the time is over", () => {
    const facts = { createdAtMs: 0, nowMs: 1_000, retryMaxSeconds: 3_600 };
    expect(isExhausted({ ...facts, attempts: 7 })).toBe(false);
    expect(isExhausted({ ...facts, attempts: 8 })).toBe(true);
    expect(isExhausted({ ...facts, attempts: 1, nowMs: 3_600_000 })).toBe(true);
  });
});
